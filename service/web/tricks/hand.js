// One's own cards: fanned, sorted, and those that can be used marked.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { T } from "../core/texts.js";
import { cardName, face, isRed } from "../pyramid/cards.js";
import { orderOf } from "../pyramid/position.js";

const SUITS = "CDSH"; // Black and red in turn.

/** A hand by suits, each from the ace down. @param {readonly string[]} hand */
export function sorted(hand) {
  const rank = (/** @type {string} */ card) => (card[0] === "A" ? 1000 : orderOf(card));
  const suit = (/** @type {string} */ card) => SUITS.indexOf(card[1] ?? "");
  return [...hand].sort((a, b) => suit(a) - suit(b) || rank(b) - rank(a));
}

/**
 * @typedef {object} Hand
 * @property {string[]} cards in the order in which they are shown
 * @property {number} unseen how many lie there face down instead
 * @property {Set<string>} usable
 * @property {Set<string> | null} chosen null: none are chosen, each is played at once
 * @property {boolean} dims whether those that can't be used are dimmed
 */

/** @param {Hand} hand @param {(card: string, at: number) => void} press */
export function handView(hand, press) {
  const { cards, unseen, usable, chosen, dims } = hand;
  const count = cards.length || unseen;
  // One can be reached with Tab, where none is usable; arrow keys reach all.
  const stop = (/** @type {string} */ card, /** @type {number} */ at) => (usable.size ? usable.has(card) : at === 0);
  return html`<div class="hand" role="group" aria-label=${cards.length || !unseen ? T.match.hand(count) : T.match.unseenHand(unseen)} .style=${`--n: ${Math.max(count, 2)}`} @keydown=${along}>
    ${repeat(cards, (card) => card, (card, at) => {
      const may = usable.has(card);
      const isChosen = chosen?.has(card) ?? false;
      return html`<button type="button" class="card ${isRed(card) ? "red" : ""} ${may ? "usable" : ""} ${isChosen ? "selected" : ""} ${dims && !may ? "covered" : ""}"
        .style=${`--i: ${at}`} data-card=${card} aria-label=${cardName(card)} aria-pressed=${chosen ? String(isChosen) : nothing}
        aria-disabled=${may ? nothing : "true"} tabindex=${stop(card, at) ? 0 : -1} @click=${() => press(card, at)}>${face(card)}</button>`;
    })}
    ${cards.length ? nothing : Array.from({ length: unseen }, (_, at) => html`<span class="card down" .style=${`--i: ${at}`}></span>`)}
  </div>`;
}

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Arrow keys go from button to button. @param {KeyboardEvent} event */
export function along(event) {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = [...group.querySelectorAll("button")];
  const from = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (from < 0) return;
  event.preventDefault();
  buttons[Math.min(buttons.length - 1, Math.max(0, from + step))]?.focus();
}
