// The texts of the page, in the reader's language if there are any in it.

import en from "../texts/en.js";

/**
 * To add a language: copy texts/en.js, translate what stands there, and name the file here.
 * @type {Record<string, () => Promise<{ default: typeof en }>>}
 */
const OTHERS = {};

const wanted = navigator.languages.map((tag) => tag.split("-")[0] ?? "").find((tag) => tag === "en" || tag in OTHERS);

export const language = wanted ?? "en";
const other = OTHERS[language];
/** @type {typeof en} */
export const T = other ? (await other()).default : en;

/** A number as it is written there. @param {number} value @param {Intl.NumberFormatOptions} [how] */
export function number(value, how) {
  return new Intl.NumberFormat(language, how).format(value);
}

/** A day such as 2026-11-30 as it is written there. @param {string} day */
export function dayName(day) {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** Minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
