// The page begins here: texts, what is at the top and the bottom, and which page is shown.

import { html, render } from "./vendor/lit-html/lit-html.js";
import { App } from "./core/app.js";
import { T, language } from "./core/texts.js";

/**
 * Pages by the first word of the address after `#/`, each loaded when it is opened.
 * @type {Record<string, () => Promise<import("./core/app.js").Opener>>}
 */
const PAGES = {
  "": async () => (await import("./pages/daily.js")).open,
  daily: async () => (await import("./pages/daily.js")).open,
  archive: async () => (await import("./pages/archive.js")).open,
  solution: async () => (await import("./pages/solution.js")).open,
  play: async () => (await import("./pages/play.js")).open,
  solve: async () => (await import("./pages/solve.js")).open,
  review: async () => (await import("./pages/review.js")).open,
  tables: async () => (await import("./pages/tables.js")).open,
  table: async () => (await import("./pages/table.js")).open,
  join: async () => (await import("./pages/join.js")).open,
  statistics: async () => (await import("./pages/statistics.js")).open,
};

/** What the navigation offers, in order. */
const NAVIGATION = /** @type {const} */ (["daily", "archive", "play", "solve", "tables", "statistics"]);

/** Pages that one comes to from these. @type {Record<string, string>} */
const WITHIN = { "": "daily", solution: "archive", table: "tables", join: "tables" };

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const app = new App(PAGES, place("main"), place("live"));

function frame() {
  const here = WITHIN[app.section] ?? app.section;
  render(
    html`<a class="brand" href="#/"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 30 29H2Z" /></svg>${T.app.name}</a>
      <nav aria-label=${T.app.navigation}>
        <ul>
          ${NAVIGATION.map(
            (name) =>
              html`<li>
                <a href=${`#/${name === "daily" ? "" : name}`} aria-current=${name === here ? "page" : "false"}
                  >${T.app.sections[name]}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${app.online ? "" : html`<p class="offline" role="status">${T.app.offline}</p>`}`,
    place("top"),
  );
  place("top").querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  render(
    html`<p><a href="docs">${T.app.api}</a> · <a href="#/review">${T.app.sections.review}</a></p>`,
    place("foot"),
  );
}

document.documentElement.lang = language;
const skip = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-skip]"));
skip.textContent = T.app.skip;
skip.addEventListener("click", (event) => {
  event.preventDefault(); // The part after `#` says which page is shown.
  place("main").focus();
});
app.onframe = frame;
frame();
app.start();

if ("serviceWorker" in navigator) {
  // Without one (a plain address that isn't localhost) the page needs a connection to start.
  const register = () => void navigator.serviceWorker.register("sw.js").catch(() => undefined);
  // What is seen comes first.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
