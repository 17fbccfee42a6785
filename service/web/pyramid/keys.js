// Moving among the cards with the arrow keys.

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What can be reached in the table. @returns {HTMLElement[]} */
function reachable() {
  const table = document.querySelector(".desk .table");
  if (!table) return [];
  const found = table.querySelectorAll("[data-card][tabindex='0']:not(:disabled), [data-stock]:not([aria-disabled]), .cell");
  return /** @type {HTMLElement[]} */ ([...found]);
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Go on to the nearest card in the direction of an arrow key.
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it was one
 */
export function arrow(event) {
  const way = WAYS[event.key];
  const from = /** @type {Element} */ (event.target).closest(".table") && /** @type {Element} */ (event.target);
  if (!way || !from) return false;
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of reachable()) {
    if (element === from) continue;
    const there = middle(element);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * way[0] + dy * way[1];
    if (along < 4) continue;
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along + 2 * aside < least) {
      least = along + 2 * aside;
      best = element;
    }
  }
  best?.focus();
  return true;
}

/** Put the focus on something in the table again, if what had it has gone. */
export function focusNext() {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body && !active.matches(":disabled, .gone")) return;
  reachable()[0]?.focus({ preventScroll: true });
}
