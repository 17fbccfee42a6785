// Whether a game can still be won, and how far back it could.

import { ApiError, ask, connected, pause } from "../core/api.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {"winnable" | "lost" | "unknown"} Status */

/**
 * What is known of a game: `undo` moves back lies the last position that can be won; null: none
 * can, not even the deal.
 * @typedef {{status: "lost", undo: number | null} | {status: "winnable" | "unknown" | "unasked"}} Outlook
 */

const PAUSE = 0.12; // Whoever plays fast is told of where they end up.
const LATER = 5;

export class Verdicts {
  /** @type {Map<string, Status>} */
  #known = new Map();
  /** @type {AbortController | null} */
  #asking = null;

  /** @type {Outlook} */
  outlook = { status: "unasked" };

  /**
   * @param {string} rules
   * @param {() => void} changed called when more is known
   */
  constructor(rules, changed) {
    this.rules = rules;
    this.changed = changed;
  }

  stop() {
    this.#asking?.abort();
    this.#asking = null;
  }

  /** The game has changed: find out how it stands now. @param {Game} game */
  look(game) {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    this.outlook = { status: "unasked" };
    if (game.position.isWon) return;
    this.#look(game, asking.signal).catch((/** @type {unknown} */ error) => {
      if (!asking.signal.aborted) console.error(error);
    });
  }

  /** @param {Game} game @param {AbortSignal} signal */
  async #look(game, signal) {
    const last = game.moves.length;
    if (!this.#known.has(game.position.toString())) await pause(PAUSE, signal);
    const status = await this.#ask(game.position.toString(), signal);
    if (status !== "lost") {
      this.#tell({ status });
      return;
    }
    // What was lost stays lost, so the first position that isn't is found by halving.
    let [won, lost] = [-1, last];
    for (let at = last - 1; at >= 0; at -= 1) {
      const known = this.#known.get(game.at(at).toString());
      if (known === "winnable") {
        won = at;
        break;
      }
      if (known === "lost") lost = at;
    }
    this.#tell({ status: "lost", undo: won < 0 ? null : last - won }, lost - won > 1);
    while (lost - won > 1) {
      const middle = Math.max(Math.floor((lost + won) / 2), 0);
      const found = await this.#ask(game.at(middle).toString(), signal);
      if (found === "winnable") won = middle;
      else lost = middle; // What isn't known isn't promised.
    }
    this.#tell({ status: "lost", undo: won < 0 ? null : last - won });
  }

  /** @param {Outlook} outlook @param {boolean} [waits] whether more will be known soon */
  #tell(outlook, waits = false) {
    if (waits) return;
    this.outlook = outlook;
    this.changed();
  }

  /** @param {string} position @param {AbortSignal} signal @returns {Promise<Status>} */
  async #ask(position, signal) {
    const known = this.#known.get(position);
    if (known) return known;
    await connected(signal); // Without a connection it is told later.
    for (;;) {
      try {
        const found = await ask("v1/verdicts", { body: { deal: position, rules: this.rules }, signal });
        this.#known.set(position, found.status);
        return found.status;
      } catch (error) {
        if (!(error instanceof ApiError) || !error.passes) throw error;
        await pause(error.after || LATER, signal);
        await connected(signal);
      }
    }
  }
}
