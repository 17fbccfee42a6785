// Which page is shown, and drawing it anew.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { ApiError } from "./api.js";
import { firstTime, unsaid } from "./storage.js";
import { T } from "./texts.js";

/**
 * A page: what it shows, drawn anew after each `app.update()`.
 * @typedef {object} Page
 * @property {string} title
 * @property {() => unknown} view
 * @property {() => void} [close] called when another page is opened
 * @property {() => void} [drawn] called after each drawing
 */

/**
 * Opens a page; `words` are those of the address after the page's name.
 * @typedef {(app: App, words: string[]) => Page | Promise<Page>} Opener
 */

/** The words of an address such as `#/daily/2026-11-30/cardgames`. @param {string} hash */
export function wordsOf(hash) {
  return hash
    .replace(/^#\/?/, "")
    .split("/")
    .map((word) => {
      try {
        return decodeURIComponent(word);
      } catch {
        return word; // A broken escape names nothing, and is told so.
      }
    });
}

/** The address of a page. @param {string[]} words */
export function addressOf(...words) {
  return `#/${words.map(encodeURIComponent).join("/")}`;
}

const RELOADED = "reloaded";

export class App {
  /** @type {Page | null} */
  #page = null;
  #opening = 0;
  #drawing = false;
  #said = 0;

  /** Called when what stands around the page may have changed. */
  onframe = () => {};
  /** The first word of the address. */
  section = "";
  online = navigator.onLine;

  /**
   * @param {Record<string, () => Promise<Opener>>} pages
   * @param {HTMLElement} main
   * @param {HTMLElement} live
   */
  constructor(pages, main, live) {
    this.pages = pages;
    this.main = main;
    this.live = live;
  }

  start() {
    window.addEventListener("hashchange", () => this.#open(true));
    for (const kind of ["online", "offline"]) {
      window.addEventListener(kind, () => {
        this.online = navigator.onLine;
        this.say(this.online ? T.app.onlineAgain : T.app.offline);
        this.onframe();
        this.update();
      });
    }
    void this.#open(false);
  }

  /** Go to a page. @param {string} address such as addressOf() gives */
  go(address) {
    window.location.hash = address;
  }

  /** Another address for what is shown, which isn't opened anew. @param {string} address */
  rename(address) {
    window.history.replaceState(null, "", address);
  }

  /** Draw the page anew, once, however often it is called until then. */
  update() {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      if (!this.#page) return;
      this.main.querySelector(":scope > .loading")?.remove();
      render(html`<div class="page">${this.#page.view()}</div>`, this.main);
      this.#page.drawn?.();
    });
  }

  /** Tell those who can't see it what has happened. @param {string} text */
  say(text) {
    // The same words once more are only read out if the text changes.
    this.#said += 1;
    this.live.textContent = text + (this.#said % 2 ? "" : "\u00a0");
  }

  /** @param {boolean} moved whether somebody came here from another page */
  async #open(moved) {
    const [section = "", ...words] = wordsOf(window.location.hash);
    const opening = ++this.#opening;
    const slow = setTimeout(() => this.main.classList.add("waiting"), 300);
    const load = Object.hasOwn(this.pages, section) ? this.pages[section] : undefined;
    /** @type {Page} */
    let page;
    try {
      if (!load) throw new ApiError(404, T.app.noPage);
      page = await (await this.#loaded(load))(this, words);
    } catch (error) {
      page = this.#failed(error);
    }
    clearTimeout(slow);
    if (opening === this.#opening) this.main.classList.remove("waiting");
    if (opening !== this.#opening) {
      page.close?.(); // Somebody went on meanwhile.
      return;
    }
    this.#page?.close?.();
    this.#page = page;
    this.section = section;
    document.title = page.title ? `${page.title} – ${T.app.name}` : T.app.name;
    this.onframe();
    this.update();
    if (moved) {
      window.scrollTo(0, 0);
      this.main.focus({ preventScroll: true });
      this.say(page.title);
    }
  }

  /** @param {() => Promise<Opener>} load @returns {Promise<Opener>} */
  async #loaded(load) {
    try {
      const opener = await load();
      unsaid(RELOADED);
      return opener;
    } catch (error) {
      if (!navigator.onLine) throw new ApiError(0, T.app.noConnection);
      // The service has another version by now, whose files have other addresses.
      if (!firstTime(RELOADED)) throw error;
      window.location.reload();
      return new Promise(() => {});
    }
  }

  /** @param {unknown} error @returns {Page} */
  #failed(error) {
    if (!(error instanceof ApiError)) console.error(error);
    const again = () => void this.#open(true);
    return {
      title: T.app.failed,
      view: () => html`<h1>${T.app.failed}</h1>
        <p>${error instanceof ApiError ? error.message : T.app.unexpected}</p>
        <p><button class="main" @click=${again}>${T.app.again}</button> <a href="#/">${T.app.toDaily}</a></p>`,
    };
  }
}

/** What is told of an error where something was asked for. @param {unknown} error */
export function faultOf(error) {
  if (!error) return nothing;
  if (!(error instanceof ApiError)) console.error(error);
  const text = error instanceof ApiError ? error.message : T.app.unexpected;
  return html`<p class="fault" role="alert">${text}</p>`;
}
