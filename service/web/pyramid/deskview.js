// What stands around the table: counts, buttons, and what there is to say of the game.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { T, clock, number } from "../core/texts.js";
import { stockText } from "./table.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./position.js").Move} Move */

/** @param {Desk} desk */
export function countsView({ game, asked }) {
  const { passes, stockSize } = asked.rules;
  return html`<dl class="counts">
    <div><dt>${T.desk.moves}</dt><dd data-moves>${number(game.moves.length)}</dd></div>
    ${asked.par === null ? nothing : html`<div title=${T.desk.parTitle}><dt>${T.desk.par}</dt><dd data-par>${number(asked.par)}</dd></div>`}
    <div><dt>${T.desk.time}</dt><dd data-time>${clock(game.seconds)}</dd></div>
    ${stockSize ? html`<div><dt>${T.desk.pass}</dt><dd>${T.desk.passOf(game.position.pass, passes)}</dd></div>` : nothing}
  </dl>`;
}

/** @param {Desk} desk @param {Move[]} legal */
export function toolsView(desk, legal) {
  const { game, asked, isOver } = desk;
  const { position } = game;
  const noHint = isOver || desk.hints.isBusy;
  const hint = (/** @type {"full" | "fair"} */ kind) => () => void desk.hint(kind);
  const draw = position.stock.length || !position.mayRecycle ? T.desk.draw : T.desk.recycle;
  return html`<div class="tools" role="toolbar" aria-label=${T.desk.tools}>
    ${asked.rules.stockSize
      ? html`<button type="button" @click=${desk.draw} ?disabled=${!legal.includes("draw") && !legal.includes("recycle")} title=${stockText(position)}>${draw}</button>`
      : nothing}
    <button type="button" @click=${() => desk.undo()} ?disabled=${!game.moves.length || isOver}>${T.desk.undo}</button>
    <button type="button" @click=${desk.redo} ?disabled=${!game.redo.length || isOver}>${T.desk.redo}</button>
    <button type="button" @click=${hint("fair")} ?disabled=${noHint} title=${T.desk.fairTitle}>${T.desk.fair}</button>
    <button type="button" @click=${hint("full")} ?disabled=${noHint || asked.sealed} title=${asked.sealed ? T.desk.sealed : T.desk.fullTitle}>${T.desk.full}</button>
    <button type="button" @click=${desk.restart} ?disabled=${!game.begun}>${isOver ? T.desk.another : T.desk.restart}</button>
  </div>`;
}

/** @param {Desk} desk @param {Move[]} legal */
export function noticesView(desk, legal) {
  const switched = (/** @type {Event} */ event) => desk.watch(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<div class="notices">
    ${desk.hints.view()} ${desk.isOver ? nothing : lostView(desk, legal)}
    <label class="switch"><input type="checkbox" .checked=${desk.watches} @change=${switched} /> ${T.desk.watch}</label>
    <p class="keys">${T.desk.keys}</p>
  </div>`;
}

/** That the game is lost, and how it can be saved. @param {Desk} desk @param {Move[]} legal */
function lostView(desk, legal) {
  const { outlook } = desk.verdicts;
  if (outlook.status !== "lost") return legal.length ? nothing : html`<p class="lost">${T.desk.stuck}</p>`;
  const { undo } = outlook;
  return html`<p class="lost" data-lost>
    ${T.desk.lost(undo)}
    ${undo === null ? nothing : html`<button type="button" class="main" @click=${() => desk.undo(undo)}>${T.desk.undoMany(undo)}</button>`}
  </p>`;
}
