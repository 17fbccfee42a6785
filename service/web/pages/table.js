// A table of Hearts, Spades or Kaiser: looked at, and played at.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { addressOf, faultOf } from "../core/app.js";
import { copied } from "../core/copying.js";
import { keep, kept } from "../core/storage.js";
import { T } from "../core/texts.js";
import { styled } from "../core/styles.js";
import { Acts } from "../tricks/acts.js";
import { feltView, lastView } from "../tricks/felt.js";
import { Link } from "../tricks/link.js";
import { resultText, sheetView } from "../tricks/sheet.js";
import { Stage } from "../tricks/stage.js";
import { eventText, nameOf } from "../tricks/words.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../tricks/link.js").Match} Match */

/** @type {import("../core/app.js").Opener} */
export async function open(app, [id = ""]) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const page = new Table(app, id);
  await page.begin();
  return page;
}

class Table {
  title = "";
  /** @type {unknown} */
  #fault = null;
  /** @type {any[]} */
  #scores = [];
  #turn = false;
  #timer = 0;

  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.stage = new Stage((event) => this.#told(event), () => this.#changed());
    this.link = new Link(id, (match, events) => this.stage.show(match, events), () => {
      this.app.say(this.link.isCut ? T.match.cut : T.match.backAgain);
      this.app.update();
    });
    this.acts = new Acts(app, (action) => this.#act(action));
  }

  async begin() {
    const match = await this.link.open();
    this.title = T.tables.games[/** @type {"hearts"} */ (match.game)] ?? match.game;
    if (match.view) this.#scores = (await this.link.history()).filter((event) => event.event === "score");
    // A deadline is seen to come nearer.
    this.#timer = setInterval(() => this.stage.match?.deadline && this.app.update(), 1000);
  }

  close() {
    this.link.close();
    this.stage.close();
    clearInterval(this.#timer);
  }

  drawn() {
    this.acts.drawn();
  }

  /** @param {any} event */
  #told(event) {
    const match = this.link.match;
    if (!match) return;
    if (event.event === "score" && !this.#scores.some((score) => score.deal === event.deal)) this.#scores.push(event);
    const text = eventText(match, event);
    if (text) this.app.say(text);
  }

  #changed() {
    const match = this.stage.match;
    const mine = match !== null && !this.stage.isBusy && match.status === "playing" && match.seat !== null && match.waiting.includes(match.seat);
    if (mine && !this.#turn) this.app.say(T.match.yourTurnSaid);
    this.#turn = mine;
    this.app.update();
  }

  /** @param {any} action */
  async #act(action) {
    this.#fault = null;
    const same = JSON.stringify(action);
    const still = (/** @type {Match} */ match) =>
      match.view?.legal.some((/** @type {any} */ each) => JSON.stringify(each) === same || (each.pass && action.pass)) ?? false;
    try {
      await this.link.act(action, still);
    } catch (error) {
      this.#fault = error;
    }
    this.app.update();
  }

  async #resign() {
    if (!window.confirm(T.match.sureToLeave)) return;
    try {
      await this.link.resign();
    } catch (error) {
      this.#fault = error;
    }
    this.app.update();
  }

  async #again() {
    try {
      this.app.go(addressOf("table", await this.link.rematch()));
    } catch (error) {
      this.#fault = error;
      this.app.update();
    }
  }

  view() {
    const match = this.stage.match;
    if (!match) return nothing;
    const busy = this.stage.isBusy;
    const over = match.status === "over" && !busy;
    return html`<div class="match">
      <div class="head"><h1>${this.title}</h1>
        <p class="sub">${match.view ? T.match.dealNo(match.view.deal) : T.match.notBegun}${match.seat === null ? html` · ${T.match.watching}` : nothing}
          ${this.link.isCut ? html` · <span class="cut" data-cut>${T.match.cut}</span>` : nothing} ${this.#deadline(match)}</p></div>
      ${over ? html`<section class="finish"><h2 data-over>${resultText(match)}</h2>
          <p class="row">${match.seat === null ? nothing : html`<button type="button" class="main" data-again @click=${() => void this.#again()}>${T.match.again}</button>`}
            <a href="#/tables">${T.match.toTables}</a></p></section>` : nothing}
      ${match.status === "waiting" ? this.#waitingView(match) : html`${feltView(match, this.stage)} ${lastView(match, this.stage)}
          ${faultOf(this.#fault)} ${over ? nothing : this.acts.view(match, busy)}`}
      <div class="beside">
        ${sheetView(match, this.#scores)} ${this.#settings(match, over)}
      </div>
    </div>`;
  }

  /** @param {Match} match */
  #deadline(match) {
    if (!match.deadline) return nothing;
    const seconds = Math.max(0, Math.round((Date.parse(match.deadline) - Date.now()) / 1000));
    return html` · <span role="timer">${T.match.left(seconds)}</span>`;
  }

  /** Until all sit. @param {Match} match */
  #waitingView(match) {
    const link = match.code ? new URL(addressOf("join", match.code), document.baseURI).href : "";
    return html`<section class="box"><h2>${T.match.invite}</h2>
      ${link ? html`<p><code class="link" data-link>${link}</code></p>
        <p class="row"><button type="button" class="main" @click=${() => void copied(this.app, link)}>${T.match.copyLink}</button> <span>${T.match.orCode(match.code ?? "")}</span></p>` : nothing}
      <ul>${match.seats.map((sitter) => html`<li>${nameOf(match, sitter.seat)}</li>`)}</ul>
      <p class="sub">${T.match.beginsAlone}</p></section>`;
  }

  /** @param {Match} match @param {boolean} over */
  #settings(match, over) {
    const pace = kept("pace", "normal");
    const change = (/** @type {Event} */ event) => keep("pace", /** @type {HTMLSelectElement} */ (event.target).value);
    const options = Object.entries(match.options);
    return html`<p class="row"><label>${T.match.pace}
        <select data-pace @change=${change}>${Object.entries(T.match.paces).map(([name, text]) => html`<option value=${name} ?selected=${name === pace}>${text}</option>`)}</select></label>
      ${match.seat === null || over ? nothing : html`<button type="button" @click=${() => void this.#resign()}>${T.match.leave}</button>`}</p>
      ${options.length ? html`<p class="sub">${T.match.options} ${options.map(([name, value]) => `${name}: ${value}`).join(", ")}</p>` : nothing}`;
  }
}

