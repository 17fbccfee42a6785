// The table as it is seen from one's seat: who sits where, and the cards of the trick.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { T } from "../core/texts.js";
import { cardName, face, isRed } from "../pyramid/cards.js";
import { bidText, directionOf, hasTeams, nameOf } from "./words.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {import("./stage.js").Stage} Stage */

/** @param {Match} match @param {Stage} stage */
export function feltView(match, stage) {
  const { view } = match;
  return html`<div class="felt" role="group" aria-label=${T.match.table}>
    ${match.seats.map((sitter) => seatView(match, sitter.seat))}
    <div class="trick" role="group" aria-label=${T.match.trick}>
      ${repeat(stage.trick, (laid) => laid.card, (laid) => html`<div class="card at-${directionOf(match, laid.seat)} ${isRed(laid.card) ? "red" : ""}"
        role="img" aria-label=${T.match.laid(nameOf(match, laid.seat), cardName(laid.card))}>${face(laid.card)}</div>`)}
      ${stage.trick.length || !view ? nothing : html`<p class="middle">${middle(match)}</p>`}
    </div>
  </div>`;
}

/** What stands on the empty table. @param {Match} match */
function middle(match) {
  const { view } = match;
  if (view.result) return "";
  if (match.game === "hearts") return T.match.passing[/** @type {"left"} */ (view.direction)] ?? "";
  if (match.game === "kaiser" && view.contract) return T.match.contract(bidText(view.contract), view.trump ? T.cards.suits[/** @type {"C"} */ (view.trump)] : "");
  return "";
}

/** @param {Match} match @param {number} seat */
function seatView(match, seat) {
  const { view } = match;
  const acts = match.waiting.includes(seat) && match.status === "playing";
  const sitter = match.seats[seat];
  const level = sitter?.kind === "bot" && !sitter.name ? [T.match.bot(T.tables.levels[/** @type {"easy"} */ (sitter.level)] ?? "")] : [];
  const facts = view ? [...level, ...factsOf(match, seat)] : level;
  return html`<div class="seat at-${directionOf(match, seat)} ${acts ? "acts" : ""}" data-seat=${seat}>
    <span class="who">${nameOf(match, seat)}${view?.dealer === seat ? html` <abbr title=${T.match.dealer}>${T.match.dealerSign}</abbr>` : nothing}</span>
    ${facts.map((fact) => html`<span class="fact">${fact}</span>`)}
    <span class="fact turn">${acts ? (seat === match.seat ? T.match.yourTurn : T.match.thinks) : "\u00a0"}</span>
  </div>`;
}

/** What is worth knowing of a seat. @param {Match} match @param {number} seat @returns {string[]} */
function factsOf(match, seat) {
  const { view } = match;
  const facts = [];
  if (match.game === "hearts") facts.push(T.match.points(view.points[seat]));
  if (match.game === "spades") {
    const bid = view.bids[seat];
    facts.push(bid === null ? T.match.noBid : T.match.taken(view.taken[seat], bidText(bid)));
  }
  if (match.game === "kaiser") {
    const said = view.bids[(seat - view.dealer - 1 + view.counts.length) % view.counts.length];
    if (view.phase === "bid" && said !== undefined) facts.push(bidText(said));
    if (view.declarer === seat && view.contract) facts.push(T.match.declarer(bidText(view.contract)));
    const taken = view.tricks.filter((/** @type {{taker: number}} */ trick) => trick.taker === seat).length;
    if (view.phase === "play" || view.phase === "over") facts.push(T.match.tricks(taken));
  }
  if (hasTeams(match) && match.seat !== null && seat !== match.seat && seat % 2 === match.seat % 2) facts.push(T.match.partner);
  return facts;
}

/** The trick that was taken last. @param {Match} match @param {Stage} stage */
export function lastView(match, stage) {
  const { last } = stage;
  // It keeps its place, so that the hand below stays where it is.
  return html`<div class="last">${last ? html`<span>${T.match.last(nameOf(match, last.taker), last.taker === match.seat)}</span>` : nothing}
    ${(last?.cards ?? []).map((laid) => html`<span class="small card ${isRed(laid.card) ? "red" : ""}" role="img" aria-label=${T.match.laid(nameOf(match, laid.seat), cardName(laid.card))}>${face(laid.card)}</span>`)}
  </div>`;
}
