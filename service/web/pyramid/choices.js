// Choosing among the presets.

import { html } from "../vendor/lit-html/lit-html.js";
import { T } from "../core/texts.js";

/**
 * @param {Map<string, import("./rules.js").Rules>} presets
 * @param {string} chosen
 * @param {(name: string) => void} [changed]
 */
export function rulesChoice(presets, chosen, changed) {
  const change = (/** @type {Event} */ event) => changed?.(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="wide">${T.daily.rules}
    <select name="rules" data-rules @change=${change}>
      ${[...presets.values()].map((each) => html`<option value=${each.name} ?selected=${each.name === chosen}>${each.name} – ${each.playedAt}</option>`)}
    </select></label>`;
}
