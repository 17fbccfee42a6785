// Where each card lies on the table, in units of half a card's width. What the table measures
// depends on the rules alone, so that nothing moves but cards.

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./rules.js").Rules} Rules */

/**
 * @typedef {object} Spot
 * @property {number} x
 * @property {number} y
 * @property {number} z which card lies on which
 * @property {boolean} up whether its face is seen
 * @property {import("./position.js").Place["zone"]} zone
 */

/** @typedef {{x: number, y: number}} Point */

export const CARD = { width: 2, height: 2.74 };
const STEP = 1.42; // From one row of the pyramid to the next.
const DEPTH = 0.95; // From one card of a column of the reserve to the next.
const FAN = 0.95; // From one card of the waste to the next.
const GAP = 0.45;
const LEAST = 13;
const MOST_OF_FAN = 6;

export class Layout {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    const [columns, depth] = rules.reserve;
    const board = Math.max(...rules.across) + CARD.width;
    this.width = Math.max(board, columns * CARD.width, LEAST);
    this.left = (this.width - board) / 2;
    /** The row of each card of the pyramid. @type {number[]} */
    this.row = [];
    rules.rows.forEach((row, at) => row.forEach((index) => (this.row[index] = at)));
    let y = (rules.rows.length - 1) * STEP + CARD.height + GAP;
    this.reserveTop = y;
    this.reserveLeft = (this.width - columns * CARD.width) / 2;
    if (columns) y += (depth - 1) * DEPTH + CARD.height + GAP;
    this.pilesTop = y;
    y += CARD.height;
    this.cellsTop = y + GAP;
    if (rules.cells) y += GAP + CARD.height;
    this.height = y;
    /** @type {Point} */
    this.stock = { x: 0, y: this.pilesTop };
    /** @type {Point} */
    this.gone = { x: this.width - CARD.width, y: this.pilesTop };
    this.wasteLeft = CARD.width + GAP;
    this.wasteWidth = this.gone.x - GAP - this.wasteLeft;
  }

  /** @param {number} pile @returns {Point} */
  waste(pile) {
    const pitch = this.rules.wastes > 1 ? Math.min(CARD.width + 0.1, this.wasteWidth / this.rules.wastes) : 0;
    return { x: this.wasteLeft + pile * pitch, y: this.pilesTop };
  }

  /** @param {number} cell @returns {Point} */
  cell(cell) {
    return { x: cell * (CARD.width + 0.1), y: this.cellsTop };
  }

  /** The frames that are seen where no card lies. */
  frames() {
    const { rules } = this;
    const points = [];
    if (rules.stockSize) points.push(this.stock);
    if (rules.stockSize) for (let pile = 0; pile < rules.wastes; pile += 1) points.push(this.waste(pile));
    points.push(this.gone);
    return points;
  }

  /**
   * @param {Position} position
   * @param {readonly Card[]} cards all that the game is played with
   * @param {readonly Card[]} gone those that were removed, the last one last
   * @returns {Map<Card, Spot>}
   */
  spots(position, cards, gone) {
    const places = position.places();
    const order = new Map(gone.map((card, at) => [card, at]));
    /** @type {Map<Card, Spot>} */
    const found = new Map();
    for (const card of cards) {
      const place = places.get(card);
      found.set(
        card,
        place
          ? this.#spot(position, place)
          : { ...this.gone, z: 1 + (order.get(card) ?? -1), up: true, zone: "gone" },
      );
    }
    return found;
  }

  /** @param {Position} position @param {import("./position.js").Place} place @returns {Spot} */
  #spot(position, { zone, pile, at }) {
    const { rules } = this;
    switch (zone) {
      case "pyramid": {
        const row = this.row[at] ?? 0;
        return { x: this.left + (rules.across[at] ?? 0), y: row * STEP, z: row + 1, up: true, zone };
      }
      case "reserve": {
        const x = this.reserveLeft + pile * CARD.width;
        return { x, y: this.reserveTop + at * DEPTH, z: at + 1, up: true, zone };
      }
      case "stock": {
        const up = rules.stockTop && at === 0;
        return { ...this.stock, z: position.stock.length - at, up, zone };
      }
      case "waste": {
        const base = this.waste(pile);
        const length = position.wastes[pile]?.length ?? 0;
        const room = Math.floor((this.wasteWidth - CARD.width) / FAN) + 1;
        const shown = rules.wastes > 1 ? 1 : Math.min(MOST_OF_FAN, Math.max(1, room));
        const first = Math.max(0, length - shown);
        return { x: base.x + Math.max(0, at - first) * FAN, y: base.y, z: at + 1, up: true, zone };
      }
      default:
        return { ...this.cell(at), z: 1, up: true, zone: "cell" };
    }
  }
}
