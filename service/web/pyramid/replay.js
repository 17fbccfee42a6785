// A line of moves that one can step through.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { T, number } from "../core/texts.js";
import { moveText } from "./moves.js";
import { Layout } from "./layout.js";
import { cardsOf } from "./position.js";
import { tableView } from "./table.js";

/** @typedef {import("./position.js").Move} Move */
/** @typedef {import("./position.js").Position} Position */

/**
 * What is told of a move besides: a sentence, and how it looks.
 * @typedef {{text: string, kind: "" | "fatal" | "lost" | "cost"}} Note
 */

const PACE = 1100; // Milliseconds from move to move.

export class Replay {
  #timer = 0;
  /** How many moves were done. */
  step = 0;

  /**
   * @param {import("../core/app.js").App} app
   * @param {Position} start
   * @param {Move[]} moves legal ones
   * @param {(Note | null)[]} [notes] of each move
   */
  constructor(app, start, moves, notes = []) {
    this.app = app;
    this.moves = moves;
    this.notes = notes;
    this.layout = new Layout(start.rules);
    this.cards = [...start.places().keys()];
    /** @type {Position[]} */
    this.line = [start];
    for (const move of moves) this.line.push(/** @type {Position} */ (this.line.at(-1)).after(move));
  }

  close() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  /** @param {number} step @param {boolean} [playing] */
  go(step, playing = false) {
    if (!playing) this.close();
    const before = this.step;
    this.step = Math.max(0, Math.min(step, this.moves.length));
    if (this.step === this.moves.length) this.close();
    this.app.update();
    if (this.step !== before) this.app.say(this.#stepText());
  }

  #toggle = () => {
    if (this.isPlaying) {
      this.close();
      this.app.update();
      return;
    }
    if (this.step === this.moves.length) this.step = 0;
    this.#timer = setInterval(() => this.go(this.step + 1, true), PACE);
    this.go(this.step + 1, true);
  };

  #stepText() {
    const move = this.moves[this.step - 1];
    const note = this.notes[this.step - 1];
    return `${T.replay.step(this.step, this.moves.length)}${move ? `: ${moveText(move)}.` : "."}${note ? ` ${note.text}` : ""}`;
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (/** @type {Element} */ (event.target).matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.moves.length };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.go(step);
  };

  view() {
    const { step, moves } = this;
    const next = moves[step];
    const gone = moves.slice(0, step).filter((move) => !move.startsWith("cell ")).flatMap(cardsOf);
    const position = /** @type {Position} */ (this.line[step]);
    // What is of no use keeps the focus, so that keys still step back from the end.
    const tool = (/** @type {string} */ text, /** @type {number} */ where, /** @type {boolean} */ idle) =>
      html`<button type="button" aria-disabled=${idle ? "true" : nothing} @click=${() => this.go(where)}>${text}</button>`;
    const first = step === 0;
    const last = step === moves.length;
    const slide = (/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
    return html`<section class="replay" aria-label=${T.replay.name} @keydown=${this.#key}>
      <p class="step" data-step=${step}>${this.#stepText()}</p>
      ${tableView({
        layout: this.layout,
        position,
        cards: this.cards,
        gone,
        marked: new Set(next ? cardsOf(next) : []),
        stockMarked: next === "draw" || next === "recycle",
        label: T.desk.table(position.left),
        onCard: null,
      })}
      <div class="tools" role="group" aria-label=${T.replay.tools}>
        ${tool(T.replay.first, 0, first)} ${tool(T.replay.back, step - 1, first)}
        <button type="button" class="main" @click=${this.#toggle} ?disabled=${!moves.length}>${this.isPlaying ? T.replay.pause : T.replay.play}</button>
        ${tool(T.replay.on, step + 1, last)} ${tool(T.replay.last, moves.length, last)}
      </div>
      <input type="range" class="slider" min="0" max=${moves.length} .value=${String(step)} aria-label=${T.replay.slider}
        aria-valuetext=${T.replay.step(step, moves.length)} @input=${slide} />
      <ol class="moves" role="list">
        ${moves.map((move, at) => {
          const note = this.notes[at] ?? null;
          return html`<li class=${kindOf(note)}>
            <button type="button" aria-current=${at + 1 === step ? "step" : nothing} @click=${() => this.go(at + 1)}>${wordsOf(move, at, note)}</button>
          </li>`;
        })}
      </ol>
    </section>`;
  }
}

/** A line whose positions can't be drawn, in words alone. @param {readonly Move[]} moves @param {(Note | null)[]} [notes] */
export function lineView(moves, notes = []) {
  return html`<ol class="moves" role="list">
    ${moves.map((move, at) => html`<li class=${`told ${kindOf(notes[at] ?? null)}`}>${wordsOf(move, at, notes[at] ?? null)}</li>`)}
  </ol>`;
}

/** @param {Note | null} note */
function kindOf(note) {
  return note?.kind || "plain";
}

/** @param {Move} move @param {number} at @param {Note | null} note */
function wordsOf(move, at, note) {
  return html`<span class="no">${number(at + 1)}</span> <span>${moveText(move)}</span>${note ? html` <span class="note">${note.text}</span>` : nothing}`;
}
