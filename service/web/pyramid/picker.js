// Tapping a deal in: the places of a deal, and a pack to fill them from.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { classMap } from "../vendor/lit-html/directives/class-map.js";
import { T } from "../core/texts.js";
import { cardName, face, isRed } from "./cards.js";
import { Layout } from "./layout.js";
import { Position } from "./position.js";
import { HOLE, pack, plain } from "./reading.js";

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./reading.js").Fault} Fault */
/** @typedef {import("./rules.js").Rules} Rules */

const PACK = pack();

export class Picker {
  /** @type {Rules | null} */
  #rules = null;
  /** @type {string[]} */
  #words = [];
  /** @type {(Card | null)[]} */
  #cards = [];
  /** @type {Map<number, string>} */
  #faults = new Map();
  /** @type {number | null} */
  #chosen = null;
  /** What was there before each tap, as long as nobody writes in between. @type {string[][]} */
  #before = [];

  /**
   * @param {import("../core/app.js").App} app
   * @param {(words: string[]) => void} changed
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
  }

  /** @param {Rules} rules @param {string[]} words @param {(Card | null)[]} cards @param {Fault[]} faults */
  set(rules, words, cards, faults) {
    if (rules !== this.#rules) this.#chosen = null;
    if (words.join() !== this.#words.join()) this.#before = [];
    this.#rules = rules;
    this.#words = words;
    this.#cards = cards;
    this.#faults = new Map(faults.flatMap((fault) => fault.places.map((place) => [place, this.faultText(fault)])));
  }

  /** The place that the next card goes to. */
  get #place() {
    if (this.#chosen !== null) return this.#chosen;
    const hole = this.#words.findIndex((word) => word === HOLE);
    return hole < 0 ? this.#words.length : hole;
  }

  /** @param {number} place */
  placeName(place) {
    const rules = /** @type {Rules} */ (this.#rules);
    if (place >= rules.packSize) return T.picker.beyond(place + 1);
    const row = rules.rows.findIndex((cards) => cards.includes(place));
    if (row >= 0) return T.picker.inRow(row + 1, (rules.rows[row]?.indexOf(place) ?? 0) + 1);
    const [columns, depth] = rules.reserve;
    const at = place - rules.size;
    if (at < columns * depth) return T.picker.inReserve(Math.floor(at / depth) + 1, (at % depth) + 1);
    return T.picker.inStock(at - columns * depth + 1);
  }

  /** What is wrong, with its places. @param {Fault} fault */
  faultText(fault) {
    const [first = 0, ...more] = fault.places;
    const where = this.placeName(first);
    switch (fault.kind) {
      case "unknown":
        return T.picker.unknown(fault.word, where);
      case "second":
        return T.picker.second(fault.word, where);
      case "double":
        return T.picker.double(cardName(fault.word), [where, ...more.map((place) => this.placeName(place))]);
      default:
        return T.picker.many(fault.word);
    }
  }

  /** @param {string[]} words @param {string[]} [before] what goes back to; none: this is going back */
  #change(words, before) {
    const history = before ? [...this.#before, before] : this.#before.slice(0, -1);
    this.#words = words;
    this.#chosen = null;
    this.changed(words);
    this.#before = history;
  }

  /** @param {Card} card @param {boolean} full */
  #put(card, full) {
    const place = this.#place;
    if (full) {
      this.app.say(T.picker.placed(cardName(card), this.placeName(this.#cards.findIndex((each) => each !== null && plain(each) === card))));
      return;
    }
    if (place >= /** @type {Rules} */ (this.#rules).packSize) {
      this.app.say(T.picker.full);
      return;
    }
    const words = [...this.#words];
    while (words.length < place) words.push(HOLE);
    words[place] = card;
    this.#change(words, this.#words);
    this.app.say(T.picker.put(cardName(card), this.placeName(place)));
  }

  #back = () => {
    const before = this.#before.at(-1);
    if (before) this.#change(before);
    else this.#change(trimmed(this.#words.slice(0, -1)));
  };

  #empty = () => {
    const place = this.#place;
    this.#change(trimmed(this.#words.map((word, at) => (at === place ? HOLE : word))), this.#words);
    this.app.say(T.picker.emptied(this.placeName(place)));
  };

  view() {
    const rules = /** @type {Rules} */ (this.#rules);
    const layout = new Layout(rules);
    // Numbers stand for cards here: what is laid out are places.
    const names = Array.from({ length: rules.packSize }, (_, place) => String(place));
    const spots = layout.spots(Position.dealt(rules, names), names.slice(0, rules.packSize - rules.stockSize), []);
    const stock = names.slice(rules.packSize - rules.stockSize).map(Number);
    const height = rules.reserve[0] ? layout.height - (layout.height - layout.pilesTop) : layout.reserveTop;
    const used = new Map();
    for (const card of this.#cards) if (card) used.set(plain(card), (used.get(plain(card)) ?? 0) + 1);
    return html`<div class="picker">
      <div class="scroll"><div class="table" .style=${`--w:${layout.width};--h:${height}`} role="group" aria-label=${T.picker.board}>
        ${[...spots].map(([name, spot]) => this.#placeView(Number(name), `--x:${spot.x};--y:${spot.y};--z:${spot.z}`))}
      </div></div>
      ${stock.length
        ? html`<h2>${T.picker.stock}</h2><div class="places" role="group" aria-label=${T.picker.stock}>${stock.map((place) => this.#placeView(place, ""))}</div>`
        : nothing}
      <p data-next>${this.#place < rules.packSize ? T.picker.next(this.placeName(this.#place)) : T.picker.full}</p>
      <div class="deck" role="group" aria-label=${T.picker.deck}>
        ${PACK.map((card) => {
          const full = (used.get(card) ?? 0) >= rules.decks;
          return html`<button type="button" class=${isRed(card) ? "card red" : "card"} data-pick=${card} aria-label=${cardName(card)}
            aria-disabled=${full || this.#place >= rules.packSize ? "true" : nothing} @click=${() => this.#put(card, full)}>${face(card)}</button>`;
        })}
      </div>
      <p class="row">
        <button type="button" @click=${this.#back} ?disabled=${!this.#words.length && !this.#before.length}>${T.picker.back}</button>
        <button type="button" @click=${this.#empty} ?disabled=${(this.#words[this.#place] ?? HOLE) === HOLE}>${T.picker.empty1}</button>
        <button type="button" @click=${() => this.#change([], this.#words)} ?disabled=${!this.#words.length}>${T.picker.clear}</button>
      </p>
    </div>`;
  }

  /** @param {number} place @param {string} style */
  #placeView(place, style) {
    const card = this.#cards[place] ?? null;
    const word = this.#words[place];
    const fault = this.#faults.get(place);
    const next = place === this.#place;
    const classes = classMap({ card: true, red: card !== null && isRed(card), vacant: card === null, wrong: Boolean(fault), target: next });
    const what = card ? cardName(card) : word && word !== HOLE ? word : T.picker.empty;
    const choose = () => {
      this.#chosen = place;
      this.app.update();
    };
    return html`<button type="button" class=${classes} .style=${style} data-place=${place} aria-pressed=${next ? "true" : "false"}
      title=${fault ?? nothing} aria-label=${`${this.placeName(place)}: ${what}${fault ? `. ${fault}` : ""}`} @click=${choose}
      >${card ? face(card) : word && word !== HOLE ? html`<span class="word">${word.slice(0, 3)}</span>` : nothing}</button>`;
  }
}

/** Without the empty places at the end. @param {string[]} words */
function trimmed(words) {
  const last = words.findLastIndex((word) => word !== HOLE);
  return words.slice(0, last + 1);
}
