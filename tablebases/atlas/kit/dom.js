/** Small helpers to make elements, and to move between them. */

/**
 * What an element contains; null and false are left out.
 *
 * @typedef {Node | string | number | null | false} Child
 */

/**
 * Listeners by their attributes. They know what their target is.
 *
 * @typedef {HTMLElementEventMap} Events
 * @typedef {{[E in keyof Events as `on${E}`]?: (event: Events[E] & {target: any}) => unknown}} Listeners
 */

/**
 * Attributes by their names; null, undefined and false are left out.
 *
 * @typedef {string | number | boolean | null | undefined | ((event: never) => unknown)} Value
 * @typedef {Listeners & Object<string, Value>} Attributes
 */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Object<string, any>} attributes
 * @param {any[]} children numbers become texts
 */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/**
 * Makes an element. Attributes such as `onclick` are listeners; null and false are left out, also of the children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Makes an element of a drawing, as `h` does.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function button(attributes, ...children) {
  return h("button", { type: "button", ...attributes }, ...children);
}

/**
 * A table; each head is a text or elements, and an empty one heads nothing. The caption is not seen.
 *
 * @param {Attributes & {caption?: string}} attributes
 * @param {(Child | Child[])[]} heads
 * @param {Child[]} rows
 */
export function table({ caption, ...attributes }, heads, rows) {
  return h("table", attributes, caption ? h("caption", { class: "unseen" }, caption) : null,
    h("thead", {}, h("tr", {}, ...heads.map((head) => (
      head === "" ? h("td") : h("th", { scope: "col" }, ...[head].flat()))))), h("tbody", {}, ...rows));
}

/**
 * The element with an id. Its type says neither null nor which element it is, because callers know both.
 *
 * @template {HTMLElement} [E=HTMLElement]
 * @overload
 * @param {string} id
 * @returns {E}
 */
/**
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * The address of a file in the root of the atlas, where its manifest is.
 *
 * @param {string} name
 */
export function inRoot(name) {
  const { href } =
    /** @type {HTMLLinkElement} */
    (document.querySelector("link[rel=manifest]"));
  return new URL(name, href).href;
}

/**
 * The attributes that name a control without a text, for those who hear the page and those who point at it.
 *
 * @param {string} label
 */
export function named(label) {
  return { "aria-label": label, title: label };
}

/**
 * Shows which of some buttons is pressed.
 *
 * @template {Element} E
 * @param {Iterable<E>} buttons
 * @param {(element: E) => boolean} isPressed
 */
export function press(buttons, isPressed) {
  for (const element of buttons) {
    element.setAttribute("aria-pressed", String(isPressed(element)));
  }
}

/**
 * Scrolls to an element, and moves the focus to it or to another one there.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {HTMLElement | SVGElement} focused
 */
export function goTo(element, focused = element) {
  element.scrollIntoView();
  focused.focus({ preventScroll: true });
}

/**
 * An element with its style.
 *
 * @typedef {Element & {style: Object<string, any>}} Styled
 */

/**
 * Lets elements come from other styles, such as a place or a size, within the time `--moved`; at once where motion is
 * unwelcome.
 *
 * @param {[Styled, Object<string, string>][]} moves elements, each with the style that it comes from
 */
export function comeFrom(moves) {
  for (const [element, style] of moves) {
    element.classList.remove("moved");
    Object.assign(element.style, style);
  }
  // Browsers forget styles that change before they are computed.
  document.body.getBoundingClientRect();
  for (const [element, style] of moves) {
    element.classList.add("moved");
    Object.keys(style).forEach((name) => { element.style[name] = ""; });
  }
}

/**
 * Where the elements with `data-moves` are, by its value.
 *
 * @param {Element} container
 * @returns {Map<string | undefined, {element: HTMLElement, x: number, y: number}>}
 */
function placesIn(container) {
  return new Map(
    /** @type {HTMLElement[]} */
    ([...container.querySelectorAll("[data-moves]")]).map((element) => {
    const { x, y } = element.getBoundingClientRect();
    return [element.dataset.moves, { element, x, y }];
  }));
}

/**
 * Changes a container. Elements move from the place of an earlier one with the same `data-moves`, and turn from its
 * quarter turns to the left, `data-turns`.
 *
 * @param {Element} container
 * @param {() => void} change
 */
export function moveIn(container, change) {
  const places = placesIn(container);
  change();
  comeFrom([...placesIn(container)].flatMap(([name, { element, x, y }]) => {
    const from = places.get(name) ?? { element, x, y };
    const [before, now] = [from.element, element].map(({ dataset }) => Number(dataset.turns ?? 0));
    const turns = (before - now + 5) % 4 - 1;
    return from.x === x && from.y === y && !turns ? []
      : [[element, { translate: `${from.x - x}px ${from.y - y}px`, rotate: `${-90 * turns}deg` }]];
  }));
}

/**
 * Steps to the right and down, by the key.
 *
 * @type {Object<string, [right: number, down: number]>}
 */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Whether a key is part of a shortcut of the browser.
 *
 * @param {KeyboardEvent} event
 */
export function isShortcut({ ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey;
}

/**
 * Elements that can be asked for any other, such as the one with the focus.
 *
 * @typedef {HTMLElement[] & {includes(item: unknown): boolean, indexOf(item: unknown): number}} Items
 */

/**
 * Lets arrow keys move the focus in a grid of buttons, of which one can be tabbed to; `items` gives those shown.
 *
 * @param {HTMLElement} container
 * @param {() => Items} items
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
    if (at < 0 || isShortcut(event)) {
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
