/** Flicking and dragging of tiles by mouse, pen or finger. */

import { h } from "../kit/dom.js";

/** Longest movement of a tap and of a flick, in pixels. */
const [TAP, FLICK] = [8, 64];

/**
 * The side to which a movement points, as the sides of tiles are numbered: 0 top, 1 left, 2 bottom, 3 right.
 *
 * @param {number} x
 * @param {number} y
 */
function sideTowards(x, y) {
  return Math.abs(x) > Math.abs(y) ? (x < 0 ? 1 : 3) : y < 0 ? 0 : 2;
}

/**
 * Lets the elements in a container be flicked, by a short movement, and dragged, by a longer one.
 *
 * @template {HTMLElement} Moved
 * @param {HTMLElement} container
 * @param {(element: Element) => Moved | null} movable the element that moves when one is pressed
 * @param {Object} acts
 * @param {(from: Moved, side: number | null) => void} acts.preview while the pointer is down: the side to which the
 *   element is flicked, null for none
 * @param {(from: Moved, side: number) => void} acts.flick
 * @param {(from: Moved, to: Element | null) => void} acts.drop called with the element under the pointer at the end; null
 *   outside the window
 */
export function letMove(container, movable, { preview, flick, drop }) {
  container.addEventListener("pointerdown", (event) => {
    const from = movable(/** @type {Element} */ (event.target));
    if (!from || event.button !== 0) {
      return;
    }
    /** @type {HTMLElement | null} */
    let shadow = null;
    /** @type {number | null} */
    let side = null;
    const ended = new AbortController();
    /**
     * @param {"pointermove" | "pointerup" | "pointercancel"} type
     * @param {(event: PointerEvent) => void} act
     */
    const listen = (type, act) => document.addEventListener(type, act, { signal: ended.signal });
    const end = () => {
      ended.abort();
      shadow?.remove();
      if (side !== null) {
        preview(from, null);
      }
    };
    listen("pointermove", ({ clientX, clientY }) => {
      const [x, y] = [clientX - event.clientX, clientY - event.clientY];
      const way = Math.hypot(x, y);
      if (!shadow && way > FLICK) {
        shadow = h("div", { class: "dragged", "aria-hidden": "true" }, (from.querySelector("svg") ?? from).cloneNode(true));
        shadow.style.width = `${from.clientWidth}px`;
        document.body.append(shadow);
      }
      if (shadow) {
        shadow.style.translate = `${clientX}px ${clientY}px`;
      }
      const towards = shadow || way <= TAP ? null : sideTowards(x, y);
      if (towards !== side) {
        side = towards;
        preview(from, side);
      }
    });
    listen("pointerup", ({ clientX, clientY }) => {
      const wasDragged = shadow !== null;
      end();
      if (!wasDragged && side === null) {
        return;
      }
      // Ignore the click that may follow.
      document.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => document.dispatchEvent(new Event("click")));
      if (side === null) {
        drop(from, document.elementFromPoint(clientX, clientY));
      } else {
        flick(from, side);
      }
    });
    listen("pointercancel", end);
  });
}
