// A game in play: the moves that stand, those that may be done again, and the time.

import { Position } from "./position.js";

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./position.js").Move} Move */
/** @typedef {import("./rules.js").Rules} Rules */

/**
 * A game as it is kept; `moves` may be followed by `redo`.
 * @typedef {object} Kept
 * @property {string} deal
 * @property {Move[]} moves
 * @property {Move[]} redo the last that was taken back comes last
 * @property {number} undone how many were taken back
 * @property {number} hints how many hints were given
 * @property {number} seconds
 */

export class Game {
  /** @type {Position[]} */
  #line;

  /**
   * @param {Rules} rules
   * @param {Card[]} cards
   * @param {Partial<Kept>} [kept] of the same deal
   */
  constructor(rules, cards, kept = {}) {
    this.rules = rules;
    this.cards = cards;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Move[]} */
    this.redo = [];
    this.undone = Number(kept.undone) || 0;
    this.hints = Number(kept.hints) || 0;
    this.seconds = Number(kept.seconds) || 0;
    this.#line = [Position.dealt(rules, cards)];
    for (const move of Array.isArray(kept.moves) ? kept.moves : []) {
      if (!this.#play(move)) break; // What was kept is no game of this deal from here on.
    }
    if (Array.isArray(kept.redo) && this.moves.length === kept.moves?.length) this.redo = [...kept.redo];
  }

  /** How it stands. @returns {Position} */
  get position() {
    return /** @type {Position} */ (this.#line.at(-1));
  }

  /** How it stood after so many moves. @param {number} moves @returns {Position} */
  at(moves) {
    return /** @type {Position} */ (this.#line[moves]);
  }

  get begun() {
    return this.moves.length > 0 || this.undone > 0;
  }

  /** @param {Move} move @returns {boolean} whether it was legal */
  #play(move) {
    if (!this.position.legal().includes(move)) return false;
    this.#line.push(this.position.after(move));
    this.moves.push(move);
    return true;
  }

  /** Do a move. @param {Move} move @returns {boolean} whether it was legal */
  play(move) {
    if (!this.#play(move)) return false;
    // Whoever does the same again may still go on with what came after.
    if (this.redo.at(-1) === move) this.redo.pop();
    else this.redo = [];
    return true;
  }

  /** Take moves back. @param {number} [count] @returns {Move | null} the one that was taken back last */
  undo(count = 1) {
    /** @type {Move | null} */
    let last = null;
    for (let left = count; left > 0 && this.moves.length; left -= 1) {
      last = /** @type {Move} */ (this.moves.pop());
      this.#line.pop();
      this.redo.push(last);
      this.undone += 1;
    }
    return last;
  }

  /** Do again what was taken back last. @returns {Move | null} */
  again() {
    const move = this.redo.pop();
    if (move === undefined) return null;
    if (this.#play(move)) return move;
    this.redo = [];
    return null;
  }

  restart() {
    this.undo(this.moves.length);
  }

  /** @returns {Kept} */
  toJSON() {
    const { moves, redo, undone, hints } = this;
    return { deal: this.cards.join(" "), moves, redo, undone, hints, seconds: Math.round(10 * this.seconds) / 10 };
  }
}
