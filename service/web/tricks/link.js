// The line to a match: what comes from it, and what is done there.

import { ApiError, ask, connected, newKey, pause } from "../core/api.js";
import { knownPlayer } from "../core/player.js";

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
 */

const WAIT = 25;
const PAUSES = [0.5, 1, 2, 4, 8];

export class Link {
  #closing = new AbortController();
  #failures = 0;
  /** The newest that is known. @type {Match | null} */
  match = null;
  /** Whether nothing can be heard just now. */
  isCut = false;

  /**
   * @param {string} id
   * @param {(match: Match, events: any[]) => void} news
   * @param {() => void} changed called when the line is cut, or there again
   */
  constructor(id, news, changed) {
    this.id = id;
    this.news = news;
    this.changed = changed;
  }

  get #path() {
    return `v1/matches/${encodeURIComponent(this.id)}`;
  }

  close() {
    this.#closing.abort();
  }

  /** Look for the first time. @returns {Promise<Match>} */
  async open() {
    const match = await ask(this.#path, { token: this.#token });
    this.match = match;
    this.news(match, []);
    void this.#listen().catch((error) => {
      if (!this.#closing.signal.aborted) console.error(error);
    });
    return match;
  }

  get #token() {
    return knownPlayer()?.token ?? null;
  }

  /** All that has happened. @returns {Promise<any[]>} */
  async history() {
    return (await ask(`${this.#path}/history`, { token: this.#token, signal: this.#closing.signal })).events;
  }

  async #listen() {
    const { signal } = this.#closing;
    while (!signal.aborted && this.match?.status !== "over") {
      try {
        const since = this.match?.version ?? 0;
        const found = await ask(this.#path, { query: { since, wait: WAIT }, token: this.#token, signal, seconds: WAIT + 10 });
        this.#cut(false);
        this.#take(found);
        // Who has found no place to wait is answered at once.
        if (found.version === since && found.status !== "over") await pause(0.3, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError) || !error.passes) throw error;
        this.#cut(true);
        // When the connection is back it is tried at once.
        await Promise.race([pause(error.after || PAUSES[Math.min(this.#failures++, PAUSES.length - 1)] || 8, signal), back(signal)]);
        await connected(signal);
      }
    }
  }

  /** @param {boolean} isCut */
  #cut(isCut) {
    if (!isCut) this.#failures = 0;
    if (isCut === this.isCut) return;
    this.isCut = isCut;
    this.changed();
  }

  /** @param {Match} found */
  #take(found) {
    const known = this.match?.version ?? -1;
    if (found.version <= known && found.status === this.match?.status) return;
    this.match = found;
    this.news(found, found.events.filter((event) => event.version > known));
  }

  /**
   * Do something; it is done once, however often it must be sent.
   * @param {any} action
   * @param {(match: Match) => boolean} still whether it can still be done, if others have acted meanwhile
   */
  async act(action, still) {
    for (;;) {
      const match = /** @type {Match} */ (this.match);
      const headers = { "If-Match": `"${match.version}"`, "Idempotency-Key": newKey() };
      try {
        this.#take(await this.#sent(`${this.#path}/actions`, { body: { action }, headers }));
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        const since = match.version;
        this.#take(await ask(this.#path, { query: { since }, token: this.#token }));
        if (!this.match || !still(this.match)) throw error;
      }
    }
  }

  /** Leave it to a bot, and watch. */
  async resign() {
    this.#take(await this.#sent(`${this.#path}/resign`, { method: "POST" }));
  }

  /** @returns {Promise<string>} the match that is played next */
  async rematch() {
    const found = await this.#sent(`${this.#path}/rematch`, { method: "POST", headers: { "Idempotency-Key": newKey() } });
    return found.match.id;
  }

  /** @param {string} path @param {import("../core/api.js").Asking} asking */
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

/** @param {AbortSignal} signal @returns {Promise<void>} */
function back(signal) {
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true, signal }));
}
