/** Controls that several pages have. */

/** @import {Child} from "./dom.js" */

import { button, byId, h, inRoot, named, press, svg } from "./dom.js";
import { t } from "./languages.js";

/**
 * Announces a change to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  if (byId("status").textContent !== text) {
    byId("status").textContent = text;
  }
}

/** The module that pages load when they need it. */
const sharing = () => import(inRoot("kit/sharing.js"));

/**
 * Copies a text; pages served over plain HTTP may do so only in the old way.
 *
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const focused =
    /** @type {HTMLElement | null} */
    (document.activeElement);
  const area = h("textarea", { class: "unseen", readonly: true }, text);
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus({ preventScroll: true });
  if (!copied) {
    throw new Error("not allowed");
  }
}

/**
 * A button that copies what `content` returns, shows for a moment that it did, and says `done`.
 *
 * @param {{id?: string, label: string, done: string, write?(content: string | Blob): Promise<void>}} options `write`
 *   copies; without it, texts are copied
 * @param {() => string | Blob} content
 */
export function copyButton({ id, label, done, write = copy }, content) {
  const element = button({
    id, onclick: async () => {
      const given = content();
      try {
        await write(given);
      } catch {
        announce(t("copyFailed"));
        if (typeof given === "string") {
          (await sharing()).showToCopy(given);
        }
        return;
      }
      announce(done);
      element.classList.add("did");
      setTimeout(() => element.classList.remove("did"), 1500);
    },
  }, label);
  return element;
}

/**
 * A button that hands on the link to what is shown: to another app where the device can do so, or copied.
 *
 * @param {() => string} address
 */
export function shareButton(address, id = "share", label = t("share" in navigator ? "share" : "copyLink")) {
  const link = () => new URL(address(), location.href).href;
  if (!navigator.share) {
    return copyButton({ id, label, done: t("shared") }, link);
  }
  const share = () => navigator.share({ title: document.title, url: link() }).catch(() => {}); // Nothing was chosen.
  return button({ id, onclick: share }, label);
}

/**
 * An answer as a picture: its address, and a drawing with a viewBox.
 *
 * @typedef {{title: string, lines: string[], place: string, drawing: SVGElement}} Picture
 */

/**
 * A button that hands on a picture of the answer.
 *
 * @param {() => Picture} answer
 */
export function pictureButton(answer, id = "picture") {
  const sign = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", {
    d: "M3 5h18v14H3zM6 16l4-5 3 3 2-2 3 4M15.5 9h.01", fill: "none", stroke: "currentColor", "stroke-width": 2,
    "stroke-linecap": "round", "stroke-linejoin": "round",
  }));
  return iconButton(id, t("sharePicture"), sign, async () => {
    try {
      await (await sharing()).share(answer());
    } catch {
      announce(t("pictureFailed"));
    }
  });
}

/**
 * What can be done with an answer, in one row; null and false are left out.
 *
 * @param {Child[]} buttons
 */
export function actionRow(...buttons) {
  return h("div", { class: "actions", role: "group", "aria-label": t("actions") }, ...buttons);
}

/**
 * A button, of a text or elements, that does something; `done` hears what `act` returns, to be announced.
 *
 * @template T
 * @param {string} id
 * @param {Child | Child[]} text
 * @param {() => T} act
 * @param {(said: T) => void} done
 * @param {{class?: string}} [look]
 */
export function action(id, text, act, done, look = {}) {
  return button({ id, ...look, onclick: () => done(act()) }, ...[text].flat());
}

/**
 * A button with a sign that `label` explains.
 *
 * @param {string} id
 * @param {string} label
 * @param {Child} sign
 * @param {(event: MouseEvent) => void} onclick
 */
export function iconButton(id, label, sign, onclick) {
  return button({ id, class: "icon", ...named(label), onclick }, sign);
}

/** What fields for text share: browsers complete nothing, and cut texts far longer than any board, town or hand. */
export const TEXT_FIELD = { autocomplete: "off", maxlength: 2000 };

/**
 * A control with its label before it, and what is said of it.
 *
 * @param {Child | Child[]} label
 * @param {Element} control
 * @param {Child[]} more
 */
export function field(label, control, ...more) {
  return h("div", { class: "field" }, h("label", { for: control.id }, ...[label].flat()), control, ...more);
}

/**
 * What one of some buttons chooses.
 *
 * @template T
 * @typedef {[id: string, text: Child, value: T]} Choice
 */

/**
 * Buttons of which one is pressed; see `showChoice`.
 *
 * @template T
 * @param {string} label
 * @param {Choice<T>[]} choices
 * @param {(value: T) => void} choose
 */
export function segments(label, choices, choose) {
  return h("div", { class: "segments", role: "group", "aria-label": label }, ...choices.map(([id, text, value]) => (
    Object.assign(button({ id, "aria-pressed": "false", onclick: () => choose(value) }, text), { choice: value }))));
}

/**
 * Shows which value is chosen in `segments`.
 *
 * @template {{children: Iterable<Element & {choice?: unknown}>}} E
 * @param {E} element
 * @param {unknown} value
 */
export function showChoice(element, value) {
  press(element.children, ({ choice }) => choice === value);
  return element;
}
