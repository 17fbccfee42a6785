// Sitting down at somebody's table, by the link or the code that they have sent.

import { html } from "../vendor/lit-html/lit-html.js";
import { ask, newKey } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { knownPlayer, named } from "../core/player.js";
import { styled } from "../core/styles.js";
import { T } from "../core/texts.js";
import { optionsText } from "../tricks/options.js";
import { hasSeat, lookAt, pathOf, sitDown } from "../tricks/seats.js";
import { seatsView } from "../tricks/waiting.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../tricks/link.js").Match} Match */

// Ids of matches are longer than any code.
const LONGEST_CODE = 20;

/** @type {import("../core/app.js").Opener} */
export async function open(app, [code = ""]) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const isCode = code.length <= LONGEST_CODE;
  /** @type {Match} */
  let match = isCode ? await ask(`v1/matches/codes/${encodeURIComponent(code)}`) : (await lookAt(code)).match;
  // Who looks by the code is told nothing of their own seat.
  if (isCode && (hasSeat(match.id) || knownPlayer())) match = await lookAt(match.id).then((seen) => seen.match, () => match);
  if (match.seat !== null || match.status !== "waiting") {
    app.rename(addressOf("table", match.id));
    return (await import("./table.js")).open(app, [match.id]);
  }
  return new Join(app, match, isCode ? { code } : {});
}

class Join {
  /** @type {unknown} */
  #fault = null;
  #asks = false;
  // The same for every try: an answer may get lost.
  #key = newKey();

  /** @param {App} app @param {Match} match @param {{code?: string}} body that lets one sit down */
  constructor(app, match, body) {
    this.app = app;
    this.match = match;
    this.body = body;
    this.title = T.join.title(T.tables.games[/** @type {"hearts"} */ (match.game)] ?? match.game);
  }

  /** @param {SubmitEvent} event */
  #sit = async (event) => {
    event.preventDefault();
    if (this.#asks) return;
    this.#asks = true;
    this.#fault = null;
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    this.app.update();
    try {
      await named(name);
      await sitDown(`${pathOf(this.match.id)}/seats`, this.body, this.#key);
      this.app.go(addressOf("table", this.match.id));
    } catch (error) {
      this.#fault = error;
    }
    this.#asks = false;
    this.app.update();
  };

  view() {
    const { match } = this;
    const options = optionsText(match);
    return html`<h1>${this.title}</h1>
      <section class="box invite">
        <h2>${T.tables.seats}</h2>
        ${seatsView(match)}
        ${options.length ? html`<p class="sub">${T.match.options} ${options.join(", ")}</p>` : html`<p class="sub">${T.match.usualOptions}</p>`}
        ${faultOf(this.#fault)}
        <form class="row" @submit=${this.#sit}>
          <label>${T.tables.name} <input name="name" maxlength="24" autocomplete="nickname" .value=${knownPlayer()?.name ?? ""} /></label>
          <button type="submit" class="main" ?disabled=${this.#asks}>${T.tables.sit}</button>
          ${match.spectators ? html`<a class="press" href=${addressOf("table", match.id)}>${T.join.watch}</a>` : ""}
        </form>
      </section>`;
  }
}
