// Dragging a card onto another one, by mouse, pen or finger.

const THRESHOLD = 6; // Pixels; less is a click by a hand that isn't still.

/**
 * @typedef {object} Drag
 * @property {(card: string) => boolean} begin whether that card may be dragged
 * @property {(card: string, onto: Element[]) => void} drop
 */

export class Dragging {
  /** @type {HTMLElement | null} */
  #element = null;
  #moved = false;
  #from = { x: 0, y: 0 };

  /** @param {Drag} drag */
  constructor(drag) {
    this.drag = drag;
  }

  /** What the element around the cards needs to hear. @param {PointerEvent} event */
  down = (event) => {
    const element = /** @type {Element} */ (event.target).closest?.("[data-card]");
    if (event.button !== 0 || !event.isPrimary || !(element instanceof HTMLElement)) return;
    this.#element = element;
    this.#moved = false;
    this.#from = { x: event.clientX, y: event.clientY };
  };

  /** @param {PointerEvent} event */
  move = (event) => {
    const element = this.#element;
    if (!element) return;
    const [dx, dy] = [event.clientX - this.#from.x, event.clientY - this.#from.y];
    if (!this.#moved) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      if (!this.drag.begin(element.dataset.card ?? "")) {
        this.#element = null;
        return;
      }
      this.#moved = true;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragged");
    }
    element.style.translate = `${dx}px ${dy}px`;
  };

  /** @param {PointerEvent} event */
  up = (event) => {
    const element = this.#element;
    this.#release();
    if (!element || !this.#moved) return;
    const onto = document.elementsFromPoint(event.clientX, event.clientY).filter((each) => each !== element);
    this.drag.drop(element.dataset.card ?? "", onto);
  };

  cancel = () => {
    this.#release();
    this.#moved = false;
  };

  /** The click that ends a drag is none. @param {Event} event */
  click = (event) => {
    if (!this.#moved) return;
    this.#moved = false;
    event.stopPropagation();
    event.preventDefault();
  };

  #release() {
    const element = this.#element;
    this.#element = null;
    if (!element) return;
    element.classList.remove("dragged");
    element.style.translate = "";
  }
}
