// A table of Hearts, Spades or Kaiser: looked at, and played at.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { addressOf, faultOf } from "../core/app.js";
import { keep, kept } from "../core/storage.js";
import { T } from "../core/texts.js";
import { styled } from "../core/styles.js";
import { Acts } from "../tricks/acts.js";
import { feltView, lastView, standingOf } from "../tricks/felt.js";
import { Herald } from "../tricks/herald.js";
import { Link } from "../tricks/link.js";
import { optionsText } from "../tricks/options.js";
import { resultText, sheetView } from "../tricks/sheet.js";
import { Stage } from "../tricks/stage.js";
import { waitingView } from "../tricks/waiting.js";
import { eventText, nameOf } from "../tricks/words.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../tricks/link.js").Match} Match */

/** @type {import("../core/app.js").Opener} */
export async function open(app, [id = ""]) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const page = new Table(app, id);
  try {
    await page.begin();
  } catch (error) {
    page.close();
    throw error;
  }
  return page;
}

class Table {
  title = "";
  /** @type {unknown} */
  #fault = null;
  /** What the deals have brought. @type {any[]} */
  #scores = [];
  #turn = false;
  #over = false;
  #asks = false;
  /** Whether the end is to be read next. */
  #focusEnd = false;
  #timer = 0;

  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.herald = new Herald((text) => app.say(text));
    this.stage = new Stage((event) => this.#told(event), () => this.#changed());
    this.link = new Link(id, {
      news: (match, events) => this.#news(match, events),
      cut: () => {
        this.herald.tell(this.link.isCut ? T.match.cut : T.match.backAgain);
        app.update();
      },
      lost: (error) => {
        this.#fault = error;
        this.herald.tell(T.match.lostLine);
        app.update();
      },
    });
    this.acts = new Acts(app, (action) => this.#asked(() => this.link.act(action)));
  }

  async begin() {
    const match = await this.link.open();
    this.title = T.tables.games[/** @type {"hearts"} */ (match.game)] ?? match.game;
    if (match.view && (match.view.deal > 1 || match.status === "over")) {
      const past = (await this.link.history()).filter((event) => event.event === "score");
      this.#scores = [...past, ...this.#scores.filter((score) => score.deal > (past.at(-1)?.deal ?? 0))];
    }
    this.#over = match.status === "over";
    // A deadline is seen to come nearer.
    this.#timer = setInterval(() => this.stage.match?.deadline && this.app.update(), 1000);
  }

  close() {
    this.link.close();
    this.stage.close();
    this.herald.close();
    clearInterval(this.#timer);
  }

  drawn() {
    if (this.#focusEnd) {
      this.#focusEnd = false;
      /** @type {HTMLElement | null} */ (document.querySelector("[data-over]"))?.focus();
      return;
    }
    this.acts.drawn();
  }

  /** @param {Match} match @param {any[]} events */
  #news(match, events) {
    const before = this.stage.match?.seats ?? [];
    for (const sitter of before.length ? match.seats : []) {
      const was = before[sitter.seat]?.kind;
      if (was === "open" && sitter.kind === "player") this.herald.tell(T.match.sits(nameOf(match, sitter.seat)));
      if (was === "player" && sitter.kind === "open") this.herald.tell(T.match.getsUp(before[sitter.seat]?.name ?? T.match.somebody));
      if (was === "player" && sitter.kind === "bot") this.herald.tell(T.match.goes(sitter.name ?? T.match.somebody));
    }
    this.stage.show(match, events);
  }

  /** @param {any} event */
  #told(event) {
    const match = this.link.match;
    if (!match) return;
    if (event.event === "score" && !this.#scores.some((score) => score.deal === event.deal)) this.#scores.push(event);
    this.herald.tell(eventText(match, event));
  }

  #changed() {
    const match = this.stage.match;
    const shown = match !== null && !this.stage.isBusy;
    const mine = shown && match.status === "playing" && match.seat !== null && match.waiting.includes(match.seat);
    if (mine && !this.#turn) this.herald.tell(T.match.yourTurnSaid);
    this.#turn = mine;
    // Whoever does something else meanwhile sees it at the tab.
    if (this.title) document.title = `${mine ? T.match.titleTurn(this.title) : this.title} – ${T.app.name}`;
    if (shown && match.status === "over" && !this.#over && this.title) {
      this.#over = true;
      this.#focusEnd = match.seat !== null;
      this.herald.tell(resultText(match));
    }
    this.app.update();
  }

  /** Ask for something, once at a time; what goes wrong is shown. @param {() => Promise<void>} question */
  async #asked(question) {
    this.#fault = null;
    this.#asks = true;
    try {
      await question();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) this.#fault = error; // Else the page was left.
    }
    this.#asks = false;
    this.app.update();
  }

  #resign = () => {
    const match = this.link.match;
    if (!match || this.#asks) return;
    const begun = match.status !== "waiting";
    if (!window.confirm(begun ? T.match.sureToLeave : T.match.sureToGo)) return;
    void this.#asked(async () => {
      await this.link.resign();
      if (!begun || !match.spectators) this.app.go("#/tables");
    });
  };

  #again = () => {
    if (!this.#asks) void this.#asked(async () => this.app.go(addressOf("table", await this.link.rematch())));
  };

  view() {
    const match = this.stage.match;
    if (!match) return nothing;
    return html`<div class="match">
      <div class="head">
        <h1>${this.title}</h1>
        <p class="sub">${this.#headline(match)}</p>
      </div>
      ${match.view ? this.#play(match) : html`${faultOf(this.#fault)} ${waitingView(this.app, match)}`}
      <div class="beside">
        ${sheetView(match, this.#scores)} ${this.#settings(match)}
      </div>
    </div>`;
  }

  /** @param {Match} match */
  #headline(match) {
    const parts = [match.view ? T.match.dealNo(match.view.deal) : T.match.notBegun, ...standingOf(match)];
    if (match.seat === null) parts.push(T.match.watching);
    const left = match.deadline ? Math.max(0, Math.round((Date.parse(match.deadline) - Date.now()) / 1000)) : null;
    return html`${parts.join(" · ")}
      ${left === null ? nothing : html` · <span role="timer">${T.match.left(left)}</span>`}
      ${this.link.isCut ? html` · <span class="cut" data-cut>${T.match.cut}</span>` : nothing}`;
  }

  /** @param {Match} match */
  #play(match) {
    const over = match.status === "over" && !this.stage.isBusy;
    return html`<div class="playing">
      ${over ? this.#endView(match) : nothing}
      ${feltView(match, this.stage)} ${lastView(match, this.stage)} ${faultOf(this.#fault)}
      ${over ? nothing : this.acts.view(match, this.stage)}
    </div>`;
  }

  /** @param {Match} match */
  #endView(match) {
    return html`<section class="finish">
      <h2 tabindex="-1" data-over>${resultText(match)}</h2>
      <p class="row">
        ${match.seat === null
          ? nothing
          : html`<button type="button" class="main" data-again ?disabled=${this.#asks} @click=${this.#again}>${T.match.again}</button>`}
        <a class="press" href="#/tables">${T.match.toTables}</a>
      </p>
    </section>`;
  }

  /** @param {Match} match */
  #settings(match) {
    const pace = kept("pace", "normal");
    const change = (/** @type {Event} */ event) => keep("pace", /** @type {HTMLSelectElement} */ (event.target).value);
    const options = optionsText(match);
    const sits = match.seat !== null && match.status !== "over";
    return html`<p class="row">
        <label>${T.match.pace}
          <select data-pace @change=${change}>
            ${Object.entries(T.match.paces).map(([name, text]) => html`<option value=${name} ?selected=${name === pace}>${text}</option>`)}
          </select></label>
        ${sits ? html`<button type="button" data-leave ?disabled=${this.#asks} @click=${this.#resign}>${T.match.leave}</button>` : nothing}
      </p>
      ${options.length ? html`<details class="rules"><summary>${T.match.options}</summary><ul>${options.map((text) => html`<li>${text}</li>`)}</ul></details>` : nothing}`;
  }
}
