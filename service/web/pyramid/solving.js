// Asking the solver, which may take a while, and what it has found in words.

import { ApiError, ask, connected, pause } from "../core/api.js";
import { T } from "../core/texts.js";

/**
 * @typedef {object} Result
 * @property {"winnable" | "unwinnable" | "unknown"} status
 * @property {number | null} min_moves
 * @property {number | null} at_least
 * @property {number | null} at_most
 * @property {string[]} solution
 * @property {{microsoft: number | null, par: number | null} | null} score
 * @property {number} nodes
 * @property {number} seconds
 */

const WAIT = 10;

/**
 * The answer to how few moves a deal or position takes.
 * @param {string} deal
 * @param {string} rules
 * @param {AbortSignal} signal who aborts it gives the search up
 * @param {(job: any) => void} progress
 * @returns {Promise<Result & {deal: string}>}
 */
export async function solved(deal, rules, signal, progress) {
  let job = await ask("v1/solves", { body: { deal, rules }, signal });
  const give = () => void ask(`v1/solves/${job.id}`, { method: "DELETE" }).catch(() => undefined);
  signal.addEventListener("abort", give, { once: true });
  while (job.status === "queued" || job.status === "running") {
    progress(job);
    try {
      // Short waits at first: most deals take no time, and progress is worth seeing.
      job = await ask(`v1/solves/${job.id}`, { query: { wait: job.nodes ? 1 : WAIT / 4 }, signal });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passes) throw error;
      await pause(error.after || 3, signal);
      await connected(signal);
    }
  }
  signal.removeEventListener("abort", give);
  if (!job.result) throw new ApiError(0, job.reason ?? T.solve.cancelled);
  return { ...job.result, deal: job.deal };
}

/** @param {Result} found */
export function resultText(found) {
  if (found.status === "unwinnable") return T.solve.lost;
  if (found.min_moves !== null) return found.min_moves ? T.solve.won(found.min_moves) : T.solve.wonAlready;
  return T.solve.unknown(found.at_least, found.at_most);
}
