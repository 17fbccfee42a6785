// The lobby: sit down at a new table, at one of one's own, or at one that waits for players.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { ApiError, ask } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { knownPlayer, named } from "../core/player.js";
import { styled } from "../core/styles.js";
import { T } from "../core/texts.js";
import { face, isRed } from "../pyramid/cards.js";
import { Opening } from "../tricks/opening.js";
import { OPTIONS } from "../tricks/options.js";
import { sitDown } from "../tricks/seats.js";
import { sitterText } from "../tricks/words.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../tricks/options.js").Game} Game */

const GAMES = /** @type {Game[]} */ (Object.keys(OPTIONS));
const LISTED = 20;
const LOOK = 10_000; // Milliseconds after which the lists are looked at again.
/** Cards that each game is about. @type {Record<Game, string[]>} */
const EMBLEMS = { hearts: ["QH", "AH", "QS"], spades: ["KS", "AS", "2S"], kaiser: ["5H", "AD", "3S"] };

/** @type {import("../core/app.js").Opener} */
export async function open(app) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const page = new Tables(app);
  await page.look();
  return page;
}

class Tables {
  title = T.app.sections.tables;
  /** What went wrong, and whether it was with the form. @type {{error: unknown, ofForm: boolean} | null} */
  #fault = null;
  /** @type {any[]} */
  #own = [];
  /** @type {any[]} */
  #open = [];
  #asks = false;
  #timer;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.opening = new Opening(app, (body, name) => void this.#sit(body, name));
    this.#timer = setInterval(() => document.hidden || !navigator.onLine || void this.look(true), LOOK);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** Which tables there are. @param {boolean} [again] then what goes wrong may pass */
  async look(again = false) {
    try {
      const token = knownPlayer()?.token;
      const [open, own] = await Promise.all([
        ask("v1/matches/open", { query: { limit: LISTED } }),
        token ? ask("v1/matches", { query: { limit: LISTED }, token }) : { matches: [] },
      ]);
      const isKnown = (/** @type {any} */ match) => Object.hasOwn(OPTIONS, match.game);
      this.#own = own.matches.filter(isKnown);
      const mine = new Set(this.#own.map((match) => match.id));
      this.#open = open.matches.filter((/** @type {any} */ match) => isKnown(match) && !mine.has(match.id));
    } catch (error) {
      // An account that the service has forgotten isn't worth a word before somebody plays.
      if (!again && !(error instanceof ApiError && error.status === 401)) this.#fault = { error, ofForm: false };
    }
    this.app.update();
  }

  /** @param {any} body @param {string} [name] given in the form */
  async #sit(body, name) {
    if (this.#asks) return;
    this.#asks = true;
    this.#fault = null;
    this.app.update();
    try {
      await named(name);
      const made = await sitDown("v1/matches", body);
      this.app.go(addressOf("table", made.match.id));
    } catch (error) {
      this.#fault = { error, ofForm: name !== undefined };
    }
    this.#asks = false;
    this.app.update();
  }

  view() {
    const fault = this.#fault;
    return html`<h1>${this.title}</h1>
      <p>${T.tables.intro}</p>
      ${fault && !fault.ofForm ? faultOf(fault.error) : nothing}
      <div class="games">${GAMES.map((game) => this.#gameView(game))}</div>
      ${this.opening.view(this.#asks, fault?.ofForm ? fault.error : null)}
      ${this.#own.length ? html`<h2>${T.tables.own}</h2>${this.#list(this.#own)}` : nothing}
      <h2>${T.tables.join}</h2>
      ${this.#open.length ? this.#list(this.#open) : html`<p>${T.tables.noneOpen}</p>`}
      ${this.#codeForm()}`;
  }

  /** @param {Game} game */
  #gameView(game) {
    const start = (/** @type {"easy" | "strong"} */ level) => () => void this.#sit({ game, seats: ["you", level, level, level] });
    return html`<section class="box game" aria-labelledby=${`game-${game}`}>
      <div class="emblem" aria-hidden="true">${EMBLEMS[game].map((card, at) =>
        html`<span class="card ${isRed(card) ? "red" : ""}" .style=${`--i: ${at - 1}`}>${face(card)}</span>`)}</div>
      <h2 id=${`game-${game}`}>${T.tables.games[game]}</h2>
      <p>${T.tables.about[game]}</p>
      <p class="row">
        <button type="button" class="main" data-start=${game} ?disabled=${this.#asks} @click=${start("easy")}>${T.tables.start}<span class="hidden">: ${T.tables.games[game]}</span></button>
        <button type="button" ?disabled=${this.#asks} @click=${start("strong")}>${T.tables.startStrong}<span class="hidden">: ${T.tables.games[game]}</span></button>
      </p>
    </section>`;
  }

  /** @param {any[]} matches */
  #list(matches) {
    return html`<ul class="days">${repeat(matches, (match) => match.id, (match) => this.#matchView(match))}</ul>`;
  }

  /** @param {any} match */
  #matchView(match) {
    const game = T.tables.games[/** @type {Game} */ (match.game)];
    const mine = match.seat !== null;
    const names = match.seats.map((/** @type {{seat: number}} */ sitter) => sitterText(match, sitter.seat)).join(", ");
    return html`<li class="box">
      <span><strong>${game}</strong>
        ${match.your_turn
          ? html`<span class="state">${T.match.yourTurn}</span>`
          : html`<span class="sub">${T.tables.states[/** @type {"waiting"} */ (match.status)]}</span>`}
        <span class="sub names">${names}</span></span>
      <a class="press" href=${addressOf(mine ? "table" : "join", match.id)}>${mine ? T.tables.go : T.tables.sit}<span class="hidden">: ${game}, ${names}</span></a>
    </li>`;
  }

  #codeForm() {
    const go = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code") ?? "").trim();
      const code = text.split("/").pop(); // Some will paste the whole link.
      if (code) this.app.go(addressOf("join", code));
    };
    return html`<form class="row" @submit=${go}>
      <label>${T.tables.code} <input name="code" maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false" required /></label>
      <button type="submit">${T.tables.sit}</button>
    </form>`;
  }
}
