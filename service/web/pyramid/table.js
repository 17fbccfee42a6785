// The table with all cards on it. Each card is one element for the whole game, so that it moves
// from place to place and keeps the focus.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { classMap } from "../vendor/lit-html/directives/class-map.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { T } from "../core/texts.js";
import { cardName, cardNames, face, isRed } from "./cards.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Spot} Spot */
/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./position.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {Layout} layout
 * @property {Position} position
 * @property {readonly Card[]} cards all cards of the game, in the order of the deal
 * @property {readonly Card[]} gone
 * @property {Card | null} [selected]
 * @property {ReadonlySet<Card>} [targets] cards that go with the selected one
 * @property {ReadonlySet<Card>} [usable] cards that some removal takes
 * @property {ReadonlySet<Card>} [marked] cards that are pointed out
 * @property {boolean} [stockMarked] whether the stock is pointed out
 * @property {string} label
 * @property {((card: Card, event: Event) => void) | null} [onCard] null: to look at only
 * @property {(() => void) | null} [onStock]
 * @property {((cell: number) => void) | null} [onCell]
 */

/** @param {Shown} shown */
export function tableView(shown) {
  const { layout, position, cards } = shown;
  const spots = layout.spots(position, cards, shown.gone);
  const size = `--w:${layout.width};--h:${layout.height}`;
  return html`<div class="scroll">
    <div class=${layout.rules.stockTop ? "table open" : "table"} .style=${size} role="group" aria-label=${shown.label}>
      ${layout.frames().map((point) => html`<div class="frame" .style=${at(point)}></div>`)}
      ${stockView(shown)} ${cellsView(shown)}
      ${repeat(
        cards,
        (card) => card,
        (card) => cardView(shown, card, /** @type {Spot} */ (spots.get(card))),
      )}
    </div>
  </div>`;
}

/** @param {{x: number, y: number, z?: number}} point */
function at({ x, y, z }) {
  return `--x:${x};--y:${y}${z === undefined ? "" : `;--z:${z}`}`;
}

/** @param {Shown} shown @param {Card} card @param {Spot} spot */
function cardView(shown, card, spot) {
  const usable = shown.usable?.has(card) ?? false;
  const target = shown.targets?.has(card) ?? false;
  const selected = shown.selected === card;
  const covers = spot.zone === "pyramid" ? shown.position.coversOf(shown.position.pyramid.indexOf(card)) : [];
  const hidden = spot.zone === "gone" || !spot.up;
  const classes = classMap({
    card: true,
    red: isRed(card),
    down: !spot.up,
    gone: spot.zone === "gone",
    covered: covers.length > 0 && !usable && !target,
    usable,
    target,
    selected,
    marked: shown.marked?.has(card) ?? false,
  });
  if (!shown.onCard) {
    return html`<div class=${classes} .style=${at(spot)} role="img" aria-label=${cardLabel(spot, card, covers)}
      aria-hidden=${hidden ? "true" : "false"}>${face(card)}</div>`;
  }
  const live = !hidden && (usable || target || selected);
  return html`<button
    type="button"
    class=${classes}
    .style=${at(spot)}
    data-card=${card}
    tabindex=${live ? 0 : -1}
    ?disabled=${hidden}
    aria-hidden=${hidden ? "true" : nothing}
    aria-disabled=${live ? nothing : "true"}
    aria-pressed=${selected ? "true" : "false"}
    aria-label=${`${cardLabel(spot, card, covers)}${target ? T.table.goes : ""}`}
    @click=${(/** @type {Event} */ event) => shown.onCard?.(card, event)}
  >
    ${face(card)}
  </button>`;
}

/** @param {Spot} spot @param {Card} card @param {Card[]} covers */
function cardLabel(spot, card, covers) {
  const name = cardName(card);
  if (covers.length) return T.table.covered(name, cardNames(covers));
  return spot.zone === "pyramid" ? name : T.table.inZone(name, T.table.zones[spot.zone]);
}

/** @param {Shown} shown */
function stockView(shown) {
  const { layout, position } = shown;
  if (!layout.rules.stockSize) return nothing;
  const can = position.stock.length > 0 || position.mayRecycle;
  const text = stockText(position);
  const classes = classMap({ stock: true, marked: shown.stockMarked ?? false, empty: !position.stock.length });
  const count = position.stock.length || (position.mayRecycle ? "↻" : "×");
  const inside = html`<span class="count" aria-hidden="true">${count}</span>`;
  if (!shown.onStock) {
    return html`<div class=${classes} .style=${at(layout.stock)} role="img" aria-label=${text}>${inside}</div>`;
  }
  return html`<button
    type="button"
    class=${classes}
    .style=${at(layout.stock)}
    data-stock
    aria-label=${text}
    aria-disabled=${can ? nothing : "true"}
    @click=${shown.onStock}
  >
    ${inside}
  </button>`;
}

/** What pressing the stock does. @param {Position} position */
export function stockText(position) {
  const { stock } = position;
  if (stock.length) return T.table.draw(stock.length);
  return position.mayRecycle ? T.table.recycle : T.table.empty;
}

/** @param {Shown} shown */
function cellsView(shown) {
  const { layout, position } = shown;
  return Array.from({ length: layout.rules.cells }, (_, cell) => {
    const taken = position.cells.length > cell;
    const place = at(layout.cell(cell));
    if (!shown.onCell || taken) return html`<div class="frame" .style=${place}></div>`;
    return html`<button type="button" class="frame cell" .style=${place} aria-label=${T.table.cell(cell + 1)}
      @click=${() => shown.onCell?.(cell)}></button>`;
  });
}
