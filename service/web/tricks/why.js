// Why a card can't be played, as far as the view tells.

import { T } from "../core/texts.js";
import { cardName } from "../pyramid/cards.js";

const QUEEN = "QS";

/**
 * @param {any} view one's own, when it is one's turn to play
 * @param {string} card one of the hand that isn't legal
 * @param {Set<string>} plays those that are
 */
export function whyNot(view, card, plays) {
  const { game, hand, trick, tricks, broken, options } = view;
  const W = T.match.why;
  const suit = card[1];
  const [first] = plays;
  if (trick.length) {
    const led = trick[0][1];
    if (suit !== led && hand.some((/** @type {string} */ each) => each[1] === led)) return W.follow(suitName(led));
    if (game === "hearts" && !tricks.length && (suit === "H" || card === QUEEN)) return W.noPoints;
  } else if (!tricks.length && plays.size === 1 && first && first[1] === "C" && game !== "kaiser") {
    return W.begins(cardName(first));
  } else if (game === "hearts" && !broken) {
    if (suit === "H") return W.hearts;
    if (card === QUEEN && options.queen_lead_needs_broken) return W.queen;
  } else if (game === "spades" && !broken && suit === "S") return W.spades;
  return T.match.notLegal(cardName(card));
}

/** @param {string} suit */
export function suitName(suit) {
  return T.cards.suits[/** @type {"C"} */ (suit)] ?? suit;
}
