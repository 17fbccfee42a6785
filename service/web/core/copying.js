// Copying text for somebody who wants to send it on.

import { T } from "./texts.js";

/** @param {import("./app.js").App} app @param {string} text */
export async function copied(app, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(T.app.copied);
  } catch {
    window.prompt(T.app.copyByHand, text); // The browser doesn't let pages copy.
  }
}
