// The table as it is seen from one's seat: who sits where, and the cards of the trick.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { T } from "../core/texts.js";
import { cardName, cardSuit, face, isRed } from "../pyramid/cards.js";
import { suitName } from "./why.js";
import { bidText, directionOf, hasTeams, isPartner, kindOf, nameOf, sideName } from "./words.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./stage.js").Laid} Laid */

/** @param {Match} match @param {Stage} stage */
export function feltView(match, stage) {
  return html`<div class="felt of-${match.seats.length}" role="group" aria-label=${T.match.table}>
    <p class="state">${stateOf(match).map((text) => html`<span>${text}</span>`)}</p>
    ${match.seats.map((sitter) => seatView(match, stage, sitter.seat))}
    <div class="trick" role="group" aria-label=${T.match.trick}>
      ${repeat(stage.trick, (laid) => laid.card, (laid) => laidView(match, stage, laid))}
      ${stage.score && !stage.trick.length ? dealtView(match, stage.score) : nothing}
    </div>
  </div>`;
}

/** A card of the trick. @param {Match} match @param {Stage} stage @param {Laid} laid */
function laidView(match, stage, laid) {
  const takes = stage.taker === laid.seat ? "takes" : "";
  const goes = stage.collects && stage.taker !== null ? `to-${directionOf(match, stage.taker)}` : "";
  return html`<div class="card at-${directionOf(match, laid.seat)} ${isRed(laid.card) ? "red" : ""} ${takes} ${goes}" role="img"
    aria-label=${T.match.laid(nameOf(match, laid.seat), cardName(laid.card))}>${face(laid.card)}</div>`;
}

/** What a deal has brought each side. @param {Match} match @param {any} score */
function dealtView(match, score) {
  return html`<div class="dealt"><strong>${T.match.dealt(score.deal)}</strong>
    ${score.contract ? html`<span>${T.match.contractMade(score.made, bidText(score.contract))}</span>` : nothing}
    <dl>${score.points.map((/** @type {number} */ points, /** @type {number} */ side) =>
      html`<div><dt>${sideName(match, side)}</dt><dd>${T.match.signed(points)}</dd></div>`)}</dl></div>`;
}

/** What holds for all at the table. @param {Match} match @returns {unknown[]} */
function stateOf(match) {
  const M = T.match;
  const { game, view } = match;
  if (game === "hearts") {
    const direction = view.phase === "pass" ? [M.passing[/** @type {"left"} */ (view.direction)]] : [];
    return [...direction, view.broken ? M.brokenHearts : M.wholeHearts, ...(view.reached && !view.result ? [M.lastRound] : [])];
  }
  if (game === "spades") return [view.broken ? M.brokenSpades : M.wholeSpades];
  if (!view.contract || view.declarer === null) return [];
  const trumps = view.trump ? [html`${cardSuit(view.trump)} ${M.trumps(suitName(view.trump))}`] : [];
  return [M.contractOf(nameOf(match, view.declarer), bidText(view.contract)), ...trumps];
}

/** @param {Match} match @param {Stage} stage @param {number} seat */
function seatView(match, stage, seat) {
  const { view } = match;
  const acts = stage.turn.includes(seat);
  const kind = kindOf(match, seat);
  const own = seat === match.seat;
  const held = view.sits_out === seat ? 0 : view.counts[seat] - [...stage.trick].filter((laid) => laid.seat === seat && stage.gone.has(laid.card)).length;
  return html`<div class="seat at-${directionOf(match, seat)} ${acts ? "acts" : ""}" data-seat=${seat}>
    <span class="who">${nameOf(match, seat)}${view.dealer === seat ? html` <abbr title=${T.match.dealer}>${T.match.dealerSign}</abbr>` : nothing}</span>
    ${kind || isPartner(match, seat) ? html`<span class="kind">${[kind, isPartner(match, seat) ? T.match.partner : ""].filter(Boolean).join(", ")}</span>` : nothing}
    ${factsOf(match, seat).map((fact) => html`<span class="fact">${fact}</span>`)}
    <span class="fact turn">${acts ? (own ? T.match.yourTurn : T.match.thinks) : "\u00a0"}</span>
    ${own ? nothing : html`<span class="backs" role="img" aria-label=${T.match.cardsLeft(held)}>${Array.from({ length: held }, () => html`<i></i>`)}</span>`}
  </div>`;
}

/** What is worth knowing of a seat. @param {Match} match @param {number} seat @returns {string[]} */
function factsOf(match, seat) {
  const { game, view } = match;
  const taken = view.tricks.filter((/** @type {{taker: number}} */ trick) => trick.taker === seat).length;
  if (game === "hearts") return [T.match.points(view.points[seat]), T.match.tricks(taken)];
  if (game === "spades") {
    const bid = view.bids[seat];
    return [bid === null ? T.match.noBid : T.match.taken(view.taken[seat], bid)];
  }
  if (view.sits_out === seat) return [T.match.sitsOut];
  const said = view.bids[(seat - view.dealer - 1 + view.counts.length) % view.counts.length];
  if (view.phase === "bid") return said === undefined ? [] : [T.match.spoken(bidText(said))];
  return view.phase === "play" || view.phase === "over" ? [T.match.tricks(taken)] : [];
}

/** The trick that was taken last. @param {Match} match @param {Stage} stage */
export function lastView(match, stage) {
  const { last } = stage;
  // It keeps its place, so that the hand below stays where it is.
  if (!last) return html`<div class="last"><span>${match.view.phase === "play" ? T.match.noLast : "\u00a0"}</span></div>`;
  return html`<div class="last"><span>${T.match.last(nameOf(match, last.taker), last.taker === match.seat)}</span>
    ${last.cards.map((laid) => html`<span class="small card ${isRed(laid.card) ? "red" : ""}" role="img"
      aria-label=${T.match.laid(nameOf(match, laid.seat), cardName(laid.card))}>${face(laid.card)}</span>`)}
  </div>`;
}

/** Points of each team so far in kaiser, which aren't told at the seats. @param {Match} match @returns {string[]} */
export function standingOf(match) {
  const { game, view } = match;
  if (game !== "kaiser" || view?.phase !== "play" || !hasTeams(match)) return [];
  return view.points.map((/** @type {number} */ points, /** @type {number} */ team) => `${sideName(match, team)} ${points}`);
}
