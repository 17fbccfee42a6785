// Asking the service. Each answer that isn't good is an ApiError with a sentence.

import { T } from "./texts.js";

/** What went wrong: the service's own words, or that it can't be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status of HTTP; 0: there was no answer
   * @param {string} message a sentence for whoever plays
   * @param {Record<string, any>} problem the problem document
   */
  constructor(status, message, problem = {}) {
    super(message);
    this.status = status;
    this.problem = problem;
    /** Seconds after which to ask again; 0 if nothing was said. */
    this.after = 0;
  }

  /** Whether the same question may get an answer later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The kind of problem, such as `not-found`. */
  get kind() {
    return String(this.problem.type ?? "").split(/[/:#]/).pop() ?? "";
  }
}

/**
 * @typedef {object} Asking
 * @property {string} [method]
 * @property {unknown} [body] becomes JSON
 * @property {string | null} [token]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {Record<string, string | number | boolean | null | undefined>} [query]
 * @property {number} [seconds] how long to wait for an answer
 */

/** A key with which a request may be sent again and is done once. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Ask for something.
 * @param {string} path such as `v1/daily`, relative to the page
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
export async function ask(path, asking = {}) {
  const address = new URL(path, document.baseURI);
  for (const [name, value] of Object.entries(asking.query ?? {})) {
    if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
  }
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", ...asking.headers };
  if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
  /** @type {RequestInit} */
  const init = { method: asking.method ?? (asking.body === undefined ? "GET" : "POST"), headers };
  if (asking.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(asking.body);
  }
  const patience = AbortSignal.timeout(1000 * (asking.seconds ?? 30));
  init.signal = asking.signal ? AbortSignal.any([asking.signal, patience]) : patience;
  let response, text;
  // What only reads may be answered by what was kept; see sw.js.
  if (!navigator.onLine && init.method !== "GET") throw new ApiError(0, T.app.noConnection);
  try {
    response = await fetch(address, init);
    text = await response.text();
  } catch (error) {
    if (asking.signal?.aborted) throw error; // Whoever asked wants no answer any more.
    throw new ApiError(0, navigator.onLine ? T.app.noAnswer : T.app.noConnection);
  }
  const found = parsed(text);
  if (response.ok) return found;
  const problem = found ?? {};
  const known = T.problems[/** @type {keyof typeof T.problems} */ (kindOf(problem))];
  const error = new ApiError(response.status, known ?? sentence(problem) ?? T.app.noAnswer, problem);
  error.after = Number(response.headers.get("Retry-After") ?? 0) || 0;
  throw error;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null; // Something in between has answered in its own way.
  }
}

/** @param {Record<string, any>} problem */
function kindOf(problem) {
  return new ApiError(0, "", problem).kind;
}

/** The service's words as a sentence. @param {Record<string, any>} problem */
function sentence(problem) {
  const words = String(problem.detail ?? problem.title ?? "");
  if (!words) return null;
  const end = /[.!?]$/.test(words) ? "" : ".";
  return words[0]?.toUpperCase() + words.slice(1) + end;
}

/** Wait until there may be a connection again. @param {AbortSignal} [signal] @returns {Promise<void>} */
export function connected(signal) {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Wait. @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const given = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", given); // The signal may live as long as a game.
      resolve();
    }, 1000 * seconds);
    signal?.addEventListener("abort", given, { once: true });
  });
}
