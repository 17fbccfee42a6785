// The rules of a game, as `GET v1/rules` tells them.

import { ask } from "../core/api.js";

/**
 * @typedef {object} RulesRecord
 * @property {string} name
 * @property {string} played_at
 * @property {Record<string, string>} parameters
 * @property {boolean} has_dailies
 * @property {{rows: number[][], covers: number[][], across: number[]}} board
 * @property {{partners: Record<string, string[]>, alone: string[], sentence: string}} pairs
 */

export class Rules {
  /** @param {RulesRecord} record */
  constructor(record) {
    const { parameters, board, pairs } = record;
    const whole = (/** @type {string} */ name) => Number(parameters[name]);
    const yes = (/** @type {string} */ name) => parameters[name] === "yes";
    this.name = record.name;
    this.playedAt = record.played_at;
    this.hasDailies = record.has_dailies;
    /** The cards of each row of the pyramid, by number. */
    this.rows = board.rows;
    /** For each card of the pyramid those that lie on it. */
    this.covers = board.covers;
    /** For each how far from the left it begins, in half cards. */
    this.across = board.across;
    /** How many cards the pyramid has. */
    this.size = board.covers.length;
    this.shape = parameters.shape;
    this.sentence = pairs.sentence;
    this.partners = pairs.partners;
    this.alone = new Set(pairs.alone);
    this.draw = whole("draw");
    /** Times through the stock; 0: as often as one likes. */
    this.passes = whole("passes");
    this.stockTop = yes("stock_top");
    this.coverPairs = yes("cover_pairs");
    const reserve = /^(\d+)x(\d+)$/.exec(parameters.reserve ?? "");
    /** Columns and depth. */
    this.reserve = /** @type {[number, number]} */ (reserve ? [Number(reserve[1]), Number(reserve[2])] : [0, 0]);
    this.cells = whole("cells");
    this.goal = parameters.goal;
    this.decks = whole("decks");
    this.wastes = whole("wastes");
    this.keepWaste = yes("keep_waste");
    this.packSize = 52 * this.decks;
    this.stockSize = this.packSize - this.size - this.reserve[0] * this.reserve[1];
  }

  /**
   * The same with another number of rows, which positions may have; null: only pyramids can.
   * @param {number} count
   * @returns {Rules | null}
   */
  withRows(count) {
    if (count === this.rows.length) return this;
    if (this.shape !== "pyramid") return null;
    /** @type {Rules} */
    const other = Object.assign(Object.create(Rules.prototype), this);
    const first = (/** @type {number} */ row) => (row * (row + 1)) / 2;
    other.rows = Array.from({ length: count }, (_, row) => Array.from({ length: row + 1 }, (_, at) => first(row) + at));
    other.covers = other.rows.flatMap((cards, row) =>
      cards.map((_, at) => (row + 1 < count ? [first(row + 1) + at, first(row + 1) + at + 1] : [])),
    );
    other.across = other.rows.flatMap((cards, row) => cards.map((_, at) => count - 1 - row + 2 * at));
    other.size = other.covers.length;
    other.stockSize = other.packSize - other.size - other.reserve[0] * other.reserve[1];
    return other;
  }

  /** @param {string} card @param {string} other */
  pair(card, other) {
    return this.partners[card[0] ?? ""]?.includes(other[0] ?? "") ?? false;
  }

  /** @param {string} card */
  single(card) {
    return this.alone.has(card[0] ?? "");
  }
}

/** @type {Promise<Map<string, Rules>> | null} */
let asked = null;

/** All presets, by name. @returns {Promise<Map<string, Rules>>} */
export function allRules() {
  asked ??= ask("v1/rules").then(
    (found) => new Map(found.rules.map((/** @type {RulesRecord} */ record) => [record.name, new Rules(record)])),
    (error) => {
      asked = null; // It may be there the next time.
      throw error;
    },
  );
  return asked;
}
