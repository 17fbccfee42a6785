// The score sheet, deal by deal, and how the game has ended.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { T, number } from "../core/texts.js";
import { directionOf, hasTeams, nameOf, sideName } from "./words.js";

/** @typedef {import("./link.js").Match} Match */

/** @param {Match} match @param {any[]} scores the events that tell of deals */
export function sheetView(match, scores) {
  const { view } = match;
  if (!view?.totals) return nothing;
  /** @type {number[]} */
  const sides = view.totals.map((/** @type {number} */ _, /** @type {number} */ side) => side);
  if (hasTeams(match) && match.seat !== null && match.seat % 2) sides.reverse(); // One's own team first.
  // What a deal has brought is told before the view of the next one is shown.
  const { totals, bags } = { ...view, ...(scores.at(-1) ?? {}) };
  const row = (/** @type {(side: number) => unknown} */ cell) => sides.map(cell);
  return html`<table class="list sheet">
    <caption>${T.match.sheet}</caption>
    <thead><tr><th scope="col">${T.match.deal}</th>${row((side) => html`<th scope="col">${headView(match, side)}</th>`)}</tr></thead>
    <tbody>
      ${scores.map((score) => html`<tr><th scope="row">${score.deal}</th>${row((side) => html`<td>${number(score.points[side])}
        ${score.tricks ? html`<small>${T.match.taken(score.tricks[side], score.bids[side])}</small>` : nothing}</td>`)}</tr>`)}
    </tbody>
    <tfoot>
      ${bags ? html`<tr><th scope="row">${T.match.bags}</th>${row((side) => html`<td>${number(bags[side])}</td>`)}</tr>` : nothing}
      <tr><th scope="row">${T.match.total}</th>${row((side) => html`<td data-total=${side}><strong>${number(totals[side])}</strong></td>`)}</tr>
    </tfoot>
  </table>`;
}

/** A side's name, or where it sits if there is no room for more. @param {Match} match @param {number} side */
function headView(match, side) {
  const name = sideName(match, side);
  const short = T.match.directionsShort[directionOf(match, side)];
  const isBot = name === T.match.directions[directionOf(match, side)];
  return match.seats.length > 4 && isBot ? html`<abbr title=${name}>${short}</abbr>` : name;
}

/** How it has ended. @param {Match} match */
export function resultText(match) {
  const { result } = match.view ?? {};
  if (!result) return T.match.ended;
  const { winners } = result;
  if (!winners.length || winners.length === match.seats.length) return T.match.draw;
  if (match.seat !== null && winners.includes(match.seat)) {
    if (hasTeams(match)) return T.match.wonTeam;
    return winners.length > 1 ? T.match.wonShared : T.match.won;
  }
  if (hasTeams(match) && match.seat !== null) return T.match.lostTeam;
  return T.match.winners(winners.map((/** @type {number} */ seat) => nameOf(match, seat)));
}
