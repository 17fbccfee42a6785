// Hints: fair ones, which know what the player has seen, and full ones, which peek.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ask } from "../core/api.js";
import { faultOf } from "../core/app.js";
import { T } from "../core/texts.js";
import { moveText } from "./moves.js";

/** @typedef {{kind: "full" | "fair", found: any}} Hint */

export class Hints {
  /** @type {Hint | null} */
  #hint = null;
  /** Whether one is being thought about. */
  isBusy = false;
  /** What went wrong. @type {unknown} */
  fault = null;

  /** @param {import("../core/app.js").App} app @param {string} rules */
  constructor(app, rules) {
    this.app = app;
    this.rules = rules;
  }

  /** The game has changed: what was said of it is of no use any more. */
  clear() {
    this.#hint = null;
    this.fault = null;
  }

  /** The move that was named; empty: none was. @returns {string} */
  get best() {
    return this.#hint?.found.best ?? "";
  }

  /**
   * Ask for one.
   * @param {() => import("./position.js").Position} now how the game stands
   * @param {"full" | "fair"} kind
   * @returns {Promise<boolean>} whether there was an answer
   */
  async ask(now, kind) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.clear();
    this.app.update();
    const deal = now().toString();
    let answered = false;
    try {
      const found = await ask("v1/hints", { body: { deal, rules: this.rules, kind } });
      answered = true;
      if (deal === now().toString()) {
        this.#hint = { kind, found };
        this.app.say(hintText(this.#hint));
      }
    } catch (error) {
      this.fault = error;
    }
    this.isBusy = false;
    this.app.update();
    return answered;
  }

  view() {
    const hint = this.#hint;
    return html`${this.isBusy ? html`<p class="hint">${T.desk.thinking}</p>` : nothing}
      ${hint ? html`<p class="hint ${hint.kind}" data-hint=${hint.kind}>${hintText(hint)}</p>` : nothing}
      ${faultOf(this.fault)}`;
  }
}

/** @param {Hint} hint */
function hintText({ kind, found }) {
  if (found.best === null) return T.desk.noMove;
  const move = moveText(found.best);
  if (kind === "full") return T.desk.fullHint(move, found.status, found.moves);
  const chance = found.chances.find((/** @type {{move: string}} */ each) => each.move === found.best);
  return T.desk.fairHint(move, chance?.wins ?? 0, found.samples, found.unseen);
}
