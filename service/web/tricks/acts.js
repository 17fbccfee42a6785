// One's own hand, and what may be done: all of it from what the view calls legal.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { T } from "../core/texts.js";
import { cardName, face, isRed } from "../pyramid/cards.js";
import { orderOf } from "../pyramid/position.js";
import { bidText } from "./words.js";

/** @typedef {import("./link.js").Match} Match */

const SUITS = "CDSH"; // Black and red in turn.

/** A hand by suits, each from the ace down. @param {readonly string[]} hand */
export function sorted(hand) {
  const rank = (/** @type {string} */ card) => (card[0] === "A" ? 1000 : orderOf(card));
  const suit = (/** @type {string} */ card) => SUITS.indexOf(card[1] ?? "");
  return [...hand].sort((a, b) => suit(a) - suit(b) || rank(b) - rank(a));
}

export class Acts {
  /** Cards that are chosen to be passed. @type {Set<string>} */
  #chosen = new Set();
  /** @type {string | null} */
  #sent = null;
  #refocus = -1;

  /**
   * @param {import("../core/app.js").App} app
   * @param {(action: any) => Promise<void>} act
   */
  constructor(app, act) {
    this.app = app;
    this.act = act;
  }

  /** @param {any} action @param {string | null} [card] that leaves the hand */
  async #do(action, card = null) {
    this.#sent = card ?? "";
    this.app.update();
    await this.act(action);
    this.#sent = null;
    this.#chosen.clear();
    this.app.update();
  }

  /** @param {Match} match @param {boolean} busy whether something is still being shown */
  view(match, busy) {
    const { view } = match;
    if (match.seat === null || !view) return nothing;
    const legal = busy || this.#sent !== null ? [] : view.legal;
    return html`<div class="acts">${this.#choices(legal)} ${this.#hand(view, legal, busy)}</div>`;
  }

  /** @param {any} view @param {any[]} legal @param {boolean} busy */
  #hand(view, legal, busy) {
    const passing = legal.find((each) => each.pass?.choose)?.pass;
    const plays = new Set(legal.map((each) => each.play).filter(Boolean));
    const hand = sorted(view.hand).filter((card) => card !== this.#sent);
    const press = (/** @type {string} */ card, /** @type {number} */ at) => () => {
      if (passing) this.#choose(card, passing.choose);
      else if (plays.has(card)) {
        this.#refocus = at;
        void this.#do({ play: card }, card);
      } else this.app.say(busy ? T.match.wait : plays.size ? T.match.notLegal(cardName(card)) : T.match.notNow);
    };
    return html`<div class=${view.game === "kaiser" ? "hand eight" : "hand"} role="group" aria-label=${T.match.hand(hand.length)}>
      ${repeat(hand, (card) => card, (card, at) => {
        const usable = passing ? passing.of.includes(card) : plays.has(card);
        const chosen = this.#chosen.has(card);
        return html`<button type="button" class="card ${isRed(card) ? "red" : ""} ${usable ? "usable" : ""} ${chosen ? "selected" : ""} ${plays.size && !usable ? "covered" : ""}"
          data-card=${card} aria-label=${cardName(card)} aria-pressed=${passing ? String(chosen) : nothing}
          aria-disabled=${usable ? nothing : "true"} tabindex=${usable || !legal.length ? 0 : -1} @click=${press(card, at)}>${face(card)}</button>`;
      })}
    </div>
    ${passing ? html`<p class="row"><button type="button" class="main" data-pass ?disabled=${this.#chosen.size !== passing.choose}
        @click=${() => void this.#do({ pass: sorted([...this.#chosen]) })}>${T.match.passCards(this.#chosen.size, passing.choose)}</button></p>` : nothing}`;
  }

  /** @param {string} card @param {number} most */
  #choose(card, most) {
    if (this.#chosen.has(card)) this.#chosen.delete(card);
    else if (this.#chosen.size < most) this.#chosen.add(card);
    else {
      this.app.say(T.match.enough(most));
      return;
    }
    this.app.update();
    this.app.say(T.match.passCards(this.#chosen.size, most));
  }

  /** Everything but cards. @param {any[]} legal */
  #choices(legal) {
    const others = legal.filter((each) => each.play === undefined && each.pass === undefined);
    if (!others.length) return nothing;
    return html`<div class="bids" role="group" aria-label=${T.match.choose}>
      <p>${T.match.choose}</p>
      ${others.map((action) => html`<button type="button" data-act @click=${() => void this.#do(action)}>${actionText(action)}</button>`)}
    </div>`;
  }

  /** The focus goes to what can be done next, if it was on a card that has gone. */
  drawn() {
    if (this.#refocus < 0 || this.#sent !== null) return;
    const active = document.activeElement;
    if (active && active !== document.body && !active.closest(".hand")) {
      this.#refocus = -1;
      return;
    }
    const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hand [data-card]"));
    const next = [...cards].find((card) => card.matches(".usable")) ?? cards[Math.min(this.#refocus, cards.length - 1)];
    next?.focus({ preventScroll: true });
    if (next?.matches(".usable")) this.#refocus = -1;
  }
}

/** What an action is called. @param {any} action */
export function actionText(action) {
  if (action.bid !== undefined) return bidText(action.bid);
  if (action.look) return T.match.look;
  if (action.trump) return T.cards.suits[/** @type {"C"} */ (action.trump)];
  if (action.moon) return T.match.moon[/** @type {"others_plus"} */ (action.moon)] ?? action.moon;
  if (action.hand) return T.match.keeps[/** @type {"keep"} */ (action.hand)] ?? action.hand;
  return JSON.stringify(action);
}
