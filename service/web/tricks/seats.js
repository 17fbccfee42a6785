// The tokens of seats that this browser has taken, and looking at a match with what opens it.

import { ApiError, ask, newKey } from "../core/api.js";
import { askAsPlayer, knownPlayer } from "../core/player.js";
import { forget, keep, kept } from "../core/storage.js";

/** @typedef {import("./link.js").Match} Match */
/** @typedef {{match: Match, seat: number, token: string}} Seated */

/** @param {string} id */
const keyOf = (id) => `seat:${id}`;

/** The path of a match. @param {string} id */
export function pathOf(id) {
  return `v1/matches/${encodeURIComponent(id)}`;
}

/** The token with which one sits there: the seat's own, else the player's. @param {string} id @returns {string | null} */
export function tokenFor(id) {
  return kept(keyOf(id), /** @type {string | null} */ (null)) ?? knownPlayer()?.token ?? null;
}

/** Whether a seat was taken there from this browser. @param {string} id */
export function hasSeat(id) {
  return kept(keyOf(id), null) !== null;
}

/**
 * Sit down, at a new match or at an open seat; the seat's token is kept.
 * @param {string} path @param {unknown} body @param {string} key the same one sits down once
 * @returns {Promise<Seated>}
 */
export async function sitDown(path, body, key = newKey()) {
  return remembered(await askAsPlayer(path, { body, headers: { "Idempotency-Key": key } }));
}

/** @param {Seated} seated */
export function remembered(seated) {
  keep(keyOf(seated.match.id), seated.token);
  return seated;
}

/**
 * Look at a match. Tokens that aren't worth anything any more are left out, and then one may still watch.
 * @param {string} id @param {AbortSignal} [signal]
 * @returns {Promise<Match>}
 */
export async function lookAt(id, signal) {
  const tokens = [...new Set([tokenFor(id), knownPlayer()?.token ?? null, null])];
  for (const token of tokens) {
    try {
      return await ask(pathOf(id), { token, signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error;
      forget(keyOf(id));
    }
  }
  throw new Error("a match is looked at without a token at last");
}
