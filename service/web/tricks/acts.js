// What may be done from one's seat: all of it from what the view calls legal.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { T } from "../core/texts.js";
import { cardSuit } from "../pyramid/cards.js";
import { along, handView, sorted } from "./hand.js";
import { suitName, whyNot } from "./why.js";
import { bidText, nameOf } from "./words.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {import("./stage.js").Stage} Stage */

export class Acts {
  /** Cards that are chosen to be passed. @type {Set<string>} */
  #chosen = new Set();
  /** What was sent, and isn't answered yet. @type {any} */
  #sent = null;
  /** Where the focus was in the hand, if it is to go on from there; -1: leave it alone. */
  #refocus = -1;
  /** What was said about a card that can't be used, and of which version. */
  #why = { text: "", version: -1 };

  /**
   * @param {import("../core/app.js").App} app
   * @param {(action: any) => Promise<void>} act
   */
  constructor(app, act) {
    this.app = app;
    this.act = act;
  }

  /** @param {any} action @param {number} [at] where in the hand */
  async #do(action, at = 0) {
    if (this.#sent) return; // Two clicks are one action.
    this.#sent = action;
    this.#refocus = at;
    this.#why.text = "";
    this.app.update();
    await this.act(action);
    this.#sent = null;
    this.#chosen.clear();
    this.app.update();
  }

  /** @param {Match} match @param {Stage} stage */
  view(match, stage) {
    const { view } = match;
    if (match.seat === null || !view) return nothing;
    const legal = stage.isBusy || this.#sent ? [] : view.legal;
    const passing = legal.find((/** @type {any} */ each) => each.pass?.choose)?.pass;
    const plays = new Set(legal.map((/** @type {any} */ each) => each.play).filter(Boolean));
    const away = new Set([...stage.gone, this.#sent?.play, ...(this.#sent?.pass ?? [])]);
    const cards = sorted(view.hand.filter((/** @type {string} */ card) => !away.has(card)));
    const usable = passing ? new Set(passing.of) : plays;
    const hand = {
      cards,
      unseen: view.hand.length ? 0 : view.counts[match.seat],
      usable: /** @type {Set<string>} */ (usable),
      chosen: passing ? this.#chosen : null,
      dims: plays.size > 0,
    };
    const press = (/** @type {string} */ card, /** @type {number} */ at) => {
      if (passing) this.#choose(match, card, passing.choose);
      else if (plays.has(card)) void this.#do({ play: card }, at);
      else this.#tell(match, plays.size ? whyNot(view, card, /** @type {Set<string>} */ (plays)) : T.match.notNow);
    };
    return html`<div class="acts">
      <p class="prompt ${legal.length ? "mine" : ""}" data-prompt>${this.#prompt(match, stage, legal)}</p>
      ${handView(hand, press)}
      <div class="choices-of">${passing ? this.#passView(passing.choose) : this.#choicesView(legal)}</div>
    </div>`;
  }

  /** What is to be done now, or why a card can't be. @param {Match} match @param {Stage} stage @param {any[]} legal */
  #prompt(match, stage, legal) {
    const P = T.match.prompts;
    const { view } = match;
    if (this.#why.text && this.#why.version === match.version) return this.#why.text;
    if (this.#sent) return P.sent;
    if (!legal.length) {
      if (match.status !== "playing") return "\u00a0";
      const others = stage.turn.filter((seat) => seat !== match.seat);
      return others.length === 1 && others[0] !== undefined ? P.waitFor(nameOf(match, others[0])) : stage.isBusy ? "\u00a0" : P.others;
    }
    const [first] = legal;
    if (first.play) return view.trick.length ? P.play : P.lead;
    if (first.pass) return P.pass[/** @type {"left"} */ (view.direction)] ?? P.pass.left;
    if (first.trump) return P.trump;
    if (first.moon) return P.moon;
    if (first.hand) return P.hand;
    if (legal.some((each) => each.look)) return P.unseen;
    return match.game === "spades" ? P.tricks : P.bid;
  }

  /** @param {Match} match @param {string} text */
  #tell(match, text) {
    this.#why = { text, version: match.version };
    this.app.say(text);
    this.app.update();
  }

  /** @param {Match} match @param {string} card @param {number} most */
  #choose(match, card, most) {
    if (this.#chosen.has(card)) this.#chosen.delete(card);
    else if (this.#chosen.size < most) this.#chosen.add(card);
    else {
      this.#tell(match, T.match.enough(most));
      return;
    }
    this.#why.text = "";
    this.app.update();
    this.app.say(T.match.passCards(this.#chosen.size, most));
  }

  /** @param {number} most */
  #passView(most) {
    const pass = () => void this.#do({ pass: sorted([...this.#chosen]) });
    return html`<button type="button" class="main" data-pass ?disabled=${this.#chosen.size !== most} @click=${pass}>
      ${T.match.passCards(this.#chosen.size, most)}
    </button>`;
  }

  /** Everything but cards. @param {any[]} legal */
  #choicesView(legal) {
    const others = legal.filter((each) => each.play === undefined && each.pass === undefined);
    if (!others.length) return nothing;
    return html`<div class="bids" role="group" aria-label=${T.match.choose} @keydown=${along}>
      ${others.map((action) => html`<button type="button" data-act @click=${() => void this.#do(action)}>${actionView(action)}</button>`)}
    </div>`;
  }

  /** The focus goes on to what can be done next, if it was on something that has gone. */
  drawn() {
    if (this.#refocus < 0 || this.#sent) return;
    const active = document.activeElement;
    if (active && active !== document.body && !active.closest(".acts")) {
      this.#refocus = -1; // They are somewhere else by now.
      return;
    }
    const bids = document.querySelector(".acts [data-act]");
    const cards = [...document.querySelectorAll(".hand [data-card]")];
    const usable = bids ? [bids] : cards.filter((card) => card.matches(".usable"));
    const near = Math.min(this.#refocus, cards.length - 1);
    const next = usable.find((each) => bids || each === active || cards.indexOf(each) >= near) ?? usable[0] ?? cards[near];
    if (next instanceof HTMLElement && active !== next) next.focus({ preventScroll: true });
    if (usable.length) this.#refocus = -1;
  }
}

/** What an action is called. @param {any} action */
function actionView(action) {
  if (action.bid !== undefined) return bidText(action.bid);
  if (action.look) return T.match.look;
  if (action.trump) return html`${cardSuit(action.trump)} ${suitName(action.trump)}`;
  if (action.moon) return T.match.moon[/** @type {"others_plus"} */ (action.moon)] ?? action.moon;
  if (action.hand) return T.match.keeps[/** @type {"keep"} */ (action.hand)] ?? action.hand;
  return JSON.stringify(action);
}
