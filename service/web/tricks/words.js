// Who sits where, and what happens, in words.

import { T } from "../core/texts.js";
import { cardName, cardNames } from "../pyramid/cards.js";

/** @typedef {import("./link.js").Match} Match */

/** @param {Match} match @param {number} seat */
export function nameOf(match, seat) {
  const sitter = match.seats[seat];
  if (seat === match.seat) return T.match.you;
  if (!sitter || sitter.kind === "open") return T.match.open;
  if (sitter.kind === "bot") return sitter.name ? T.match.botFor(sitter.name) : T.match.directions[directionOf(match, seat)];
  return sitter.name ?? T.match.somebody;
}

/** What sits there besides a name: the level of a bot. @param {Match} match @param {number} seat */
export function kindOf(match, seat) {
  const sitter = match.seats[seat];
  return sitter?.kind === "bot" && sitter.level ? T.match.bot(T.tables.levels[/** @type {"easy"} */ (sitter.level)]) : "";
}

/** @typedef {"b" | "l" | "tl" | "t" | "tr" | "r"} Direction */
/** Where seats are around the table, by how many play. @type {Record<number, Direction[]>} */
const WAYS = {
  2: ["b", "t"],
  3: ["b", "l", "r"],
  4: ["b", "l", "t", "r"],
  5: ["b", "l", "tl", "tr", "r"],
  6: ["b", "l", "tl", "t", "tr", "r"],
};

/** Where a seat is, as one sees it from one's own. @param {Match} match @param {number} seat @returns {Direction} */
export function directionOf(match, seat) {
  const players = match.seats.length;
  return WAYS[players]?.[(seat - (match.seat ?? 0) + players) % players] ?? "t";
}

/** Whether a seat is that of one's partner. @param {Match} match @param {number} seat */
export function isPartner(match, seat) {
  return hasTeams(match) && match.seat !== null && seat !== match.seat && seat % 2 === match.seat % 2;
}

/** Whether seats play in teams of two. @param {Match} match */
export function hasTeams(match) {
  return match.game !== "hearts";
}

/** A side of the score sheet: a seat, or a team. @param {Match} match @param {number} side */
export function sideName(match, side) {
  if (!hasTeams(match)) return nameOf(match, side);
  const own = match.seat === null ? null : match.seat % 2;
  if (own === null) return `${nameOf(match, side)} + ${nameOf(match, side + 2)}`;
  return side === own ? T.match.us : T.match.them;
}

/** A bid in words. @param {string | number} bid */
export function bidText(bid) {
  if (typeof bid === "number") return bid === 0 ? T.match.nil : String(bid);
  if (bid === "pass") return T.match.pass;
  if (bid === "blind_nil") return T.match.blindNil;
  return bid.endsWith(" no") ? T.match.noTrump(bid.slice(0, -3)) : bid;
}

/** What has happened; empty: nothing to tell. @param {Match} match @param {any} event @returns {string} */
export function eventText(match, event) {
  const E = T.match.events;
  const who = event.seat === undefined ? "" : nameOf(match, event.seat);
  const you = event.seat !== undefined && event.seat === match.seat;
  switch (event.event) {
    case "deal":
      return E.deal(event.deal);
    case "pass":
      return E.pass(who, you);
    case "exchange":
      return event.received ? E.received(cardNames(event.received)) : E.exchange;
    case "play":
      return E.play(who, you, cardName(event.card));
    case "trick":
      return E.trick(who, you);
    case "hearts_broken":
      return E.heartsBroken;
    case "spades_broken":
      return E.spadesBroken;
    case "bid":
      return event.bid === "pass" ? E.passes(who, you) : E.bid(who, you, bidText(event.blind && event.bid === 0 ? "blind_nil" : event.bid));
    case "trump":
      return E.trump(who, you, T.cards.suits[/** @type {"C"} */ (event.suit)]);
    case "nil":
      return E.nil(who, you, event.made);
    case "bags":
      return E.bags(sideName(match, event.team), -event.points);
    case "boston":
      return E.boston(sideName(match, event.team));
    case "moon":
      return E.moon(who, you);
    case "thrown_in":
      return E.thrownIn(who, you, cardNames(event.hand));
    case "hand_kept":
      return E.handKept(who, you);
    case "look":
      return E.look(who, you);
    case "moon_choice":
      return "";
    case "score":
      return E.score(event.totals.map((/** @type {number} */ total, /** @type {number} */ side) => `${sideName(match, side)} ${total}`).join(", "));
    case "game_over":
      return E.over;
    default:
      return "";
  }
}

/** Who sits at a seat, before anybody looks at the table from there. @param {Pick<Match, "seats" | "seat">} match @param {number} seat */
export function sitterText({ seats, seat: own }, seat) {
  const sitter = seats[seat];
  if (seat === own) return T.match.you;
  if (!sitter || sitter.kind === "open") return T.match.open;
  if (sitter.kind === "player") return sitter.name ?? T.match.somebody;
  return sitter.name ? T.match.botFor(sitter.name) : T.match.bot(T.tables.levels[/** @type {"easy"} */ (sitter.level)] ?? "");
}
