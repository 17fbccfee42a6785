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

/** Whether a seat was taken there from this browser; it may have been left elsewhere. @param {string} id */
export function hasSeat(id) {
  return kept(keyOf(id), null) !== null;
}

/** A seat was left. @param {string} id */
export function seatLeft(id) {
  forget(keyOf(id));
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
 * @returns {Promise<{match: Match, token: string | null}>} and by which token one may see it
 */
export async function lookAt(id, signal) {
  const seat = kept(keyOf(id), /** @type {string | null} */ (null));
  const tokens = [...new Set([seat ?? knownPlayer()?.token ?? null, knownPlayer()?.token ?? null, null])];
  for (const token of tokens) {
    try {
      return { match: await ask(pathOf(id), { token, signal }), token };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error;
      forget(keyOf(id));
    }
  }
  throw new Error("a match is looked at without a token at last");
}
