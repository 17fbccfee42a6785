// What a card looks like, and what it is called.

import { html } from "../vendor/lit-html/lit-html.js";
import { T } from "../core/texts.js";

/** @param {string} card such as "QH" or, of a second pack, "QH'" */
export function cardName(card) {
  const [rank, suit] = card;
  const name = T.cards.name(
    T.cards.ranks[/** @type {keyof typeof T.cards.ranks} */ (rank)] ?? rank ?? "",
    T.cards.suits[/** @type {keyof typeof T.cards.suits} */ (suit)] ?? suit ?? "",
  );
  return card.length > 2 ? T.cards.second(name) : name;
}

/** Some cards by name: "a, b and c". @param {readonly string[]} cards */
export function cardNames(cards) {
  return new Intl.ListFormat(document.documentElement.lang || "en").format(cards.map(cardName));
}

/** A card as short as it is written on it: "10♥". @param {string} card */
export function cardSign(card) {
  const sign = { C: "♣", D: "♦", H: "♥", S: "♠" }[card[1] ?? ""] ?? "";
  // The last character keeps it from being drawn as a picture.
  return `${card[0] === "T" ? "10" : (card[0] ?? "")}${sign}\ufe0e`;
}

/** Whether its suit is red. @param {string} card */
export function isRed(card) {
  return card[1] === "D" || card[1] === "H";
}

/** What stands on a card; it has no name for those who listen, which whatever holds it has. @param {string} card */
export function face(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  const suit = `#suit-${card[1]}`;
  return html`<span class="face" aria-hidden="true"
    ><span class="rank">${rank}</span><svg class="suit"><use href=${suit}></use></svg
    ><svg class="pip"><use href=${suit}></use></svg
  ></span>`;
}

/** The sign of a suit, without a name. @param {string} suit */
export function cardSuit(suit) {
  return html`<svg class="sign ${isRed(` ${suit}`) ? "red" : ""}" aria-hidden="true"><use href=${`#suit-${suit}`}></use></svg>`;
}
