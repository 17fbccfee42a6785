// Past days: their deals to play, and their solutions.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ask } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { kept } from "../core/storage.js";
import { T, dayName } from "../core/texts.js";
import { allRules } from "../pyramid/rules.js";
import { today } from "./daily.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("./daily.js").Daily} Daily */

const FIRST = "2026-01-01";
const DAYS = 30;
// As the service has them, from Sunday on.
const WEEK = /** @type {const} */ (["hard", "easy", "easy", "medium", "medium", "hard", "medium"]);

/** A day so many days later. @param {string} day @param {number} days */
function later(day, days) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** @type {import("../core/app.js").Opener} */
export async function open(app, [rules = "cardgames", difficulty = ""]) {
  const page = new Archive(app, [...(await allRules()).values()], rules, difficulty);
  await page.more();
  return page;
}

class Archive {
  title = T.app.sections.archive;
  /** @type {Map<string, Daily>} */
  #found = new Map();
  /** The first day that is shown. */
  #first = today();
  /** @type {unknown} */
  #fault = null;
  #asks = false;

  /** @param {App} app @param {import("../pyramid/rules.js").Rules[]} presets @param {string} rules @param {string} difficulty */
  constructor(app, presets, rules, difficulty) {
    this.app = app;
    this.presets = presets.filter((each) => each.hasDailies);
    this.rules = rules;
    this.difficulty = difficulty;
  }

  /** Those of a month before. */
  async more() {
    if (this.#asks || this.#first <= FIRST) return;
    const to = later(this.#first, -1);
    const from = later(this.#first, -DAYS) < FIRST ? FIRST : later(this.#first, -DAYS);
    this.#asks = true;
    this.app.update();
    try {
      const query = { from, to, rules: this.rules, difficulty: this.difficulty || null, limit: DAYS };
      const { dailies } = await ask("v1/daily", { query });
      for (const daily of dailies) this.#found.set(daily.date, daily);
      this.#first = from;
      this.#fault = null;
    } catch (error) {
      this.#fault = error;
    }
    this.#asks = false;
    this.app.update();
  }

  view() {
    const days = [];
    for (let day = later(today(), -1); day >= this.#first; day = later(day, -1)) days.push(day);
    const go = (/** @type {string} */ rules, /** @type {string} */ difficulty) => this.app.go(addressOf("archive", rules, difficulty));
    const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
    const { difficulties } = T.daily;
    return html`<h1>${this.title}</h1>
      <p>${T.archive.intro}</p>
      <div class="choices">
        <label>${T.daily.difficulty}
          <select data-difficulty @change=${(/** @type {Event} */ event) => go(this.rules, value(event))}>
            <option value="" ?selected=${!this.difficulty}>${T.archive.usual}</option>
            ${Object.entries(difficulties).map(([name, text]) => html`<option value=${name} ?selected=${name === this.difficulty}>${text}</option>`)}
          </select>
        </label>
        <label>${T.daily.rules}
          <select data-rules @change=${(/** @type {Event} */ event) => go(value(event), this.difficulty)}>
            ${this.presets.map((each) => html`<option value=${each.name} ?selected=${each.name === this.rules}>${each.name} – ${each.playedAt}</option>`)}
          </select>
        </label>
      </div>
      <ul class="days">${days.map((day) => this.#dayView(day))}</ul>
      ${faultOf(this.#fault)}
      ${this.#first > FIRST ? html`<p><button type="button" ?disabled=${this.#asks} @click=${() => void this.more()}>${T.archive.earlier}</button></p>` : nothing}`;
  }

  /** @param {string} day */
  #dayView(day) {
    const found = this.#found.get(day);
    const usual = WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "medium";
    const difficulty = found?.difficulty ?? (/** @type {typeof usual} */ (this.difficulty) || usual);
    const slot = `${day}:${this.rules}:${difficulty}`;
    const win = kept(`win:${slot}`, /** @type {any} */ (null));
    const begun = kept(`daily:${slot}`, /** @type {any} */ (null));
    const state = win ? T.archive.won(win.moves.length) : begun ? T.archive.begun : "";
    const words = [day, this.rules, difficulty];
    return html`<li class="box">
      <span><strong>${dayName(day)}</strong> <span class="sub">${T.daily.difficulties[difficulty]}${found ? ` · ${T.archive.par(found.min_moves)}` : nothing}</span>
        ${state ? html`<span class="state">${state}</span>` : nothing}</span>
      <span class="row">
        <a class="press" href=${addressOf("daily", ...words)}>${T.archive.play}<span class="hidden"> ${dayName(day)}</span></a>
        <a class="press" href=${addressOf("solution", ...words)}>${T.archive.solution}<span class="hidden"> ${dayName(day)}</span></a>
      </span>
    </li>`;
  }
}
