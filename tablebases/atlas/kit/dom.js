/** Small helpers to make elements, and to move between them. */

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * Makes an element.
 *
 * @param {string} name
 * @param {Object<string, *>} attributes `onclick` and the like are listeners; null, undefined and false are left out
 * @param {...(Node|string|number|null)} children null is left out
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** @returns {SVGElement} an element of a drawing, made as by `h` */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** @returns {HTMLButtonElement} a button, made as by `h` */
export function button(attributes, ...children) {
  return h("button", { type: "button", ...attributes }, ...children);
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
  container.addEventListener("focusin", ({ target }) => {
    const shown = items();
    if (shown.includes(target)) {
      shown.forEach((item) => { item.tabIndex = item === target ? 0 : -1; });
    }
  });
  container.addEventListener("keydown", (event) => {
    const shown = items();
    const at = shown.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const inARow = shown.filter((item) => item.offsetTop === shown[0].offsetTop).length;
    const to = {
      ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - inARow, ArrowDown: at + inARow,
      Home: 0, End: shown.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      shown[to]?.focus();
    }
  });
}
