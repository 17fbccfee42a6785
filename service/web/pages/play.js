// Any deal, by its code or by all its cards.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { copied } from "../core/copying.js";
import { T } from "../core/texts.js";
import { Desk } from "../pyramid/desk.js";
import { allRules } from "../pyramid/rules.js";
import { resultText, solved } from "../pyramid/solving.js";
import { rulesChoice } from "../pyramid/choices.js";

/** @typedef {import("../core/app.js").App} App */

/** @type {import("../core/app.js").Opener} */
export async function open(app, [code = "", rulesName = "cardgames"]) {
  const rules = await allRules();
  const page = new Play(app, rules, code, rules.has(rulesName) ? rulesName : "cardgames");
  if (code) await page.deal();
  return page;
}

class Play {
  /** @type {unknown} */
  #fault = null;
  /** @type {Desk | null} */
  #desk = null;
  #least = "";
  /** @type {AbortController} */
  #closing = new AbortController();

  /** @param {App} app @param {Map<string, import("../pyramid/rules.js").Rules>} presets @param {string} code @param {string} rules */
  constructor(app, presets, code, rules) {
    this.app = app;
    this.presets = presets;
    this.code = code;
    this.rules = rules;
    this.title = code ? T.play.titleOf(code.length > 24 ? T.play.some : code) : T.app.sections.play;
  }

  async deal() {
    try {
      const found = await ask(`v1/deals/${encodeURIComponent(this.code)}`, { query: { rules: this.rules } });
      const rules = this.presets.get(this.rules);
      if (!rules) return;
      this.#desk = new Desk({
        app: this.app,
        rules,
        deal: found.deal,
        key: `play:${this.rules}:${found.digest.slice(0, 20)}`,
        par: null,
        sealed: false,
        won: () => this.app.update(),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#fault = error;
    }
  }

  close() {
    this.#closing.abort();
    this.#desk?.close();
  }

  drawn() {
    this.#desk?.drawn();
  }

  async #ask() {
    const desk = this.#desk;
    if (!desk) return;
    this.#least = T.desk.thinking;
    this.app.update();
    try {
      const found = await solved(desk.asked.deal, this.rules, this.#closing.signal, () => {});
      desk.asked.par = found.min_moves;
      this.#least = resultText(found);
      this.app.say(this.#least);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#least = "";
      desk.fault(error);
    }
    this.app.update();
  }

  view() {
    const desk = this.#desk;
    const go = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const code = String(form.get("code") ?? "").replace(/\s+/g, "");
      if (code) this.app.go(addressOf("play", code, String(form.get("rules"))));
    };
    const random = () => {
      const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
      const rules = /** @type {HTMLSelectElement} */ (document.querySelector("[data-rules]")).value;
      this.app.go(addressOf("play", `seed:${seed}`, rules));
    };
    return html`<div class="head"><h1>${this.title}</h1></div>
      ${desk
        ? html`${desk.isOver ? html`<p class="good" data-won>${T.play.won(desk.game.moves.length)}</p>` : nothing} ${desk.view()}
            <p>${desk.asked.rules.sentence[0]?.toUpperCase()}${desk.asked.rules.sentence.slice(1)}.</p>
            <p class="row">
              <button type="button" @click=${() => void this.#ask()}>${T.play.least}</button>
              <button type="button" @click=${() => void copied(this.app, window.location.href)}>${T.play.link}</button>
              <a href=${addressOf("solve", this.code, this.rules)}>${T.play.solve}</a>
              ${desk.game.begun ? html`<a href=${addressOf("review", desk.asked.key)}>${T.finish.review}</a>` : nothing}
            </p>
            ${this.#least ? html`<p class="good" role="status" data-least>${this.#least}</p>` : nothing}`
        : html`<p>${T.play.intro}</p>`}
      <form class="box deal" @submit=${go}>
        <label class="wide">${T.play.code}
          <input name="code" .value=${desk ? "" : this.code} placeholder="seed:7" autocomplete="off" spellcheck="false"
            aria-invalid=${this.#fault ? "true" : "false"} aria-describedby="code-help" /></label>
        <p id="code-help" class="sub">${T.play.codeHelp}</p>
        ${faultOf(this.#fault)}
        ${rulesChoice(this.presets, this.rules)}
        <p class="row"><button type="submit" class="main">${T.play.deal}</button>
          <button type="button" @click=${random}>${T.play.random}</button></p>
      </form>`;
  }
}
