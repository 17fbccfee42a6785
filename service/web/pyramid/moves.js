// Moves in words.

import { T } from "../core/texts.js";
import { cardName, cardNames } from "./cards.js";
import { cardsOf } from "./position.js";

/** @typedef {import("./position.js").Move} Move */

/** What to do. @param {Move} move */
export function moveText(move) {
  if (move === "draw") return T.moves.draw;
  if (move === "recycle") return T.moves.recycle;
  const cards = cardsOf(move);
  return move.startsWith("cell ") ? T.moves.cell(cardName(cards[0] ?? "")) : T.moves.remove(cardNames(cards));
}

/** What was done. @param {Move} move */
export function doneText(move) {
  const { done } = T.moves;
  if (move === "draw" || move === "recycle") return done[move];
  const cards = cardsOf(move);
  return move.startsWith("cell ") ? done.cell(cardName(cards[0] ?? "")) : done.remove(cardNames(cards));
}
