// Looking back on a game: what each move has cost, and where the game was lost.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { kept, keysOf } from "../core/storage.js";
import { T, dayName } from "../core/texts.js";
import { rulesChoice } from "../pyramid/choices.js";
import { positionIn } from "../pyramid/reading.js";
import { Replay } from "../pyramid/replay.js";
import { allRules } from "../pyramid/rules.js";
import { today } from "./daily.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../pyramid/rules.js").Rules} Rules */
/** @typedef {import("../pyramid/replay.js").Note} Note */

const SECONDS = 60;

/** @type {import("../core/app.js").Opener} */
export async function open(app, words) {
  const page = new Review(app, await allRules());
  const [first = ""] = words;
  const key = words.length > 1 ? `daily:${words.join(":")}` : first;
  if (key) await page.lookAt(key);
  return page;
}

class Review {
  title = T.app.sections.review;
  /** @type {unknown} */
  #fault = null;
  #told = "";
  #asks = false;
  #found = /** @type {any} */ (null);
  /** @type {Replay | null} */
  #replay = null;

  /** @param {App} app @param {Map<string, Rules>} presets */
  constructor(app, presets) {
    this.app = app;
    this.presets = presets;
  }

  close() {
    this.#replay?.close();
  }

  /** A game that this browser keeps. @param {string} key */
  async lookAt(key) {
    const game = kept(key, /** @type {any} */ (null));
    const [kind, first = "", second = ""] = key.split(":");
    const win = kept(key.replace(/^daily:/, "win:"), /** @type {any} */ (null));
    const moves = game?.moves?.length ? game.moves : win?.moves;
    if (!game || !moves?.length) {
      this.#told = T.review.none;
    } else if (kind === "daily" && first >= today()) {
      this.#told = T.finish.reviewLater;
    } else {
      await this.#ask(game.deal, kind === "daily" ? second : first, moves);
    }
  }

  /** @param {string} deal @param {string} rules @param {string[]} moves */
  async #ask(deal, rules, moves) {
    this.#asks = true;
    this.#fault = this.#found = null;
    this.#told = "";
    this.#replay?.close();
    this.#replay = null;
    this.app.update();
    try {
      const found = await ask("v1/reviews", { body: { deal, rules, moves }, seconds: SECONDS });
      const own = /** @type {Rules} */ (this.presets.get(rules));
      const line = deal.includes(":") && !deal.includes("|") ? (await ask(`v1/deals/${encodeURIComponent(deal)}`, { query: { rules } })).deal : deal;
      const start = positionIn(own, line);
      const notes = found.steps.map((/** @type {any} */ step) => noteOf(step, found));
      const played = found.steps.map((/** @type {any} */ step) => step.move);
      this.#found = found;
      this.#replay = start ? new Replay(this.app, start, played, notes) : null;
      if (this.#replay && found.lost_by !== null) this.#replay.step = found.lost_by;
      this.app.say(summary(found));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#fault = error;
    }
    this.#asks = false;
    this.app.update();
  }

  view() {
    return html`<h1>${this.title}</h1>
      <p>${T.review.intro}</p>
      ${this.#told ? html`<p class="good">${this.#told}</p>` : nothing} ${faultOf(this.#fault)}
      ${this.#asks ? html`<p role="status">${T.desk.thinking}</p>` : nothing}
      ${this.#found ? html`<p class=${this.#found.lost_by === null ? "good" : "lost"} data-summary>${summary(this.#found)}</p>${this.#replay?.view()}` : nothing}
      ${this.#gamesView()} ${this.#formView()}`;
  }

  #gamesView() {
    const games = [...keysOf("daily:"), ...keysOf("play:")]
      .map((key) => ({ key, game: kept(key, /** @type {any} */ (null)) }))
      .filter(({ game }) => game?.moves?.length)
      .sort((a, b) => (b.game.at ?? 0) - (a.game.at ?? 0))
      .slice(0, 20);
    if (!games.length) return nothing;
    return html`<h2>${T.review.games}</h2>
      <ul class="days">${games.map(({ key, game }) => html`<li class="box"><span>${nameOf(key)} <span class="sub">${T.review.moves(game.moves.length)}</span></span>
        <a class="press" href=${addressOf("review", key)}>${T.review.look}<span class="hidden"> ${nameOf(key)}</span></a></li>`)}</ul>`;
  }

  #formView() {
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const moves = String(form.get("moves") ?? "").replace(/\d+[.)]\s/g, "").split(/[,;\n]+/).map((move) => move.trim()).filter(Boolean);
      void this.#ask(String(form.get("deal") ?? "").trim(), String(form.get("rules")), moves);
    };
    return html`<h2>${T.review.other}</h2>
      <form class="box" @submit=${send}>
        <label class="wide">${T.review.deal} <textarea name="deal" rows="2" required spellcheck="false"></textarea></label>
        <label class="wide">${T.review.movesField} <textarea name="moves" rows="3" required spellcheck="false" placeholder="KH, draw, 5C+8D"></textarea></label>
        ${rulesChoice(this.presets, "cardgames")}
        <p><button type="submit" class="main" ?disabled=${this.#asks}>${T.review.look}</button></p>
      </form>`;
  }
}

/** @param {string} key */
function nameOf(key) {
  const [kind, first = "", rules = "", difficulty = ""] = key.split(":");
  return kind === "daily" ? T.review.daily(dayName(first), rules, difficulty) : T.review.deal_(first);
}

/** @param {any} step @param {any} found @returns {Note | null} */
function noteOf(step, found) {
  if (step.number === found.lost_by) return { kind: "fatal", text: T.review.fatal };
  if (step.status === "lost") return { kind: "lost", text: T.review.lost };
  if (step.cost > 0) return { kind: "cost", text: T.review.cost(step.cost) };
  if (step.cost === 0) return { kind: "", text: T.review.best };
  return step.status === "unknown" ? { kind: "", text: T.review.unknown } : { kind: "", text: T.review.wins };
}

/** @param {any} found */
function summary(found) {
  if (found.start.status === "lost") return T.review.never;
  if (found.lost_by !== null) return T.review.lostBy(found.lost_by, found.certain);
  return T.review.wasted(found.won, found.wasted);
}
