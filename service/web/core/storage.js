// What this browser keeps: games in play, settings, the player's token. All of it may be missing.

const PREFIX = "pyramid:";

/**
 * @template Value
 * @param {string} key
 * @param {Value} otherwise
 * @returns {Value}
 */
export function kept(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // Storage is switched off, or somebody else wrote there.
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or switched off: then the game lasts as long as the page.
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
}

/** Say something once in this tab until `unsaid`. @param {string} word @returns {boolean} whether it is the first time */
export function firstTime(word) {
  try {
    const before = sessionStorage.getItem(PREFIX + word);
    sessionStorage.setItem(PREFIX + word, "said");
    return before === null;
  } catch {
    return false; // Nothing is remembered: better never than for ever.
  }
}

/** @param {string} word */
export function unsaid(word) {
  try {
    sessionStorage.removeItem(PREFIX + word);
  } catch {
    // As above.
  }
}

/** All keys that begin so. @param {string} beginning @returns {string[]} */
export function keysOf(beginning) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
