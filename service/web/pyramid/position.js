// One moment of a game, and what may be done there: the same rules as in solver/position.py.
// Cards are written as there: "QH", and "QH'" for the one of the second pack.

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {string} Card */
/**
 * `draw`, `recycle`, `KS`, `4S+9H` (in the order of ranks), `cell 9H`.
 * @typedef {string} Move
 */

export const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

/** Where a card stands in the order of cards: by rank, suit and pack. @param {Card} card */
export function orderOf(card) {
  return RANKS.indexOf(card[0] ?? "") * 8 + SUITS.indexOf(card[1] ?? "") * 2 + (card.length > 2 ? 1 : 0);
}

/** The removal of one card or of two. @param {Card} card @param {Card} [other] @returns {Move} */
export function removal(card, other) {
  if (other === undefined) return card;
  return orderOf(card) < orderOf(other) ? `${card}+${other}` : `${other}+${card}`;
}

/** The cards that a move takes away. @param {Move} move @returns {Card[]} */
export function cardsOf(move) {
  if (move === "draw" || move === "recycle") return [];
  return move.startsWith("cell ") ? [move.slice(5)] : move.split("+");
}

/** All cards of a line. @param {string} line @returns {Card[]} */
export function cardsIn(line) {
  return line.trim().split(/\s+/);
}

/** Where a card is. @typedef {{zone: "pyramid" | "stock" | "waste" | "reserve" | "cell" | "gone", pile: number, at: number}} Place */

export class Position {
  /**
   * @param {Rules} rules
   * @param {readonly (Card | null)[]} pyramid by number, null where a card has gone
   * @param {readonly Card[]} stock the next card first
   * @param {readonly (readonly Card[])[]} wastes of each the top card last
   * @param {readonly (readonly Card[])[]} reserve of each column the available card last
   * @param {readonly Card[]} cells
   * @param {number} pass which time through the stock this is, from 1
   */
  constructor(rules, pyramid, stock, wastes, reserve, cells, pass) {
    this.rules = rules;
    this.pyramid = pyramid;
    this.stock = stock;
    this.wastes = wastes;
    this.reserve = reserve;
    this.cells = cells;
    this.pass = pass;
  }

  /**
   * The start of a game.
   * @param {Rules} rules
   * @param {readonly Card[]} cards all of them, in the order of the deal
   */
  static dealt(rules, cards) {
    const [columns, depth] = rules.reserve;
    const reserve = Array.from({ length: columns }, (_, column) => {
      const first = rules.size + column * depth;
      return cards.slice(first, first + depth);
    });
    const stock = cards.slice(rules.size + columns * depth);
    const wastes = Array.from({ length: rules.wastes }, () => []);
    return new Position(rules, cards.slice(0, rules.size), stock, wastes, reserve, [], 1);
  }

  get left() {
    return this.pyramid.filter((card) => card !== null).length;
  }

  get isWon() {
    if (this.left) return false;
    const { goal } = this.rules;
    if (goal !== "pyramid" && (this.reserve.some((column) => column.length) || this.cells.length)) return false;
    return goal !== "all" || !(this.stock.length || this.wastes.some((pile) => pile.length));
  }

  /** The cards that still lie on one of the pyramid. @param {number} index @returns {Card[]} */
  coversOf(index) {
    return (this.rules.covers[index] ?? []).map((cover) => this.pyramid[cover] ?? null).filter((card) => card !== null);
  }

  /** The cards that may be removed, or moved to a cell. @returns {Card[]} */
  available() {
    /** @type {Card[]} */
    const found = [];
    this.pyramid.forEach((card, index) => {
      if (card !== null && !this.coversOf(index).length) found.push(card);
    });
    for (const column of this.reserve) found.push(...column.slice(-1));
    found.push(...this.cells);
    for (const pile of this.wastes) found.push(...pile.slice(-1));
    if (this.rules.stockTop) found.push(...this.stock.slice(0, 1));
    return found;
  }

  /** Each card with the one available card that still covers it. @returns {[Card, Card][]} */
  coverPairs() {
    /** @type {[Card, Card][]} */
    const found = [];
    if (!this.rules.coverPairs) return found;
    this.pyramid.forEach((card, index) => {
      const covers = this.coversOf(index);
      const [cover] = covers;
      if (card === null || cover === undefined || covers.length > 1) return;
      if (!this.coversOf(this.pyramid.indexOf(cover)).length) found.push([card, cover]);
    });
    return found;
  }

  /** Every legal move; none once the game is won. @returns {Move[]} */
  legal() {
    if (this.isWon) return [];
    const { rules } = this;
    const free = this.available();
    const moves = free.filter((card) => rules.single(card)).map((card) => removal(card));
    const together = free.flatMap((card, at) =>
      free.slice(at + 1).map((other) => /** @type {[Card, Card]} */ ([card, other])),
    );
    for (const [card, other] of [...together, ...this.coverPairs()]) {
      if (rules.pair(card, other)) moves.push(removal(card, other));
    }
    if (this.cells.length < rules.cells) {
      moves.push(...free.filter((card) => !this.cells.includes(card)).map((card) => `cell ${card}`));
    }
    if (this.stock.length) moves.push("draw");
    else if (this.mayRecycle) moves.push("recycle");
    return moves;
  }

  get mayRecycle() {
    const { passes } = this.rules;
    const more = !passes || this.pass < passes;
    return more && !this.stock.length && this.wastes.some((pile) => pile.length > 0);
  }

  /** The position after a legal move. @param {Move} move @returns {Position} */
  after(move) {
    const { rules, pyramid, stock, wastes, reserve, cells, pass } = this;
    if (move === "draw") {
      const drawn = stock.slice(0, rules.draw);
      const piles = wastes.map((pile, at) => [
        ...(rules.keepWaste ? pile : []),
        ...drawn.filter((_, number) => number % wastes.length === at),
      ]);
      return new Position(rules, pyramid, stock.slice(rules.draw), piles, reserve, cells, pass);
    }
    if (move === "recycle") {
      // The last pile goes on top of the new stock; of a pile what was drawn first comes first.
      const turned = [...wastes].reverse().flat();
      const piles = wastes.map(() => []);
      return new Position(rules, pyramid, turned, piles, reserve, cells, pass + 1);
    }
    const gone = new Set(cardsOf(move));
    const without = (/** @type {readonly Card[]} */ pile) => pile.filter((card) => !gone.has(card));
    const kept = move.startsWith("cell ") ? [...cells, move.slice(5)] : without(cells);
    return new Position(
      rules,
      pyramid.map((card) => (card !== null && gone.has(card) ? null : card)),
      without(stock),
      wastes.map(without),
      reserve.map(without),
      kept,
      pass,
    );
  }

  /** Where each card is that is still in play. @returns {Map<Card, Place>} */
  places() {
    /** @type {Map<Card, Place>} */
    const found = new Map();
    this.pyramid.forEach((card, at) => card !== null && found.set(card, { zone: "pyramid", pile: 0, at }));
    this.stock.forEach((card, at) => found.set(card, { zone: "stock", pile: 0, at }));
    this.wastes.forEach((cards, pile) => cards.forEach((card, at) => found.set(card, { zone: "waste", pile, at })));
    this.reserve.forEach((cards, pile) => cards.forEach((card, at) => found.set(card, { zone: "reserve", pile, at })));
    this.cells.forEach((card, at) => found.set(card, { zone: "cell", pile: 0, at }));
    return found;
  }

  /** The position as the service reads it. */
  toString() {
    const { rules } = this;
    const pile = (/** @type {readonly Card[]} */ cards) => (cards.length ? cards.join(" ") : "--");
    const rows = rules.rows.map((row) => row.map((index) => this.pyramid[index] ?? "--").join(" "));
    const parts = [`pyramid: ${rows.join(" / ")}`];
    if (this.stock.length) parts.push(`stock: ${this.stock.join(" ")}`);
    if (this.wastes.some((cards) => cards.length)) {
      parts.push(`waste: ${this.wastes.length > 1 ? this.wastes.map(pile).join(", ") : this.wastes.flat().join(" ")}`);
    }
    if (this.reserve.length) parts.push(`reserve: ${this.reserve.map(pile).join(", ")}`);
    if (this.cells.length) parts.push(`cells: ${this.cells.join(" ")}`);
    parts.push(`pass: ${this.pass}`);
    return parts.join(" | ");
  }
}
