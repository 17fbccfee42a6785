// The line to a match: what comes from it, and what is done there.

import { ApiError, ask, connected, newKey, pause } from "../core/api.js";
import { lookAt, pathOf, remembered, seatLeft } from "./seats.js";

/**
 * A match as the service shows it; see docs/service.md and docs/games.md.
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {"waiting" | "playing" | "over"} status
 * @property {number} version
 * @property {{seat: number, kind: "player" | "bot" | "open", level: string | null, name: string | null}[]} seats
 * @property {number | null} seat
 * @property {number[]} waiting
 * @property {string | null} deadline
 * @property {any} view
 * @property {any[]} events
 * @property {string | null} code
 * @property {boolean} spectators
 * @property {boolean} public
 */

/**
 * @typedef {object} Listener
 * @property {(match: Match, events: any[]) => void} news
 * @property {() => void} cut called when the line is cut, or there again
 * @property {(error: unknown) => void} lost called when there will be no news any more
 */

const WAIT = 25;
const PAUSES = [0.5, 1, 2, 4, 8];

export class Link {
  #closing = new AbortController();
  /** Ends the question that waits, so that another is asked at once. */
  #asking = new AbortController();
  #failures = 0;
  /** Whether nothing will be told any more to whoever has left. */
  #left = false;
  /** Of the seat, or of the player; null: one watches. @type {string | null} */
  #token = null;
  /** The newest that is known. @type {Match | null} */
  match = null;
  /** Whether nothing can be heard just now. */
  isCut = false;

  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
  }

  get #path() {
    return pathOf(this.id);
  }

  close() {
    this.#closing.abort();
  }

  /** Look for the first time. @returns {Promise<Match>} */
  async open() {
    const { match, token } = await lookAt(this.id, this.#closing.signal);
    this.#token = token;
    this.match = match;
    this.listener.news(match, []);
    const { signal } = this.#closing;
    // What waited when the network went may wait for ever: it is asked again.
    const anew = () => this.#asking.abort();
    window.addEventListener("offline", anew, { signal });
    window.addEventListener("online", anew, { signal });
    void this.#listen().catch((error) => {
      if (!signal.aborted) this.listener.lost(error);
    });
    return match;
  }

  /** All that has happened. @returns {Promise<any[]>} */
  async history() {
    return (await ask(`${this.#path}/history`, { token: this.#token, signal: this.#closing.signal })).events;
  }

  async #listen() {
    const { signal } = this.#closing;
    while (!signal.aborted && !this.#left && this.match?.status !== "over") {
      this.#asking = new AbortController();
      try {
        const since = this.match?.version ?? 0;
        const found = await ask(this.#path, {
          query: { since, wait: this.isCut ? 0 : WAIT }, // Whether it is back is to be known at once.
          token: this.#token,
          signal: AbortSignal.any([signal, this.#asking.signal]),
          seconds: WAIT + 10,
        });
        this.#cut(false);
        this.#take(found);
        // Who has found no place to wait is answered at once.
        if (found.version === since && found.status !== "over") await pause(0.3, signal);
      } catch (error) {
        if (signal.aborted) return;
        const isAnew = this.#asking.signal.aborted;
        if (isAnew && navigator.onLine) continue;
        if (!isAnew && !(error instanceof ApiError && error.passes)) throw error;
        this.#cut(true);
        await connected(signal);
        // The first try after the connection is back doesn't wait.
        if (!isAnew) await this.#later(/** @type {ApiError} */ (error).after);
      }
    }
  }

  /** Wait before the next try, unless the network comes back. @param {number} after seconds that were asked for */
  async #later(after) {
    const seconds = PAUSES[Math.min(this.#failures++, PAUSES.length - 1)] ?? 8;
    const { signal } = this.#closing;
    await Promise.race([pause(after || seconds, signal), back(signal)]);
  }

  /** @param {boolean} isCut */
  #cut(isCut) {
    if (!isCut) this.#failures = 0;
    if (isCut === this.isCut) return;
    this.isCut = isCut;
    this.listener.cut();
  }

  /** @param {Match} found */
  #take(found) {
    const known = this.match?.version ?? -1;
    if (found.version <= known) return;
    this.match = found;
    this.listener.news(found, found.events.filter((event) => event.version > known));
  }

  /**
   * Do something; it is done once, however often it must be sent.
   * If others have changed the match meanwhile it is done as long as it was chosen in the same position.
   * @param {any} action
   */
  async act(action) {
    const position = positionOf(this.match);
    for (;;) {
      const { version } = /** @type {Match} */ (this.match);
      const headers = { "If-Match": `"${version}"`, "Idempotency-Key": newKey() };
      try {
        this.#take(await this.#sent(`${this.#path}/actions`, { body: { action }, headers }));
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        this.#take(await this.#sent(this.#path, { query: { since: version } }));
        if (positionOf(this.match) !== position) throw error;
      }
    }
  }

  /** Leave the seat; whoever may watch goes on watching. */
  async resign() {
    if (!this.match?.spectators) {
      this.#left = true;
      this.#asking.abort();
    }
    const found = await this.#sent(`${this.#path}/resign`, { method: "POST" });
    seatLeft(this.id);
    this.#take(found);
  }

  /** @returns {Promise<string>} the match that is played next */
  async rematch() {
    const headers = { "Idempotency-Key": newKey() };
    return remembered(await this.#sent(`${this.#path}/rematch`, { method: "POST", headers })).match.id;
  }

  /** Ask until there is an answer. @param {string} path @param {import("../core/api.js").Asking} asking */
  async #sent(path, asking) {
    for (;;) {
      try {
        return await ask(path, { ...asking, token: this.#token, signal: this.#closing.signal });
      } catch (error) {
        const again = error instanceof ApiError && (error.passes || error.kind === "in-progress");
        if (!again || this.#closing.signal.aborted) throw error;
        if (error.status === 0) this.#cut(true);
        await pause(error.after || 1, this.#closing.signal);
        await connected(this.#closing.signal);
      }
    }
  }
}

/** What a choice is made by: as long as it is the same, so is the choice. @param {Match | null} match */
function positionOf(match) {
  const { view } = match ?? {};
  return JSON.stringify([view?.deal, view?.phase, view?.hand, view?.trick, view?.legal]);
}

/** @param {AbortSignal} signal @returns {Promise<void>} */
function back(signal) {
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true, signal }));
}
