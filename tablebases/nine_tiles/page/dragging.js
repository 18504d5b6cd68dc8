/** Dragging of tiles by mouse, pen or finger. */

import { h } from "../kit/dom.js";

/** Longest movement of a tap, in pixels. */
const TAP = 8;

/**
 * Makes the elements in a container draggable.
 *
 * @template {HTMLElement} Dragged
 * @param {HTMLElement} container
 * @param {(element: Element) => Dragged | null} draggable the element to drag when one is pressed
 * @param {(from: Dragged, to: Element | null) => void} drop called with the element under the pointer at the
 *   end; null outside the window
 */
export function letDrag(container, draggable, drop) {
  container.addEventListener("pointerdown", (event) => {
    const from = draggable(/** @type {Element} */ (event.target));
    if (!from || event.button !== 0) {
      return;
    }
    /** @type {HTMLElement | null} */
    let shadow = null;
    const ended = new AbortController();
    /**
     * @param {"pointermove" | "pointerup" | "pointercancel"} type
     * @param {(event: PointerEvent) => void} act
     */
    const listen = (type, act) => document.addEventListener(type, act, { signal: ended.signal });
    const end = () => {
      ended.abort();
      shadow?.remove();
    };
    listen("pointermove", ({ clientX, clientY }) => {
      if (!shadow && Math.hypot(clientX - event.clientX, clientY - event.clientY) > TAP) {
        const picture =
          /** @type {SVGElement} */
          (from.querySelector("svg")).cloneNode(true);
        shadow = h("div", { class: "dragged", "aria-hidden": "true" }, picture);
        shadow.style.width = `${from.clientWidth}px`;
        document.body.append(shadow);
      }
      if (shadow) {
        shadow.style.translate = `${clientX}px ${clientY}px`;
      }
    });
    listen("pointerup", ({ clientX, clientY }) => {
      const wasDragged = shadow !== null;
      end();
      if (wasDragged) {
        // Ignore the click that may follow.
        document.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
        setTimeout(() => document.dispatchEvent(new Event("click")));
        drop(from, document.elementFromPoint(clientX, clientY));
      }
    });
    listen("pointercancel", end);
  });
}
