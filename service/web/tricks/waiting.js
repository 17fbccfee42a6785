// A table that waits for players: whom to send what, and who sits there already.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { addressOf } from "../core/app.js";
import { copied } from "../core/copying.js";
import { T } from "../core/texts.js";
import { isPartner, sitterText } from "./words.js";

/** @typedef {import("./link.js").Match} Match */

/** @param {import("../core/app.js").App} app @param {Match} match */
export function waitingView(app, match) {
  return html`<section class="box invite">
    ${match.code ? inviteView(app, match, match.code) : nothing}
    ${seatsView(match)}
    <p class="sub">${T.match.beginsAlone}</p>
    ${match.seat === null && match.public ? html`<p><a class="press" href=${addressOf("join", match.id)}>${T.tables.sit}</a></p>` : nothing}
  </section>`;
}

/** @param {import("../core/app.js").App} app @param {Match} match @param {string} code */
function inviteView(app, match, code) {
  const link = new URL(addressOf("join", code), document.baseURI).href;
  const share = () => {
    const text = T.match.shareText(T.tables.games[/** @type {"hearts"} */ (match.game)] ?? match.game);
    void navigator.share({ text, url: link }).catch(() => undefined); // They thought better of it.
  };
  const shares = "share" in navigator && window.matchMedia("(pointer: coarse)").matches;
  return html`<h2>${T.match.invite}</h2>
    <p><code class="link" data-link>${link}</code></p>
    <p class="row">
      <button type="button" class="main" data-copy @click=${() => void copied(app, link)}>${T.match.copyLink}</button>
      ${shares ? html`<button type="button" @click=${share}>${T.match.share}</button>` : nothing}
      <span>${T.match.orCode(code)}</span>
    </p>`;
}

/** Who sits there, in the order of the seats. @param {Match} match */
export function seatsView(match) {
  return html`<ol class="sitters" aria-label=${T.tables.seats}>${match.seats.map((sitter) => html`<li class=${sitter.kind}>
    ${sitterText(match, sitter.seat)}${isPartner(match, sitter.seat) ? html` <span class="sub">(${T.match.partner})</span>` : nothing}</li>`)}</ol>`;
}
