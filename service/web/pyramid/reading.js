// Deals and positions as text: what the service writes, and what people type.

import { Position, RANKS, cardsIn } from "./position.js";

/** @typedef {import("./position.js").Card} Card */
/** @typedef {import("./rules.js").Rules} Rules */

const SIGNS = /** @type {Record<string, string>} */ ({ "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S" });

/** What stands for a place without a card. */
export const HOLE = "--";

/** The card that a word names, however it is written; null: none. @param {string} word @returns {Card | null} */
export function cardOf(word) {
  const plain = word
    .replace(/[\ufe0e\ufe0f]/g, "")
    .toUpperCase()
    .replace(/[♣♧♦♢♥♡♠♤]/g, (sign) => SIGNS[sign] ?? sign)
    .replace("10", "T");
  const found = /^(?:([A2-9TJQK])([CDHS])|([CDHS])([A2-9TJQK]))('?)$/.exec(plain);
  if (!found) return null;
  return `${found[1] ?? found[4]}${found[2] ?? found[3]}${found[5]}`;
}

/** Whether a text is a list of cards, and not a code, a position or JSON. @param {string} text */
export function isList(text) {
  return !/[:{|]/.test(text);
}

/** The words of a list of cards. @param {string} text @returns {string[]} */
export function wordsIn(text) {
  const words = text.trim().split(/[\s,;/]+/).filter(Boolean);
  const [only] = words;
  // All cards without a space between them, as in a link.
  if (words.length === 1 && only && only.length > 4) return only.match(/(?:10|[A2-9TJQK])[CDHS]'?|.+/gi) ?? words;
  return words;
}

/**
 * What is wrong with a list of cards, by place.
 * @typedef {{kind: "unknown" | "double" | "second" | "many", word: string, places: number[]}} Fault
 */

/**
 * @param {readonly string[]} words
 * @param {Rules} rules
 * @returns {{cards: (Card | null)[], faults: Fault[]}} null where there is no card
 */
export function checked(words, rules) {
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Map<Card, number[]>} */
  const where = new Map();
  const cards = words.map((word, place) => {
    if (word === HOLE) return null;
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
  return { cards, faults };
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
 * A deal's line or a position as the service writes it; null: a board of another size than the rules'.
 * @param {Rules} rules
 * @param {string} text
 * @returns {Position | null}
 */
export function positionIn(rules, text) {
  if (!text.includes(":")) {
    const cards = cardsIn(text);
    return cards.length === rules.packSize ? Position.dealt(rules, cards) : null;
  }
  const parts = new Map(
    text.split("|").map((part) => {
      const [name = "", ...rest] = part.split(":");
      return [name.trim(), rest.join(":").trim()];
    }),
  );
  const pile = (/** @type {string} */ words) => words.split(/\s+/).filter((word) => word && word !== HOLE);
  const piles = (/** @type {string | undefined} */ words) => (words === undefined ? [] : words.split(",").map(pile));
  const rows = (parts.get("pyramid") ?? "").split("/").map((row) => row.trim().split(/\s+/));
  if (rows.length !== rules.rows.length || rows.some((row, at) => row.length !== rules.rows[at]?.length)) return null;
  const pyramid = rows.flat().map((word) => (word === HOLE ? null : word));
  const wastes = piles(parts.get("waste"));
  while (wastes.length < rules.wastes) wastes.push([]);
  const reserve = piles(parts.get("reserve"));
  const pass = Number.parseInt(parts.get("pass") ?? "1", 10) || 1;
  return new Position(rules, pyramid, pile(parts.get("stock") ?? ""), wastes, reserve, pile(parts.get("cells") ?? ""), pass);
}
