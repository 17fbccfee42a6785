// What is shown when a daily is won: the result, the rank, and something to share.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, newKey } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { askAsPlayer, knownPlayer, player } from "../core/player.js";
import { keep, kept } from "../core/storage.js";
import { T, clock } from "../core/texts.js";

/** @typedef {import("../pages/daily.js").Daily} Daily */
/** @typedef {import("./game.js").Game} Game */

/**
 * A win as it is kept: what was done, and what it was worth, once that is known.
 * @typedef {{moves: string[], seconds: number, hints: number, undone: number, key: string, sent: boolean, worth: any}} Win
 */

const LATER = 4000; // Milliseconds until it is tried again.

export class Finish {
  /** @type {Win | null} */
  #win = null;
  /** @type {unknown} */
  #fault = null;
  #sends = false;
  #waits = false;
  #timer = 0;
  #focus = false;

  /**
   * @param {import("../core/app.js").App} app
   * @param {Daily} daily
   * @param {string} slot
   * @param {() => void} ranked called when the board has changed
   */
  constructor(app, daily, slot, ranked) {
    this.app = app;
    this.daily = daily;
    this.key = `win:${slot}`;
    this.ranked = ranked;
    this.back = () => this.#waits && navigator.onLine && void this.send();
    window.addEventListener("online", this.back);
    this.#timer = setInterval(this.back, LATER);
  }

  close() {
    window.removeEventListener("online", this.back);
    clearInterval(this.#timer);
  }

  /** A game was just won. @param {Game} game */
  won(game) {
    this.#win = {
      moves: [...game.moves],
      seconds: Math.max(1, Math.round(10 * game.seconds) / 10),
      hints: game.hints,
      undone: game.undone,
      key: newKey(),
      sent: false,
      worth: null,
    };
    this.#focus = true;
    this.#fault = null;
    keep(this.key, this.#win);
    if (knownPlayer() && this.#counts) void this.send();
  }

  /** A game was won before, and is shown again. @param {Game} game */
  resume(game) {
    const before = kept(this.key, /** @type {Win | null} */ (null));
    const same = before && before.moves.join() === game.moves.join();
    if (!same) {
      this.won(game);
      return;
    }
    this.#win = before;
    if (!before.sent && knownPlayer() && this.#counts) void this.send();
  }

  /** Whether the win can go to the board: its day isn't over. */
  get #counts() {
    return this.daily.date === new Date().toISOString().slice(0, 10);
  }

  /** @param {string} [name] */
  async send(name) {
    const win = this.#win;
    if (!win || win.sent || this.#sends) return;
    this.#sends = true;
    this.#waits = false;
    this.#fault = null;
    this.app.update();
    const { date, rules, difficulty } = this.daily;
    try {
      await player(name);
      win.worth = await askAsPlayer(`v1/daily/${date}/attempts`, {
        body: { moves: win.moves, seconds: win.seconds, rules, difficulty },
        headers: { "Idempotency-Key": win.key },
      });
      win.sent = true;
      keep(this.key, win);
      this.app.say(T.finish.rank(win.worth.rank, win.worth.players));
      this.ranked();
    } catch (error) {
      this.#waits = error instanceof ApiError && error.status === 0;
      this.#fault = this.#waits ? null : error;
    }
    this.#sends = false;
    this.app.update();
  }

  drawn() {
    if (!this.#focus) return;
    this.#focus = false;
    const heading = document.querySelector("[data-finish]");
    if (heading instanceof HTMLElement) {
      heading.focus({ preventScroll: true });
      const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      heading.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
    }
  }

  /** @param {Game} game */
  view(game) {
    const win = this.#win;
    if (!win || !game.position.isWon) return nothing;
    const over = win.moves.length - this.daily.min_moves;
    return html`<section class="finish" aria-label=${T.finish.title}>
      <h2 tabindex="-1" data-finish>${T.finish.title}</h2>
      <p>
        ${T.finish.sum(win.moves.length, clock(win.seconds))}
        ${over > 0 ? T.finish.over(over) : T.finish.best}
        ${win.hints || win.undone ? T.finish.helped(win.hints, win.undone) : nothing}
      </p>
      ${this.#rankView(win)} ${faultOf(this.#fault)}
      <p class="row">
        <button type="button" class="main" @click=${() => void this.#share(win)}>${T.finish.share}</button>
        ${this.#counts
          ? html`<span class="sub">${T.finish.reviewLater}</span>`
          : html`<a href=${addressOf("review", this.daily.date, this.daily.rules, this.daily.difficulty)}>${T.finish.review}</a>`}
      </p>
    </section>`;
  }

  /** @param {Win} win */
  #rankView(win) {
    const { worth } = win;
    if (worth) {
      return html`<p data-rank>
        <strong>${T.finish.rank(worth.rank, worth.players)}</strong>
        ${worth.is_best ? nothing : T.finish.better(worth.best_moves, clock(worth.best_seconds))}
        ${worth.streak ? html`<span data-streak>${T.finish.streak(worth.streak)}</span>` : nothing}
      </p>`;
    }
    if (!this.#counts) return nothing;
    if (this.#sends) return html`<p>${T.finish.handing}</p>`;
    if (this.#waits) return html`<p>${T.finish.later}</p>`;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      void this.send(String(new FormData(form).get("name") ?? "").trim() || undefined);
    };
    return html`<form class="row" @submit=${send}>
      ${knownPlayer()
        ? nothing
        : html`<label>${T.finish.name} <input name="name" maxlength="24" autocomplete="nickname" /></label>`}
      <button type="submit">${T.finish.handIn}</button>
    </form>`;
  }

  /** What others may read without learning how it is won. @param {Win} win */
  shareText(win) {
    const { daily } = this;
    const link = new URL(addressOf("daily", daily.date, daily.rules, daily.difficulty), document.baseURI).href;
    const what = T.finish.shareWhat(daily.number, daily.rules, T.daily.difficulties[daily.difficulty]);
    const result = T.finish.shareResult(win.moves.length, daily.min_moves, clock(win.seconds));
    const hints = win.hints ? T.finish.hints(win.hints) : T.finish.noHints;
    const streak = win.worth?.streak > 1 ? `\n${T.finish.shareStreak(win.worth.streak)}` : "";
    return `${T.finish.shareText(what, `${result}, ${hints}`)}${streak}\n${link}`;
  }

  /** @param {Win} win */
  async #share(win) {
    const text = this.shareText(win);
    try {
      if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ text });
        return;
      }
      await navigator.clipboard.writeText(text);
      this.app.say(T.app.copied);
      this.#fault = null;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // They thought better of it.
      window.prompt(T.finish.share, text); // To copy it by hand.
    }
  }
}
