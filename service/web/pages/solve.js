// Solving a deal of one's own: written, pasted, or tapped in card by card.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { ApiError } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { copied } from "../core/copying.js";
import { T, number } from "../core/texts.js";
import { cardNames } from "../pyramid/cards.js";
import { rulesChoice } from "../pyramid/choices.js";
import { Picker } from "../pyramid/picker.js";
import { checked, isList, isUnfinished, positionIn, wordsIn } from "../pyramid/reading.js";
import { Replay, lineView } from "../pyramid/replay.js";
import { allRules } from "../pyramid/rules.js";
import { resultText, solved } from "../pyramid/solving.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../pyramid/rules.js").Rules} Rules */

// Of these problems the service tells each fault.
const SPELT = new Set(["bad-deal", "bad-position"]);
const FEW = 6; // So many cards are named one by one.

/** @type {import("../core/app.js").Opener} */
export async function open(app, [code = "", rulesName = "cardgames"]) {
  const rules = await allRules();
  const page = new Solve(app, rules, code, rules.has(rulesName) ? rulesName : "cardgames");
  if (code && !page.problem) void page.solve();
  return page;
}

class Solve {
  title = T.app.sections.solve;
  /** @type {unknown} */
  #fault = null;
  /** @type {AbortController | null} */
  #asking = null;
  #job = /** @type {any} */ (null);
  #begun = 0;
  #timer = 0;
  /** @type {(import("../pyramid/solving.js").Result & {deal: string}) | null} */
  #result = null;
  /** @type {Replay | null} */
  #replay = null;

  /** @type {import("../pyramid/reading.js").Fault[]} */
  faults = [];
  /** @type {string[]} */
  missing = [];
  isList = true;
  /** What is asked about: cards are sent as everybody reads them. */
  deal = "";

  /** @param {App} app @param {Map<string, Rules>} presets @param {string} text @param {string} rules */
  constructor(app, presets, text, rules) {
    this.app = app;
    this.presets = presets;
    this.text = isList(text) && text ? wordsIn(text).join(" ") : text;
    this.rulesName = rules;
    this.picking = !text;
    this.picker = new Picker(app, (words) => this.#write(words.join(" ")));
    this.#look();
  }

  get rules() {
    return /** @type {Rules} */ (this.presets.get(this.rulesName));
  }

  /** @param {string} text */
  #write(text) {
    this.text = text;
    this.#stop();
    this.#result = null;
    this.#replay?.close();
    this.#replay = null;
    this.#fault = null;
    this.#look();
    this.app.update();
  }

  /** See what is wrong with what is written, as far as that can be seen here. */
  #look() {
    const list = isList(this.text);
    const words = list ? wordsIn(this.text) : [];
    const { cards, faults, missing } = checked(words, this.rules, isUnfinished(this.text));
    this.faults = list ? faults : [];
    this.missing = list ? missing : [];
    this.isList = list;
    this.deal = list ? cards.join(" ") : this.text.trim();
    this.picker.set(this.rules, words, cards, this.faults);
  }

  /** Why it can't be solved yet. */
  get problem() {
    if (!this.text.trim()) return T.solve.nothing;
    const { missing } = this;
    const few = missing.length <= FEW ? T.solve.missingOnes(cardNames(missing)) : T.solve.missing(missing.length);
    const faults = this.faults.map((fault) => this.picker.faultText(fault));
    // Many cards are missing as long as somebody writes; that is no fault yet.
    if (missing.length && (!faults.length || missing.length <= FEW)) faults.push(few);
    return faults.join(" ");
  }

  /** What an address calls it. */
  get #code() {
    return this.isList ? this.deal.replaceAll(" ", "") : this.deal;
  }

  #stop() {
    this.#asking?.abort();
    this.#asking = null;
    clearInterval(this.#timer);
  }

  close() {
    this.#stop();
    this.#replay?.close();
  }

  async solve() {
    this.#stop();
    const asking = new AbortController();
    this.#asking = asking;
    this.#fault = this.#result = this.#job = null;
    this.#begun = performance.now();
    this.#timer = setInterval(() => this.app.update(), 500);
    this.app.update();
    this.app.say(T.solve.searching);
    try {
      const found = await solved(this.deal, this.rulesName, asking.signal, (job) => {
        this.#job = job;
        this.app.update();
      });
      this.#result = found;
      const start = positionIn(this.rules, found.deal);
      this.#replay = start && found.solution.length ? new Replay(this.app, start, found.solution) : null;
      this.app.rename(addressOf("solve", this.#code, this.rulesName));
      this.app.say(resultText(found));
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#fault = error;
    }
    this.#stop();
    this.app.update();
  }

  view() {
    const busy = this.#asking !== null;
    const { problem } = this;
    const write = (/** @type {Event} */ event) => this.#write(/** @type {HTMLTextAreaElement} */ (event.target).value);
    const choose = (/** @type {string} */ name) => {
      this.rulesName = name;
      this.#write(this.text);
    };
    return html`<h1>${T.solve.title}</h1>
      <p>${T.solve.intro}</p>
      <label class="wide" for="deal">${T.solve.deal}</label>
      <textarea id="deal" rows="3" spellcheck="false" autocapitalize="off" .value=${live(this.text)} @input=${write}
        aria-describedby="deal-fault" aria-invalid=${this.faults.length ? "true" : "false"}></textarea>
      <p id="deal-fault" class=${this.faults.length ? "fault" : "sub"} data-problem>${problem || (this.isList ? T.solve.complete : T.solve.written)}</p>
      ${rulesChoice(this.presets, this.rulesName, choose)}
      <details class="picking" ?open=${this.picking || Boolean(this.faults.length)}
        @toggle=${(/** @type {Event} */ event) => (this.picking = /** @type {HTMLDetailsElement} */ (event.target).open)}><summary>${T.solve.pick}</summary>${this.isList ? this.picker.view() : html`<p>${T.solve.noPicking}</p>`}</details>
      <p class="row">
        <button type="button" class="main" data-solve ?disabled=${busy || Boolean(problem)} @click=${() => void this.solve()}>${T.solve.go}</button>
        ${busy ? html`<button type="button" @click=${() => this.#cancel()}>${T.solve.cancel}</button>` : nothing}
      </p>
      ${busy ? html`<p data-progress>${this.#progress()}</p>` : nothing} ${this.#faultView()} ${this.#resultView()}`;
  }

  #cancel() {
    this.#stop();
    this.app.say(T.solve.cancelled);
    this.app.update();
  }

  #progress() {
    const seconds = Math.floor((performance.now() - this.#begun) / 1000);
    const place = this.#job?.status === "queued" ? this.#job.place : null;
    return T.solve.progress(seconds, this.#job?.nodes ?? 0, place);
  }

  #faultView() {
    const faults = this.#fault instanceof ApiError && SPELT.has(this.#fault.kind) ? this.#fault.message.split("; ") : [];
    if (faults.length < 2) return faultOf(this.#fault);
    return html`<ul class="fault" role="alert">${faults.map((each) => html`<li>${each}</li>`)}</ul>`;
  }

  #resultView() {
    const found = this.#result;
    if (!found) return nothing;
    const scores = [
      found.score?.microsoft == null ? "" : T.solve.microsoft(found.score.microsoft),
      found.score?.par == null ? "" : T.solve.par(found.score.par),
    ].filter(Boolean);
    return html`<section class="result" aria-label=${T.solve.result}>
      <h2 data-verdict>${resultText(found)}</h2>
      <p class="sub">${T.solve.work(number(found.nodes), found.seconds)} ${scores.join(" ")}</p>
      ${this.#replay ? this.#replay.view() : found.solution.length ? lineView(found.solution) : nothing}
      <p class="row"><button type="button" @click=${() => void copied(this.app, window.location.href)}>${T.play.link}</button>
        ${this.isList || /^(seed|ms|pysol)\s*:/i.test(this.deal) ? html`<a href=${addressOf("play", this.#code, this.rulesName)}>${T.solve.play}</a>` : nothing}</p>
    </section>`;
  }
}
