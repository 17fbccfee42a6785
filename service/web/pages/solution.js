// The solution of a day that is over, move by move, and what proves it.

import { html } from "../vendor/lit-html/lit-html.js";
import { ApiError, ask } from "../core/api.js";
import { addressOf } from "../core/app.js";
import { T, dayName } from "../core/texts.js";
import { positionIn } from "../pyramid/reading.js";
import { Replay } from "../pyramid/replay.js";
import { allRules } from "../pyramid/rules.js";
import { dailyOf, today } from "./daily.js";

/** @type {import("../core/app.js").Opener} */
export async function open(app, [day = "", rulesName = "cardgames", difficulty = ""]) {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new ApiError(404, T.daily.notHere);
  if (day >= today()) throw new ApiError(403, T.solution.notYet);
  // The first who asks for a day's deal lets it be made.
  const [rules, daily] = await Promise.all([allRules(), dailyOf(day, rulesName, difficulty)]);
  const query = { rules: daily.rules, difficulty: daily.difficulty };
  const path = `v1/daily/${day}/solution`;
  const found = await ask(path, { query });
  const start = positionIn(/** @type {any} */ (rules.get(daily.rules)), found.deal);
  if (!start) throw new ApiError(0, T.daily.notHere);
  const replay = new Replay(app, start, found.solution);
  const raw = `${path}?${new URLSearchParams(query)}`;
  const { difficulties, info } = T.daily;
  return {
    title: T.solution.title(dayName(day)),
    close: () => replay.close(),
    view: () => html`<h1>${T.solution.title(dayName(day))}</h1>
      <p class="sub">${info(found.number, difficulties[/** @type {"easy"} */ (found.difficulty)])} · ${found.rules}</p>
      <p class="good">${T.solution.proof(found.min_moves, found.confirmed)}</p>
      ${replay.view()}
      <p class="row"><a href=${addressOf("daily", day, daily.rules, daily.difficulty)}>${T.solution.play}</a>
        <a href="#/archive">${T.app.sections.archive}</a></p>
      <details><summary>${T.solution.check}</summary>
        <p>${T.solution.checkText}</p>
        <dl class="facts">
          <dt>${T.solution.seed}</dt><dd>${found.seed}</dd>
          <dt>${T.solution.candidate}</dt><dd>${found.candidate}</dd>
          <dt>${T.solution.key}</dt><dd>${found.day_key}</dd>
          <dt>${T.solution.digest}</dt><dd>${found.solution_digest}</dd>
        </dl>
        <p><a href=${raw}>${T.solution.raw}</a></p>
      </details>`,
  };
}
