// Tells in words what happens: what comes at the same time is told together, or only the last would be heard.

const TOGETHER = 80; // Milliseconds in which things are said to happen at once.
const MOST = 8; // Who was away for long isn't told everything.

export class Herald {
  /** @type {string[]} */
  #words = [];
  #timer = 0;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /** @param {string} text empty: nothing to tell */
  tell(text) {
    if (!text) return;
    this.#words.push(text);
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.say(this.#words.splice(0).slice(-MOST).join(" "));
    }, TOGETHER);
  }

  close() {
    clearTimeout(this.#timer);
  }
}
