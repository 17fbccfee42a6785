// Who plays: an anonymous account that this browser has the token of, made when one is needed.

import { ApiError, ask, newKey } from "./api.js";
import { forget, keep, kept } from "./storage.js";

const KEY = "player";

/** @typedef {{token: string, name: string}} Player */

/** @returns {Player | null} */
export function knownPlayer() {
  return kept(KEY, /** @type {Player | null} */ (null));
}

/** @type {Promise<Player> | null} */
let making = null;

/**
 * The player, made now if need be.
 * @param {string} [name] for the boards
 * @returns {Promise<Player>}
 */
export function player(name) {
  const known = knownPlayer();
  if (known) return Promise.resolve(known);
  making ??= make(name).finally(() => (making = null));
  return making;
}

/** @param {string} [name] @returns {Promise<Player>} */
async function make(name) {
  const body = name ? { name } : {};
  const made = await ask("v1/players", { body, headers: { "Idempotency-Key": newKey() } });
  const found = { token: made.token, name: made.name };
  keep(KEY, found);
  return found;
}

/** Another name. @param {string} name @returns {Promise<Player>} */
export async function rename(name) {
  const found = await askAsPlayer("v1/players/me", { method: "PATCH", body: { name } });
  const renamed = { token: (await player()).token, name: found.name };
  keep(KEY, renamed);
  return renamed;
}

/** See that there is a player, called so if a name is given. @param {string} [name] */
export async function named(name) {
  const known = await player(name || undefined);
  if (name && known.name !== name) await rename(name);
}

/**
 * Ask as the player; if the service knows the account no more, as a new one.
 * @param {string} path
 * @param {import("./api.js").Asking} asking
 * @returns {Promise<any>}
 */
export async function askAsPlayer(path, asking) {
  const { token, name } = await player();
  try {
    return await ask(path, { ...asking, token });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forget(KEY);
    return ask(path, { ...asking, token: (await player(name)).token });
  }
}
