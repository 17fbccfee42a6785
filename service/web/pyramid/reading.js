// Deals and positions as text: what the service writes, and what people type.

import { Position, RANKS, cardsIn } from "./position.js";

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./rules.js").Rules} Rules */

const SIGNS = /** @type {Record<string, string>} */ ({ "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S" });
const CARD = "(10|[A2-9TJQK])([CDHS♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?(['’′]?)";

/** What stands for a place without a card. */
export const HOLE = "--";

/** The card that a word names, however it is written; null: none. @param {string} word @returns {Card | null} */
export function cardOf(word) {
  const [, rank = "", suit = "", mark] = new RegExp(`^${CARD}$`, "i").exec(word) ?? [];
  if (!rank) return null;
  return `${rank === "10" ? "T" : rank.toUpperCase()}${SIGNS[suit] ?? suit.toUpperCase()}${mark ? "'" : ""}`;
}

/** The cards of a deal that is written as JSON. @param {string} text @returns {string[] | null} */
function deckIn(text) {
  try {
    const found = JSON.parse(text);
    const deck = Array.isArray(found) ? found : found.deck;
    return Array.isArray(deck) ? deck.map(String) : null;
  } catch {
    return null; // Something else, or not written to its end.
  }
}

/** Whether a text is a list of cards, and not a code or a position. @param {string} text */
export function isList(text) {
  return !/[:{|[]/.test(text) || deckIn(text) !== null;
}

/** The words of a list of cards. @param {string} text @returns {string[]} */
export function wordsIn(text) {
  return deckIn(text) ?? text.split(/[\s,;/]+/).filter(Boolean).flatMap(apart);
}

/** Words that stand together, as all those of a link do. @param {string} text @returns {string[]} */
function apart(text) {
  if (text === HOLE) return [text];
  const found = [];
  const card = new RegExp(CARD, "gi");
  let at = 0;
  for (const { index, 0: word } of text.matchAll(card)) {
    if (index > at) found.push(text.slice(at, index)); // What can't be read takes one place.
    found.push(word);
    at = index + word.length;
  }
  return at < text.length ? [...found, text.slice(at)] : found;
}

/** Whether somebody is still writing the last card of a text. @param {string} text */
export function isUnfinished(text) {
  return /(^|[\s,;/])(10?|[A2-9TJQK])$/i.test(text);
}

/**
 * What is wrong with a list of cards, by place.
 * @typedef {{kind: "unknown" | "double" | "second" | "many", word: string, places: number[]}} Fault
 */

/**
 * @param {readonly string[]} words
 * @param {Rules} rules
 * @param {boolean} [unfinished] whether the last word may become a card yet
 * @returns {{cards: (Card | null)[], faults: Fault[], missing: Card[]}} null where there is no card
 */
export function checked(words, rules, unfinished = false) {
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Map<Card, number[]>} */
  const where = new Map();
  const cards = words.map((word, place) => {
    if (word === HOLE || (unfinished && place === words.length - 1)) return null;
    const card = cardOf(word);
    if (card === null) faults.push({ kind: "unknown", word, places: [place] });
    else if (card.length > 2 && rules.decks < 2) faults.push({ kind: "second", word, places: [place] });
    else where.set(plain(card), [...(where.get(plain(card)) ?? []), place]);
    return card;
  });
  for (const [card, places] of where) {
    if (places.length > rules.decks) faults.push({ kind: "double", word: card, places });
  }
  if (words.length > rules.packSize) {
    const places = words.map((_, place) => place).slice(rules.packSize);
    faults.push({ kind: "many", word: String(words.length), places });
  }
  const missing = pack().flatMap((card) => Array(Math.max(0, rules.decks - (where.get(card)?.length ?? 0))).fill(card));
  return { cards, faults, missing };
}

/** A card without the mark of the second pack. @param {Card} card */
export function plain(card) {
  return card.slice(0, 2);
}

/** All cards of a pack, by suits. @returns {Card[]} */
export function pack() {
  return ["C", "D", "H", "S"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
}

/**
 * A deal's line or a position; null: it can't be read here, or its board can't be drawn.
 * @param {Rules} preset
 * @param {string} text
 * @returns {Position | null}
 */
export function positionIn(preset, text) {
  if (!text.includes(":")) {
    const cards = cardsIn(text);
    return cards.length === preset.packSize ? Position.dealt(preset, cards) : null;
  }
  const parts = new Map(
    text.split("|").map((part) => {
      const [name = "", ...rest] = part.split(":");
      return [name.trim().toLowerCase(), rest.join(":").trim()];
    }),
  );
  const pile = (/** @type {string} */ words) => wordsIn(words).filter((word) => word !== HOLE).map(cardOf);
  const piles = (/** @type {string | undefined} */ words) => (words === undefined ? [] : words.split(",").map(pile));
  const rows = (parts.get("pyramid") ?? "").split("/").map(wordsIn);
  const rules = preset.withRows(rows.length);
  if (!rules || rows.some((row, at) => row.length !== rules.rows[at]?.length)) return null;
  const pyramid = rows.flat().map((word) => (word === HOLE ? null : cardOf(word)));
  const stock = pile(parts.get("stock") ?? "");
  const wastes = piles(parts.get("waste"));
  while (wastes.length < rules.wastes) wastes.push([]);
  const reserve = piles(parts.get("reserve"));
  const cells = pile(parts.get("cells") ?? "");
  const cards = [...pyramid.filter((_, at) => rows.flat()[at] !== HOLE), stock, wastes, reserve, cells].flat(2);
  // Two of a kind without a mark: only the service knows which is which.
  if (cards.includes(null) || new Set(cards).size < cards.length) return null;
  const known = (/** @type {(Card | null)[]} */ some) => some.filter((card) => card !== null);
  const pass = Number.parseInt(parts.get("pass") ?? "1", 10) || 1;
  return new Position(rules, pyramid, known(stock), wastes.map(known), reserve.map(known), known(cells), pass);
}
