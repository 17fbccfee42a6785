// The options of the card games, as docs/games.md has them: what is asked for a new table.

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {"number" | "choice" | "yes"} kind
 * @property {number | string | boolean | null} usual
 * @property {number} [least]
 * @property {number} [most]
 * @property {boolean} [none] whether there may be none
 * @property {string[]} [choices]
 */

/** @param {string} name @param {number | null} usual @param {number} least @param {number} most @param {boolean} [none] @returns {Option} */
const whole = (name, usual, least, most, none = false) => ({ name, kind: "number", usual, least, most, none });
/** @param {string} name @returns {Option} */
const yes = (name) => ({ name, kind: "yes", usual: false });
/** @param {string} name @param {...string} choices the first is the usual one @returns {Option} */
const choice = (name, ...choices) => ({ name, kind: "choice", usual: choices[0] ?? "", choices });

/** @type {Record<"hearts" | "spades" | "kaiser", Option[]>} */
export const OPTIONS = {
  hearts: [
    whole("target", 100, 1, 10000),
    whole("max_deals", 100, 1, 1000),
    whole("players", 4, 2, 6),
    choice("moon", "others_plus", "shooter_minus", "choice"),
    choice("jack_of_diamonds", "no", "jack", "ten"),
    choice("first_trick_points", "never", "if_void", "free"),
    choice("tie", "play_on", "share"),
    yes("moon_needs_jack"),
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

/**
 * What was chosen in a form, without what is usual.
 * @param {"hearts" | "spades" | "kaiser"} game @param {FormData} form
 * @returns {Record<string, number | string | boolean | null>}
 */
export function chosen(game, form) {
  /** @type {Record<string, number | string | boolean | null>} */
  const found = {};
  for (const option of OPTIONS[game]) {
    const text = form.get(`option-${option.name}`);
    const value = option.kind === "yes" ? text !== null : option.kind === "choice" ? String(text) : text === null || text === "" ? null : Number(text);
    if (value !== option.usual && !(value === null && !option.none)) found[option.name] = value;
  }
  return found;
}
