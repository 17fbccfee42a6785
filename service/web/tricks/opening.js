// The form for a table of one's own: which game, who sits there, and by which rules.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { faultOf } from "../core/app.js";
import { knownPlayer } from "../core/player.js";
import { T } from "../core/texts.js";
import { MAIN, OPTIONS, choiceText, chosen, labelOf } from "./options.js";

/** @typedef {import("./options.js").Game} Game */
/** @typedef {import("./options.js").Option} Option */

const GAMES = /** @type {Game[]} */ (Object.keys(OPTIONS));
const SECONDS = [0, 15, 30, 60, 300, 86400];

export class Opening {
  /** @type {Game} */
  #game = "hearts";
  #players = 4;
  /** Choices that others depend on, and that were made. @type {Set<string>} */
  #made = new Set();

  /**
   * @param {import("../core/app.js").App} app
   * @param {(body: any, name: string) => void} open called with what is asked for
   */
  constructor(app, open) {
    this.app = app;
    this.open = open;
  }

  get #seats() {
    return this.#game === "hearts" ? this.#players : 4;
  }

  /** @param {SubmitEvent} event */
  #send = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const others = Array.from({ length: this.#seats - 1 }, (_, at) => String(form.get(`seat-${at + 1}`)));
    const body = {
      game: this.#game,
      options: chosen(this.#game, form),
      seats: ["you", ...others],
      public: form.get("public") !== null,
      spectators: form.get("spectators") !== null,
      move_seconds: Number(form.get("seconds")),
    };
    this.open(body, String(form.get("name") ?? "").trim());
  };

  /** @param {Event} event */
  #changed = (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name === "game") this.#game = /** @type {Game} */ (value);
    const option = name.replace("option-", "");
    if (value === "no") this.#made.delete(option);
    else this.#made.add(option);
    if (name === "option-players") this.#players = Math.min(6, Math.max(2, Number(value) || 4));
    this.app.update();
  };

  /** A field that was filled in wrongly must be seen to be mended. @type {{handleEvent: (event: Event) => void, capture: boolean}} */
  #shown = {
    handleEvent: (event) => {
      const details = /** @type {Element} */ (event.target).closest("details.more");
      if (details instanceof HTMLDetailsElement) details.open = true;
    },
    capture: true, // For it doesn't bubble.
  };

  /** @param {boolean} asks whether a table is being made @param {unknown} fault of the last one */
  view(asks, fault) {
    const game = this.#game;
    const main = OPTIONS[game].filter((option) => MAIN[game].includes(option.name));
    const more = OPTIONS[game].filter((option) => !MAIN[game].includes(option.name));
    const options = (/** @type {Option[]} */ some) =>
      html`<div class="options">${repeat(some, (option) => `${game} ${option.name}`, (option) => optionView(game, option, this.#made))}</div>`;
    return html`<details class="new"><summary>${T.tables.other}</summary>
      <form class="box" @submit=${this.#send} @change=${this.#changed} @invalid=${this.#shown}>
        <p class="choices">
          <label>${T.tables.game}
            <select name="game" data-game>${GAMES.map((each) => html`<option value=${each} ?selected=${each === game}>${T.tables.games[each]}</option>`)}</select></label>
          <label>${T.tables.name} <input name="name" maxlength="24" autocomplete="nickname" .value=${knownPlayer()?.name ?? ""} /></label>
        </p>
        <fieldset><legend>${T.tables.seats}</legend>
          <div class="options">${Array.from({ length: this.#seats - 1 }, (_, at) => this.#seatView(at + 1))}</div>
        </fieldset>
        <fieldset><legend>${T.tables.options}</legend>
          ${options(main)}
          <details class="more"><summary>${T.tables.moreOptions}</summary>${options(more)}</details>
        </fieldset>
        <p class="choices">
          <label>${T.tables.seconds}
            <select name="seconds">${SECONDS.map((seconds) => html`<option value=${seconds}>${T.tables.secondsOf(seconds)}</option>`)}</select></label>
          <label class="check"><input type="checkbox" name="public" /> ${T.tables.public}</label>
          <label class="check"><input type="checkbox" name="spectators" checked /> ${T.tables.spectators}</label>
        </p>
        ${faultOf(fault)}
        <p><button type="submit" class="main" data-create ?disabled=${asks}>${T.tables.create}</button></p>
      </form></details>`;
  }

  /** @param {number} seat */
  #seatView(seat) {
    const partner = this.#game !== "hearts" && seat === 2;
    return html`<label>${T.tables.seat(seat, this.#seats)}${partner ? ` (${T.match.partner})` : nothing}
      <select name=${`seat-${seat}`}>
        ${Object.entries(T.tables.sitters).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
      </select></label>`;
  }
}

/** @param {Game} game @param {Option} option @param {Set<string>} made */
function optionView(game, option, made) {
  const name = `option-${option.name}`;
  const label = labelOf(game, option.name);
  if (option.kind === "yes") {
    const vain = option.needs !== undefined && !made.has(option.needs);
    return html`<label class="check"><input type="checkbox" name=${name} ?disabled=${vain} /> ${label}</label>`;
  }
  if (option.kind === "choice") {
    return html`<label>${label}
      <select name=${name}>${option.choices?.map((each) => html`<option value=${each}>${choiceText(each)}</option>`)}</select></label>`;
  }
  return html`<label>${label}
    <input type="number" inputmode=${(option.least ?? 0) < 0 ? nothing : "numeric"} name=${name} min=${option.least} max=${option.most}
      value=${option.usual ?? ""} placeholder=${option.none ? T.tables.none : nothing} ?required=${!option.none} /></label>`;
}
