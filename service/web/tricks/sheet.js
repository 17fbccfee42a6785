// The score sheet, deal by deal.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { T, number } from "../core/texts.js";
import { sideName } from "./words.js";

/** @typedef {import("./link.js").Match} Match */

/** @param {Match} match @param {any[]} scores the events that tell of deals */
export function sheetView(match, scores) {
  const { view } = match;
  if (!view?.totals) return nothing;
  const sides = view.totals.map((/** @type {number} */ _, /** @type {number} */ side) => side);
  return html`<table class="list sheet">
    <caption>${T.match.sheet}</caption>
    <thead><tr><th scope="col">${T.match.deal}</th>${sides.map((/** @type {number} */ side) => html`<th scope="col">${sideName(match, side)}</th>`)}</tr></thead>
    <tbody>
      ${scores.map((score) => html`<tr><th scope="row">${score.deal}</th>${sides.map((/** @type {number} */ side) => html`<td>${number(score.points[side])}</td>`)}</tr>`)}
    </tbody>
    <tfoot>
      ${view.bags ? html`<tr><th scope="row">${T.match.bags}</th>${sides.map((/** @type {number} */ side) => html`<td>${number(view.bags[side])}</td>`)}</tr>` : nothing}
      <tr><th scope="row">${T.match.total}</th>${sides.map((/** @type {number} */ side) => html`<td data-total=${side}><strong>${number(view.totals[side])}</strong></td>`)}</tr>
    </tfoot>
  </table>`;
}

/** How it has ended. @param {Match} match */
export function resultText(match) {
  const { result } = match.view ?? {};
  if (!result) return T.match.ended;
  const won = match.seat !== null && result.winners.includes(match.seat);
  if (won) return T.match.won;
  const sides = match.game === "hearts" ? result.winners : [result.winners[0] % 2];
  const names = sides.map((/** @type {number} */ side) => sideName(match, side));
  return match.seat === null ? T.match.winners(names) : T.match.lost(names);
}
