/** Small helpers to make elements. */

/**
 * Makes an element.
 *
 * @param {string} name
 * @param {Object<string, *>} attributes `onclick` and the like are listeners; null, undefined and
 *   false are left out
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @returns {SVGElement} an element of a drawing */
export function svg(name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  return element;
}

/** @returns {HTMLElement} the element with an id, which must be there */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Lets arrow keys move the focus within a grid of buttons, of which one can be tabbed to.
 *
 * @param {HTMLElement} container
 * @param {() => HTMLElement[]} items those that are shown, in their order
 */
export function moveByArrows(container, items) {
  const focusOn = (item) => {
    items().forEach((other) => { other.tabIndex = other === item ? 0 : -1; });
    item.focus();
  };
  container.addEventListener("focusin", (event) => {
    const here = items().find((item) => item === event.target);
    if (here) {
      items().forEach((other) => { other.tabIndex = other === here ? 0 : -1; });
    }
  });
  container.addEventListener("keydown", (event) => {
    const shown = items();
    const at = shown.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const top = shown[0].offsetTop;
    const inARow = Math.max(1, shown.filter((item) => item.offsetTop === top).length);
    const to = {
      ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - inARow, ArrowDown: at + inARow,
      Home: 0, End: shown.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (shown[to]) {
        focusOn(shown[to]);
      }
    }
  });
}
