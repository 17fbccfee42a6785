// Sitting down at somebody's table, by the link or the code that they have sent.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask, newKey } from "../core/api.js";
import { addressOf, faultOf } from "../core/app.js";
import { askAsPlayer, knownPlayer } from "../core/player.js";
import { styled } from "../core/styles.js";
import { T } from "../core/texts.js";
import { nameOf } from "../tricks/words.js";
import { named } from "./tables.js";

// Ids of matches are longer than any code.
const LONGEST_CODE = 20;

/** @type {import("../core/app.js").Opener} */
export async function open(app, [code = ""]) {
  await styled(new URL("../style/tricks.css", import.meta.url));
  const token = knownPlayer()?.token ?? null;
  const isCode = code.length <= LONGEST_CODE;
  const match = await ask(isCode ? `v1/matches/codes/${encodeURIComponent(code)}` : `v1/matches/${encodeURIComponent(code)}`, { token });
  const title = T.join.title(T.tables.games[/** @type {"hearts"} */ (match.game)] ?? match.game);
  if (match.seat !== null || match.status !== "waiting") {
    app.rename(addressOf("table", match.id));
    return (await import("./table.js")).open(app, [match.id]);
  }
  /** @type {unknown} */
  let fault = null;
  let asks = false;
  const sit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (asks) return;
    asks = true;
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    app.update();
    try {
      await named(name);
      await askAsPlayer(`v1/matches/${match.id}/seats`, { body: isCode ? { code } : {}, headers: { "Idempotency-Key": newKey() } });
      app.go(addressOf("table", match.id));
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      fault = error;
    }
    asks = false;
    app.update();
  };
  return {
    title,
    view: () => html`<h1>${title}</h1>
      <ul>${match.seats.map((/** @type {{seat: number}} */ sitter) => html`<li>${nameOf(match, sitter.seat)}</li>`)}</ul>
      ${fault ? faultOf(fault) : nothing}
      <form class="row" @submit=${sit}>
        <label>${T.tables.name} <input name="name" maxlength="24" autocomplete="nickname" .value=${knownPlayer()?.name ?? ""} /></label>
        <button type="submit" class="main" ?disabled=${asks}>${T.tables.sit}</button>
        <a href=${addressOf("table", match.id)}>${T.join.watch}</a>
      </form>`,
  };
}
