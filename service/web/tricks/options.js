// The options of the card games, as docs/games.md has them: what is asked for a new table.

import { T } from "../core/texts.js";

/** @typedef {"hearts" | "spades" | "kaiser"} Game */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {"number" | "choice" | "yes"} kind
 * @property {number | string | boolean | null} usual
 * @property {number} [least]
 * @property {number} [most]
 * @property {boolean} [none] whether there may be none
 * @property {string[]} [choices]
 * @property {string} [needs] a choice without which it makes no sense
 */

/** @param {string} name @param {number | null} usual @param {number} least @param {number} most @param {boolean} [none] @returns {Option} */
const whole = (name, usual, least, most, none = false) => ({ name, kind: "number", usual, least, most, none });
/** @param {string} name @param {string} [needs] @returns {Option} */
const yes = (name, needs) => ({ name, kind: "yes", usual: false, needs });
/** @param {string} name @param {...string} choices the first is the usual one @returns {Option} */
const choice = (name, ...choices) => ({ name, kind: "choice", usual: choices[0] ?? "", choices });

/** Those that are asked for first. @type {Record<Game, string[]>} */
export const MAIN = {
  hearts: ["players", "target", "max_deals"],
  spades: ["target", "max_deals", "blind_nil"],
  kaiser: ["target", "max_deals", "min_bid"],
};

/** @type {Record<Game, Option[]>} */
export const OPTIONS = {
  hearts: [
    whole("target", 100, 1, 10000),
    whole("max_deals", 100, 1, 1000),
    whole("players", 4, 2, 6),
    choice("moon", "others_plus", "shooter_minus", "choice"),
    choice("jack_of_diamonds", "no", "jack", "ten"),
    choice("first_trick_points", "never", "if_void", "free"),
    choice("tie", "play_on", "share"),
    yes("moon_needs_jack", "jack_of_diamonds"),
    yes("queen_breaks_hearts"),
    yes("queen_lead_needs_broken"),
    yes("lead_hearts_if_only_queen_else"),
    choice("style", "modern", "hoyle1913"),
  ],
  spades: [
    whole("target", 500, 1, 10000),
    whole("floor", -500, -10000, -1, true),
    whole("max_deals", 100, 1, 1000),
    whole("nil", 100, 0, 1000),
    yes("blind_nil"),
    yes("failed_nil_tricks_help"),
    whole("bags", 10, 1, 1000, true),
    whole("bag_penalty", 100, 1, 1000),
    whole("boston", 0, 0, 1000),
    choice("double_nil", "separate", "pair"),
    choice("first_lead", "not_spade", "two_of_clubs", "any"),
    whole("team_bid_max", null, 1, 26, true),
  ],
  kaiser: [
    whole("target", 52, 1, 10000),
    whole("max_deals", 100, 1, 1000),
    whole("min_bid", 7, 5, 7),
    yes("three_trick_rule"),
    yes("misdeal"),
    yes("kaiser_40"),
    choice("all_pass", "force", "redeal"),
    yes("must_bid_to_win"),
    whole("cap", 47, 1, 10000, true),
    whole("floor", -52, -10000, -1),
  ],
};

/** What an option is called. @param {Game} game @param {string} name */
export function labelOf(game, name) {
  return /** @type {Record<string, string>} */ (T.tables.optionTexts[game])[name] ?? name;
}

/** A choice in words. @param {string} value */
export function choiceText(value) {
  return /** @type {Record<string, string>} */ (T.tables.choices)[value] ?? value;
}

/** The options that were given to a match, in words. @param {{game: string, options: Record<string, any>}} match */
export function optionsText({ game, options }) {
  const value = (/** @type {any} */ given) =>
    given === null ? T.tables.none : given === true ? T.tables.yes : given === false ? T.tables.no : typeof given === "string" ? choiceText(given) : String(given);
  return Object.entries(options).map(([name, given]) => `${labelOf(/** @type {Game} */ (game), name)}: ${value(given)}`);
}

/**
 * What was chosen in a form, without what is usual.
 * @param {Game} game @param {FormData} form
 * @returns {Record<string, number | string | boolean | null>}
 */
export function chosen(game, form) {
  /** @type {Record<string, number | string | boolean | null>} */
  const found = {};
  for (const option of OPTIONS[game]) {
    const given = form.get(`option-${option.name}`);
    const value = valueOf(option, typeof given === "string" ? given : null);
    if (value !== option.usual) found[option.name] = value;
  }
  return found;
}

/** @param {Option} option @param {string | null} given null: not at all */
function valueOf(option, given) {
  if (option.kind === "yes") return given !== null;
  if (option.kind === "choice") return given ?? option.usual;
  return given ? Number(given) : option.none ? null : option.usual;
}
