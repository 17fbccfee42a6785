// The lobby: sit down at a new table, at one of one's own, or at one that waits for players.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask, newKey } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { askAsPlayer, knownPlayer, player, rename } from "../core/player.js";
import { styled } from "../core/styles.js";
import { T } from "../core/texts.js";
import { OPTIONS, chosen } from "../tricks/options.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {"hearts" | "spades" | "kaiser"} Game */

const GAMES = /** @type {Game[]} */ (Object.keys(OPTIONS));
const LISTED = 20;

/** @type {import("../core/app.js").Opener} */
export async function open(app) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const page = new Tables(app);
  await page.look();
  return page;
}

class Tables {
  title = T.app.sections.tables;
  /** @type {unknown} */
  #fault = null;
  /** @type {any[]} */
  #own = [];
  /** @type {any[]} */
  #open = [];
  #asks = false;
  /** @type {Game} */
  #game = "hearts";
  #players = 4;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Which tables there are. */
  async look() {
    try {
      const token = knownPlayer()?.token;
      const [open, own] = await Promise.all([
        ask("v1/matches/open", { query: { limit: LISTED } }),
        token ? ask("v1/matches", { query: { limit: LISTED }, token }) : { matches: [] },
      ]);
      this.#own = own.matches.filter((/** @type {any} */ match) => match.game !== "pyramid");
      const mine = new Set(this.#own.map((match) => match.id));
      this.#open = open.matches.filter((/** @type {any} */ match) => !mine.has(match.id));
    } catch (error) {
      // An account that the service has forgotten isn't worth a word before somebody plays.
      if (!(error instanceof ApiError) || error.status !== 401) this.#fault = error;
    }
    this.app.update();
  }

  /** @param {any} body @param {string} [name] */
  async #sit(body, name) {
    if (this.#asks) return;
    this.#asks = true;
    this.#fault = null;
    this.app.update();
    try {
      await named(name);
      const made = await askAsPlayer("v1/matches", { body, headers: { "Idempotency-Key": newKey() } });
      this.app.go(addressOf("table", made.match.id));
    } catch (error) {
      this.#fault = error;
    }
    this.#asks = false;
    this.app.update();
  }

  view() {
    return html`<h1>${this.title}</h1>
      <p>${T.tables.intro}</p>
      ${faultOf(this.#fault)}
      <div class="games">
        ${GAMES.map((game) => html`<section class="box"><h2>${T.tables.games[game]}</h2><p>${T.tables.about[game]}</p>
          <button type="button" class="main" data-start=${game} ?disabled=${this.#asks} @click=${() => void this.#sit({ game, seats: ["you", "easy", "easy", "easy"] })}>${T.tables.start}</button></section>`)}
      </div>
      ${this.#own.length ? html`<h2>${T.tables.own}</h2>${this.#list(this.#own)}` : nothing}
      <h2>${T.tables.join}</h2>
      ${this.#open.length ? this.#list(this.#open) : html`<p>${T.tables.noneOpen}</p>`}
      ${this.#codeForm()} ${this.#newForm()}`;
  }

  /** @param {any[]} matches */
  #list(matches) {
    return html`<ul class="days">${matches.map((match) => html`<li class="box"><span><strong>${T.tables.games[/** @type {Game} */ (match.game)]}</strong>
        <span class="sub">${match.seats.map((/** @type {any} */ sitter) => sitter.name ?? (sitter.kind === "open" ? T.match.open : T.tables.levels[/** @type {"easy"} */ (sitter.level)])).join(", ")}</span>
        ${match.your_turn ? html`<span class="state">${T.match.yourTurn}</span>` : html`<span class="sub">${T.tables.states[/** @type {"waiting"} */ (match.status)]}</span>`}</span>
      <a class="press" href=${addressOf(match.seat === null ? "join" : "table", match.id)}>${match.seat === null ? T.tables.sit : T.tables.go}<span class="hidden"> ${match.game}</span></a></li>`)}</ul>`;
  }

  #codeForm() {
    const go = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code") ?? "").trim();
      if (code) this.app.go(addressOf("join", code));
    };
    return html`<form class="row" @submit=${go}><label>${T.tables.code} <input name="code" maxlength="20" autocomplete="off" autocapitalize="characters" required /></label>
      <button type="submit">${T.tables.sit}</button></form>`;
  }

  #newForm() {
    const game = this.#game;
    const players = game === "hearts" ? this.#players : 4;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const seats = ["you", ...Array.from({ length: players - 1 }, (_, at) => String(form.get(`seat-${at + 1}`)))];
      const body = {
        game,
        options: chosen(game, form),
        seats,
        public: form.get("public") !== null,
        spectators: form.get("spectators") !== null,
        move_seconds: Number(form.get("seconds")),
      };
      void this.#sit(body, String(form.get("name") ?? "").trim());
    };
    const select = (/** @type {Event} */ event) => {
      this.#game = /** @type {Game} */ (/** @type {HTMLSelectElement} */ (event.target).value);
      this.app.update();
    };
    const options = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      if (input.name !== "option-players") return;
      this.#players = Math.min(6, Math.max(2, Number(input.value) || 4));
      this.app.update();
    };
    return html`<details class="new"><summary>${T.tables.other}</summary>
      <form class="box" @submit=${send} @change=${options}>
        <p class="choices"><label>${T.tables.game} <select data-game @change=${select}>${GAMES.map((each) => html`<option value=${each} ?selected=${each === game}>${T.tables.games[each]}</option>`)}</select></label>
          <label>${T.tables.name} <input name="name" maxlength="24" autocomplete="nickname" .value=${knownPlayer()?.name ?? ""} /></label></p>
        <fieldset><legend>${T.tables.seats}</legend><div class="choices">
          ${Array.from({ length: players - 1 }, (_, at) => html`<label>${T.tables.seat(at + 1, players)} <select name=${`seat-${at + 1}`}>
            ${Object.entries(T.tables.sitters).map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>`)}
        </div></fieldset>
        <p><label><input type="checkbox" name="public" /> ${T.tables.public}</label></p>
        <p><label><input type="checkbox" name="spectators" checked /> ${T.tables.spectators}</label></p>
        <p><label>${T.tables.seconds} <select name="seconds">${[0, 15, 30, 60, 86400].map((seconds) => html`<option value=${seconds}>${T.tables.secondsOf(seconds)}</option>`)}</select></label></p>
        <details><summary>${T.tables.options}</summary><div class="options">${OPTIONS[game].map((option) => optionView(game, option))}</div></details>
        <p><button type="submit" class="main" data-create ?disabled=${this.#asks}>${T.tables.create}</button></p>
      </form></details>`;
  }
}

/** @param {Game} game @param {import("../tricks/options.js").Option} option */
function optionView(game, option) {
  const name = `option-${option.name}`;
  const texts = /** @type {Record<string, string>} */ (T.tables.optionTexts[game]);
  const label = texts[option.name] ?? option.name;
  if (option.kind === "yes") return html`<label><input type="checkbox" name=${name} /> ${label}</label>`;
  if (option.kind === "choice") {
    const of = /** @type {Record<string, string>} */ (T.tables.choices);
    return html`<label>${label} <select name=${name}>${option.choices?.map((each) => html`<option value=${each}>${of[each] ?? each}</option>`)}</select></label>`;
  }
  return html`<label>${label} <input type="number" name=${name} min=${option.least} max=${option.most} value=${option.usual ?? ""} ?required=${!option.none} /></label>`;
}

/** See that the player is called so. @param {string} [name] */
export async function named(name) {
  const known = await player(name || undefined);
  if (name && known.name !== name) await rename(name);
}
