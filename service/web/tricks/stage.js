// What is seen of a match, one thing after the other: bots act faster than anybody can look.

import { kept } from "../core/storage.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {{seat: number, card: string}} Laid */
/** @typedef {{card: number, trick: number, deal: number}} Pace */

/** Milliseconds that a card takes, that a trick stays, and that the points of a deal are shown. */
const PACES = {
  normal: { card: 600, trick: 1000, deal: 3200 },
  fast: { card: 250, trick: 500, deal: 1500 },
  once: { card: 0, trick: 0, deal: 0 },
};
const COLLECTING = 220; // Milliseconds in which a trick goes to whoever has taken it.
// Who was away for longer is shown what they have missed faster, or not at all.
const HURRY = 12;
const SKIP = 40;
const SLOW = new Set(["play", "bid", "trump", "exchange", "thrown_in", "moon"]);

/** As it was chosen. @returns {Pace} */
function chosenPace() {
  return PACES[/** @type {keyof typeof PACES} */ (kept("pace", "normal"))] ?? PACES.normal;
}

export class Stage {
  /** @type {{match: Match, events: any[]}[]} */
  #queue = [];
  #runs = false;
  #closed = false;
  /** Whose doing is being shown. @type {number | null} */
  #actor = null;
  /** The match as it is shown. @type {Match | null} */
  match = null;
  /** @type {Laid[]} */
  trick = [];
  /** Who takes the trick that lies there. @type {number | null} */
  taker = null;
  /** Whether it is on its way. */
  collects = false;
  /** The trick that was taken last. @type {{cards: Laid[], taker: number} | null} */
  last = null;
  /** Cards that are seen to be played, though the hand that is shown still has them. @type {Set<string>} */
  gone = new Set();
  /** What a deal has brought, while that is shown. @type {any} */
  score = null;

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

  /** Whose turn is shown. @returns {number[]} */
  get turn() {
    if (this.match?.status !== "playing") return [];
    return this.#actor === null ? this.match.waiting : [this.#actor];
  }

  /** @param {Match} match @param {any[]} events */
  show(match, events) {
    this.#queue.push({ match, events });
    if (!this.#runs) void this.#run();
  }

  async #run() {
    this.#runs = true;
    for (let next = this.#queue.shift(); next && !this.#closed; next = this.#queue.shift()) {
      for (const [at, event] of next.events.entries()) {
        const left = this.#queue.reduce((sum, each) => sum + each.events.length, next.events.length - at);
        const pace = left > SKIP ? PACES.once : left > HURRY ? PACES.fast : chosenPace();
        await this.#one(event, next.match, pace);
      }
      this.match = next.match;
      this.#actor = null;
      this.#settle(next.match);
      if (this.#queue.length) this.changed();
    }
    this.#runs = false;
    if (!this.#closed) this.changed();
  }

  /** What the newest view says holds, whatever was shown. @param {Match} match */
  #settle({ view }) {
    this.gone.clear();
    this.taker = null;
    this.score = null;
    if (!view?.tricks) return;
    const players = view.counts.length;
    const laid = (/** @type {{leader: number, cards: string[]}} */ trick) =>
      layers(trick.leader, trick.cards, players, view.sits_out ?? null);
    this.trick = laid({ leader: view.leader, cards: view.trick });
    const last = view.tricks.at(-1);
    this.last = last ? { cards: laid(last), taker: last.taker } : null;
  }

  /** @param {any} event @param {Match} match @param {Pace} pace */
  async #one(event, match, pace) {
    this.#actor = event.event === "trick" ? null : (event.seat ?? this.#actor);
    switch (event.event) {
      case "deal": // A new deal is seen before it is played.
        this.match = match;
        this.trick = [];
        this.last = null;
        this.score = null;
        this.gone.clear();
        break;
      case "play":
        this.trick = [...this.trick, { seat: event.seat, card: event.card }];
        this.gone.add(event.card);
        break;
      case "trick":
        this.taker = event.seat;
        break;
      case "score":
        this.score = event;
        break;
    }
    this.told(event);
    this.changed();
    if (event.event === "trick") await this.#collect(event.seat, pace);
    else if (event.event === "score") await this.#wait(pace.deal);
    else if (SLOW.has(event.event)) await this.#wait(pace.card);
  }

  /** @param {number} taker @param {Pace} pace */
  async #collect(taker, pace) {
    await this.#wait(pace.trick);
    if (pace.trick) {
      this.collects = true;
      this.changed();
      await this.#wait(COLLECTING);
      this.collects = false;
    }
    this.last = { cards: this.trick, taker };
    this.trick = [];
    this.taker = null;
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
