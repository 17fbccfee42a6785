// What is seen of a match, one thing after the other: bots act faster than anybody can look.

import { kept } from "../core/storage.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {{seat: number, card: string}} Laid */

/** Milliseconds that a card takes, and that a trick stays. */
const PACES = { normal: { card: 600, trick: 1200 }, fast: { card: 250, trick: 600 }, once: { card: 0, trick: 0 } };
const SLOW = new Set(["play", "bid", "trump", "exchange"]);

export class Stage {
  /** @type {{match: Match, events: any[]}[]} */
  #queue = [];
  #runs = false;
  #closed = false;
  /** The match as it is shown. @type {Match | null} */
  match = null;
  /** @type {Laid[]} */
  trick = [];
  /** The trick that was taken last. @type {{cards: Laid[], taker: number} | null} */
  last = null;

  /**
   * @param {(event: any) => void} told called for each event as it is shown
   * @param {() => void} changed
   */
  constructor(told, changed) {
    this.told = told;
    this.changed = changed;
  }

  close() {
    this.#closed = true;
  }

  /** Whether something is still to be shown. */
  get isBusy() {
    return this.#runs;
  }

  /** @param {Match} match @param {any[]} events */
  show(match, events) {
    this.#queue.push({ match, events });
    if (!this.#runs) void this.#run();
  }

  async #run() {
    this.#runs = true;
    for (let next = this.#queue.shift(); next && !this.#closed; next = this.#queue.shift()) {
      for (const event of next.events) await this.#one(event, next.match);
      this.match = next.match;
      this.#settle(next.match);
      this.changed();
    }
    this.#runs = false;
    this.changed();
  }

  /** What the newest view says holds, whatever was shown. @param {Match} match */
  #settle({ view }) {
    if (!view?.tricks) return;
    const players = view.counts.length;
    const laid = (/** @type {{leader: number, cards: string[]}} */ trick) => layers(trick.leader, trick.cards, players, view.sits_out ?? null);
    this.trick = laid({ leader: view.leader, cards: view.trick });
    const last = view.tricks.at(-1);
    this.last = last ? { cards: laid(last), taker: last.taker } : null;
  }

  /** @param {any} event @param {Match} match */
  async #one(event, match) {
    const { card, trick } = PACES[/** @type {keyof typeof PACES} */ (kept("pace", "normal"))] ?? PACES.normal;
    if (event.event === "deal") {
      // A new deal is seen before it is played.
      this.match = match;
      this.trick = [];
      this.last = null;
    }
    if (event.event === "play") this.trick = [...this.trick, { seat: event.seat, card: event.card }];
    this.told(event);
    this.changed();
    if (event.event === "trick") {
      await this.#wait(trick);
      this.last = { cards: this.trick, taker: event.seat };
      this.trick = [];
    } else if (SLOW.has(event.event)) await this.#wait(card);
  }

  /** @param {number} milliseconds */
  async #wait(milliseconds) {
    if (milliseconds && !document.hidden && !this.#closed) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

/**
 * Who has played which card.
 * @param {number} leader @param {string[]} cards @param {number} players
 * @param {number | null} without the seat that plays no cards
 * @returns {Laid[]}
 */
export function layers(leader, cards, players, without) {
  const seats = Array.from({ length: players }, (_, at) => (leader + at) % players).filter((seat) => seat !== without);
  return cards.map((card, at) => ({ card, seat: seats[at] ?? 0 }));
}
