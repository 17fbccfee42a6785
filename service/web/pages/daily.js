// The deal of a day: played for the board while the day lasts, and for oneself afterwards.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask, pause } from "../core/api.js";
import { addressOf } from "../core/app.js";
import { T, clock, dayName, number } from "../core/texts.js";
import { Desk } from "../pyramid/desk.js";
import { Finish } from "../pyramid/finish.js";
import { allRules } from "../pyramid/rules.js";

/** @typedef {import("../core/app.js").App} App */
/**
 * @typedef {object} Daily
 * @property {string} date
 * @property {number} number
 * @property {string} rules
 * @property {"easy" | "medium" | "hard"} difficulty
 * @property {string} deal
 * @property {number} min_moves
 * @property {boolean} confirmed
 */

const TRIES = 24;
const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

/** The day that it is, where days begin everywhere at once. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * A day's deal; one that is being made is waited for.
 * @param {string} day empty: today's
 * @param {string} rules
 * @param {string} difficulty empty: that of its weekday
 * @returns {Promise<Daily>}
 */
export async function dailyOf(day, rules, difficulty) {
  const query = { rules, difficulty: difficulty || null };
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask(day ? `v1/daily/${encodeURIComponent(day)}` : "v1/daily", { query });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "not-made" || left === 0) throw error;
      await pause(Math.min(error.after || 2, 3));
    }
  }
}

/** @type {import("../core/app.js").Opener} */
export async function open(app, [day = "", rulesName = "cardgames", difficulty = ""]) {
  const [rules, daily] = await Promise.all([allRules(), dailyOf(day, rulesName, difficulty)]);
  return new DailyPage(app, rules, daily);
}

class DailyPage {
  /** @type {any[] | null} */
  #places = null;

  /** @param {App} app @param {Map<string, import("../pyramid/rules.js").Rules>} rules @param {Daily} daily */
  constructor(app, rules, daily) {
    const own = rules.get(daily.rules);
    if (!own) throw new ApiError(0, T.daily.notHere);
    this.app = app;
    this.rules = rules;
    this.daily = daily;
    this.title = daily.date === today() ? T.daily.today : T.daily.title(dayName(daily.date));
    const slot = `${daily.date}:${daily.rules}:${daily.difficulty}`;
    this.finish = new Finish(app, daily, slot, () => void this.#board());
    this.desk = new Desk({
      app,
      rules: own,
      deal: daily.deal,
      key: `daily:${slot}`,
      par: daily.min_moves,
      sealed: daily.date >= today(),
      won: (game) => this.finish.won(game),
    });
    if (this.desk.isOver) this.finish.resume(this.desk.game);
  }

  close() {
    this.desk.close();
    this.finish.close();
  }

  drawn() {
    this.desk.drawn();
    this.finish.drawn();
  }

  async #board() {
    const { date, rules, difficulty } = this.daily;
    try {
      const found = await ask(`v1/daily/${date}/board`, { query: { rules, difficulty, limit: 10 } });
      this.#places = found.places;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // The board isn't worth a complaint.
    }
    this.app.update();
  }

  view() {
    const { daily } = this;
    const isToday = daily.date === today();
    const proof = daily.confirmed ? T.daily.proven : T.daily.proven1;
    return html`<div class="head">
        <h1>${this.title}</h1>
        <p class="sub">
          ${isToday ? html`${dayName(daily.date)} · ` : nothing}${T.daily.info(daily.number, T.daily.difficulties[daily.difficulty])}
        </p>
      </div>
      ${this.finish.view(this.desk.game)} ${this.desk.view()}
      <div class="beside">
        ${this.#choices()}
        <p>${this.desk.asked.rules.sentence[0]?.toUpperCase()}${this.desk.asked.rules.sentence.slice(1)}. ${proof}.</p>
        ${isToday
          ? nothing
          : html`<p>${T.daily.over} <a href=${addressOf("solution", daily.date, daily.rules, daily.difficulty)}>${T.daily.solution}</a></p>`}
        <details @toggle=${(/** @type {Event} */ event) => {
          if (/** @type {HTMLDetailsElement} */ (event.target).open) void this.#board();
        }}>
          <summary>${T.daily.board}</summary>
          ${this.#boardView()}
        </details>
      </div>`;
  }

  #choices() {
    const { daily } = this;
    const go = (/** @type {string} */ rules, /** @type {string} */ difficulty) =>
      this.app.go(addressOf("daily", daily.date, rules, difficulty));
    const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
    const presets = [...this.rules.values()].filter((rules) => rules.hasDailies);
    return html`<div class="choices">
      <label>${T.daily.difficulty}
        <select data-difficulty @change=${(/** @type {Event} */ event) => go(daily.rules, value(event))}>
          ${DIFFICULTIES.map((each) => html`<option value=${each} ?selected=${each === daily.difficulty}>${T.daily.difficulties[each]}</option>`)}
        </select>
      </label>
      <label>${T.daily.rules}
        <select data-rules @change=${(/** @type {Event} */ event) => go(value(event), daily.difficulty)}>
          ${presets.map((each) => html`<option value=${each.name} ?selected=${each.name === daily.rules}>${each.name} – ${each.playedAt}</option>`)}
        </select>
      </label>
    </div>`;
  }

  #boardView() {
    const places = this.#places;
    if (places === null) return html`<p>${T.app.loading}</p>`;
    if (!places.length) return html`<p>${T.daily.nobody}</p>`;
    const { place } = T.daily;
    return html`<table class="list">
      <thead><tr><th>${place.rank}</th><th>${place.name}</th><th>${place.moves}</th><th>${place.time}</th></tr></thead>
      <tbody>
        ${places.map((each) => html`<tr><td>${number(each.rank)}</td><td>${each.name}</td><td>${number(each.moves)}</td><td>${clock(each.seconds)}</td></tr>`)}
      </tbody>
    </table>`;
  }
}
