// A game of Pyramid that somebody plays: the table, and what may be done at it.

import { html } from "../vendor/lit-html/lit-html.js";
import { keep, kept } from "../core/storage.js";
import { T } from "../core/texts.js";
import { cardName, cardNames } from "./cards.js";
import { countsView, noticesView, toolsView } from "./deskview.js";
import { Dragging } from "./drag.js";
import { Game } from "./game.js";
import { Hints } from "./hints.js";
import { arrow, focusNext } from "./keys.js";
import { Layout } from "./layout.js";
import { doneText, moveText } from "./moves.js";
import { cardsOf, removal } from "./position.js";
import { tableView } from "./table.js";
import { Verdicts } from "./verdicts.js";

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./position.js").Move} Move */

/**
 * @typedef {object} Asked
 * @property {import("../core/app.js").App} app
 * @property {import("./rules.js").Rules} rules
 * @property {string} deal all cards in order
 * @property {string} key under which the game is kept
 * @property {number | null} par the least number of moves, if it is known
 * @property {boolean} sealed whether full hints are refused, as they are for today's daily
 * @property {(game: Game) => void} won
 */

export class Desk {
  /** @type {Card | null} */
  #selected = null;
  #refocus = false;
  #since = performance.now();

  /** @param {Asked} asked */
  constructor(asked) {
    this.asked = asked;
    this.app = asked.app;
    const cards = asked.deal.trim().split(/\s+/);
    const before = kept(asked.key, /** @type {any} */ (null)) ?? {};
    this.game = new Game(asked.rules, cards, before.deal === cards.join(" ") ? before : {});
    this.layout = new Layout(asked.rules);
    this.hints = new Hints(asked.app, asked.rules.name);
    this.watches = kept("watches", true);
    this.verdicts = new Verdicts(asked.rules.name, () => this.#told());
    this.dragging = new Dragging({
      begin: (card) => this.#mayDrag(card),
      drop: (card, onto) => this.#drop(card, onto),
    });
    this.timer = setInterval(() => this.#tick(), 1000);
    this.hide = () => this.#pauseClock();
    document.addEventListener("visibilitychange", this.hide);
    this.#look();
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.hide);
    this.verdicts.stop();
    if (this.game.begun) this.#keep();
  }

  get isOver() {
    return this.game.position.isWon;
  }

  // Time runs from the first move on, while the page is seen.

  #tick() {
    if (!this.game.begun || this.isOver || document.hidden) return;
    this.#count();
    this.app.update();
  }

  #count() {
    const now = performance.now();
    if (this.game.begun && !this.isOver) this.game.seconds += (now - this.#since) / 1000;
    this.#since = now;
  }

  #pauseClock() {
    if (document.hidden) {
      this.#count();
      if (this.game.begun) this.#keep();
    } else this.#since = performance.now();
  }

  #keep() {
    keep(this.asked.key, { ...this.game.toJSON(), at: Date.now(), over: this.isOver });
  }

  #look() {
    if (this.watches) this.verdicts.look(this.game);
  }

  #told() {
    const { outlook } = this.verdicts;
    if (outlook.status === "lost") this.app.say(T.desk.lost(outlook.undo));
    this.app.update();
  }

  /** Tell what went wrong. @param {unknown} error */
  fault(error) {
    this.hints.fault = error;
    this.app.update();
  }

  /** A hint on how the game stands. @param {"full" | "fair"} kind */
  async hint(kind) {
    if (this.isOver) return;
    if (await this.hints.ask(() => this.game.position, kind)) {
      this.game.hints += 1;
      this.#keep();
      this.app.update();
    }
  }

  /** Whether to be told when the game is lost. @param {boolean} watches */
  watch(watches) {
    this.watches = watches;
    keep("watches", watches);
    this.verdicts.stop();
    this.verdicts.outlook = { status: "unasked" };
    this.#look();
    this.app.update();
  }

  // Moves.

  /** @param {Move} move */
  #do(move) {
    this.#since = this.game.begun ? this.#since : performance.now();
    this.#count();
    if (!this.game.play(move)) return;
    this.#changed();
    const left = this.game.position.left;
    this.app.say(`${doneText(move)} ${this.isOver ? T.desk.won : T.desk.left(left)}`);
    if (this.isOver) this.asked.won(this.game);
  }

  #changed() {
    this.#selected = null;
    this.hints.clear();
    this.#refocus = document.activeElement?.closest(".desk") !== null;
    this.#keep();
    this.#look();
    this.app.update();
  }

  draw = () => {
    const { position } = this.game;
    if (position.stock.length) this.#do("draw");
    else if (position.mayRecycle) this.#do("recycle");
    else this.app.say(T.table.empty);
  };

  /** @param {number} count */
  undo(count = 1) {
    this.#count();
    if (this.isOver) return; // A won game is over.
    const move = this.game.undo(count);
    if (move === null) return;
    this.#changed();
    this.app.say(count > 1 ? T.desk.tookBackMany(count) : T.desk.tookBack(moveText(move)));
  }

  redo = () => {
    const move = this.game.again();
    if (move === null) return;
    this.#changed();
    this.app.say(doneText(move));
    if (this.isOver) this.asked.won(this.game);
  };

  restart = () => {
    if (this.isOver) {
      // Another try; the one that was won stays what it was.
      this.game = new Game(this.asked.rules, this.game.cards);
    } else this.game.restart();
    this.#changed();
    this.app.say(T.desk.restarted);
  };

  // Choosing cards.

  /** The cards that go with one of them, by what is legal. @param {Card} card @returns {Set<Card>} */
  #partners(card) {
    const pairs = this.game.position.legal().map(cardsOf).filter((cards) => cards.length === 2);
    return new Set(pairs.filter((cards) => cards.includes(card)).map(([a, b]) => /** @type {Card} */ (a === card ? b : a)));
  }

  /** @param {Card} card */
  pick = (card) => {
    const position = this.game.position;
    const legal = position.legal();
    const before = this.#selected;
    if (before === card) {
      this.#select(null);
      if (position.stock[0] === card) this.draw(); // What lies open on the stock, pressed twice.
      return;
    }
    if (before !== null && legal.includes(removal(before, card))) {
      this.#do(removal(before, card));
      return;
    }
    if (legal.includes(card)) {
      this.#do(card); // Goes alone.
      return;
    }
    const takes = legal.some((move) => cardsOf(move).includes(card));
    if (takes || (position.stock[0] === card && position.rules.stockTop)) this.#select(card);
    else this.#refuse(card);
  };

  /** @param {Card | null} card */
  #select(card) {
    this.#selected = card;
    this.app.update();
    if (card !== null) this.app.say(T.desk.selected(cardName(card), [...this.#partners(card)].map(cardName)));
  }

  /** Say why a card doesn't go. @param {Card} card */
  #refuse(card) {
    const { position } = this.game;
    const at = position.pyramid.indexOf(card);
    const covers = at < 0 ? [] : position.coversOf(at);
    this.#selected = null;
    this.app.update();
    this.app.say(covers.length ? T.desk.covered(cardName(card), cardNames(covers)) : T.desk.alone(cardName(card)));
  }

  /** @param {number} _cell */
  #toCell = (_cell) => {
    if (this.#selected === null) return;
    this.#do(`cell ${this.#selected}`);
  };

  /** @param {Card} card */
  #mayDrag(card) {
    if (!this.game.position.available().includes(card) || this.isOver) return false;
    if (!this.#partners(card).size && !this.game.position.legal().some((move) => cardsOf(move).includes(card))) return false;
    this.#select(card);
    return true;
  }

  /** @param {Card} card @param {Element[]} onto */
  #drop(card, onto) {
    const legal = this.game.position.legal();
    for (const element of onto) {
      const other = element.closest("[data-card]")?.getAttribute("data-card");
      if (other && legal.includes(removal(card, other))) return this.#do(removal(card, other));
      if (element.closest(".cell")) return this.#toCell(0);
    }
    if (legal.includes(card)) return this.#do(card);
    this.#select(null);
  }

  // What is seen.

  view() {
    const { game } = this;
    const { position } = game;
    const legal = this.isOver ? [] : position.legal();
    const marked = this.hints.best;
    const usable = new Set(legal.filter((move) => !move.startsWith("cell ")).flatMap(cardsOf));
    const top = position.rules.stockTop ? position.stock[0] : undefined;
    if (top !== undefined) usable.add(top);
    const gone = game.moves.filter((move) => !move.startsWith("cell ")).flatMap(cardsOf);
    return html`<section
      class="desk"
      aria-label=${T.desk.name}
      @keydown=${this.#key}
      @pointerdown=${this.dragging.down}
      @pointermove=${this.dragging.move}
      @pointerup=${this.dragging.up}
      @pointercancel=${this.dragging.cancel}
      @click=${{ handleEvent: this.dragging.click, capture: true }}
    >
      ${countsView(this)}
      ${tableView({
        layout: this.layout,
        position,
        cards: game.cards,
        gone,
        selected: this.#selected,
        targets: this.#selected === null ? new Set() : this.#partners(this.#selected),
        usable,
        marked: new Set(cardsOf(marked)),
        stockMarked: marked === "draw" || marked === "recycle",
        label: T.desk.table(position.left),
        onCard: this.pick,
        onStock: this.draw,
        onCell: this.#selected !== null && legal.includes(`cell ${this.#selected}`) ? this.#toCell : null,
      })}
      ${toolsView(this, legal)} ${noticesView(this, legal)}
    </section>`;
  }

  drawn() {
    if (!this.#refocus) return;
    this.#refocus = false;
    focusNext();
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.altKey || event.metaKey || /** @type {Element} */ (event.target).closest("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    /** @type {Record<string, () => void>} */
    const keys = { d: this.draw, u: () => this.undo(), r: this.redo, h: () => void this.hint("fair"), escape: () => this.#select(null) };
    if (event.ctrlKey) {
      keys.z = () => this.undo();
      keys.y = this.redo;
      if (key !== "z" && key !== "y") return;
    }
    const act = keys[key];
    if (act) act();
    else if (!arrow(event)) return;
    event.preventDefault();
  };
}
