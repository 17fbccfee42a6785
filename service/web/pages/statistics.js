// What surveys of many random deals have found.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { ApiError } from "../core/api.js";
import { T, number } from "../core/texts.js";

/**
 * @typedef {object} Figures
 * @property {string} name
 * @property {string} played_at
 * @property {number} deals
 * @property {number} undecided
 * @property {number} share
 * @property {number} low
 * @property {number} high
 * @property {Record<"min_moves" | "removals" | "draws" | "passes", number | null>} medians
 * @property {number | null} most
 * @property {number} first
 * @property {number[]} counts
 */

const percent = (/** @type {number} */ share) => number(share, { style: "percent", maximumFractionDigits: 1 });

/** @type {import("../core/app.js").Opener} */
export async function open(app, [chosen = "cardgames"]) {
  const response = await fetch(new URL("../data/survey.json", import.meta.url));
  if (!response.ok) throw new ApiError(response.status, T.app.noAnswer);
  const { rules } = /** @type {{rules: Figures[]}} */ (await response.json());
  const page = {
    title: T.app.sections.statistics,
    name: rules.some((each) => each.name === chosen) ? chosen : "cardgames",
    view: () => view(rules, page.name, (name) => {
      page.name = name;
      app.update();
    }),
  };
  return page;
}

/** @param {Figures[]} rules @param {string} name @param {(name: string) => void} choose */
function view(rules, name, choose) {
  const sorted = [...rules].sort((a, b) => b.share - a.share);
  const one = /** @type {Figures} */ (rules.find((each) => each.name === name));
  const change = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<h1>${T.app.sections.statistics}</h1>
    <p>${T.statistics.intro}</p>
    <h2>${T.statistics.shares}</h2>
    ${sharesChart(sorted)}
    <details><summary>${T.statistics.numbers}</summary>${sharesTable(sorted)}</details>
    <h2>${T.statistics.moves}</h2>
    <label class="wide">${T.daily.rules}
      <select data-rules @change=${change}>
        ${rules.map((each) => html`<option value=${each.name} ?selected=${each.name === name}>${each.name} – ${each.played_at}</option>`)}
      </select></label>
    ${one.counts.length ? html`${movesChart(one)} ${medians(one)}<details><summary>${T.statistics.numbers}</summary>${movesTable(one)}</details>` : html`<p>${T.statistics.unknown}</p>`}`;
}

/** @param {Figures[]} rules */
function sharesChart(rules) {
  const [row, left, width] = [26, 118, 360];
  const x = (/** @type {number} */ share) => left + share * (width - left - 52);
  return html`<svg class="chart" viewBox=${`0 0 ${width} ${rules.length * row + 22}`} role="img" aria-label=${T.statistics.sharesLabel}>
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => svg`<line class="grid" x1=${x(share)} x2=${x(share)} y1="0" y2=${rules.length * row} />
      <text class="axis" x=${x(share)} y=${rules.length * row + 15}>${percent(share)}</text>`)}
    ${rules.map((each, at) => {
      const y = at * row + row / 2;
      return svg`<text class="name" x=${left - 6} y=${y + 4}>${each.name}</text>
        <rect class="bar" x=${left} y=${y - 8} height="16" width=${x(each.share) - left} rx="2" />
        <line class="interval" x1=${x(each.low)} x2=${x(each.high)} y1=${y} y2=${y} />
        <text class="value" x=${x(each.high) + 5} y=${y + 4}>${percent(each.share)}</text>`;
    })}
  </svg>`;
}

/** @param {Figures[]} rules */
function sharesTable(rules) {
  const { columns } = T.statistics;
  return html`<div class="sideways" tabindex="0" role="region" aria-label=${T.statistics.shares}><table class="list">
    <thead><tr><th>${columns.rules}</th><th>${columns.share}</th><th>${columns.interval}</th><th>${columns.deals}</th><th>${columns.undecided}</th></tr></thead>
    <tbody>${rules.map((each) => html`<tr><th scope="row">${each.name}</th><td>${percent(each.share)}</td><td>${T.statistics.between(percent(each.low), percent(each.high))}</td>
      <td>${number(each.deals)}</td><td>${number(each.undecided)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {Figures} one */
function movesChart(one) {
  const [width, height, bottom] = [360, 190, 30];
  const top = Math.max(...one.counts);
  const step = width / one.counts.length;
  const tall = (/** @type {number} */ count) => (count / top) * (height - bottom - 12);
  const middle = one.medians.min_moves ?? 0;
  const every = Math.ceil(one.counts.length / 8 / 5) * 5;
  return html`<svg class="chart" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${T.statistics.movesLabel(one.name, middle)}>
    ${one.counts.map((count, at) => {
      const moves = one.first + at;
      return svg`<rect class=${moves === middle ? "bar median" : "bar"} x=${at * step + 0.1 * step} width=${0.8 * step} y=${height - bottom - tall(count)} height=${tall(count)} />
        ${moves % every ? nothing : svg`<text class="axis" x=${(at + 0.5) * step} y=${height - bottom + 15}>${moves}</text>`}`;
    })}
    <line class="grid" x1="0" x2=${width} y1=${height - bottom} y2=${height - bottom} />
  </svg>`;
}

/** @param {Figures} one */
function medians(one) {
  const of = T.statistics.quantities;
  return html`<dl class="counts">${Object.entries(one.medians).map(([key, value]) =>
    value === null ? nothing : html`<div><dt>${of[/** @type {keyof typeof of} */ (key)]}</dt><dd>${number(value)}</dd></div>`)}</dl>
    <p class="sub">${T.statistics.medians(number(one.deals), one.most === null ? "" : number(one.most))}</p>`;
}

/** @param {Figures} one */
function movesTable(one) {
  const { columns } = T.statistics;
  const won = one.counts.reduce((sum, count) => sum + count, 0);
  return html`<div class="sideways" tabindex="0" role="region" aria-label=${T.statistics.moves}><table class="list">
    <thead><tr><th>${columns.moves}</th><th>${columns.deals}</th><th>${columns.share}</th></tr></thead>
    <tbody>${one.counts.map((count, at) => (count ? html`<tr><th scope="row">${one.first + at}</th><td>${number(count)}</td><td>${percent(count / won)}</td></tr>` : nothing))}</tbody>
  </table></div>`;
}
