/** Controls that several pages have. */

import { button, byId, h } from "./dom.js";
import { t } from "./languages.js";

/** Announces a change to screen readers. */
export function announce(text) {
  if (byId("status").textContent !== text) {
    byId("status").textContent = text;
  }
}

/** Copies a text; pages served over plain HTTP may do so only in the old way. */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const focused = document.activeElement;
  const field = h("textarea", { class: "unseen", readonly: true }, text);
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  if (!copied) {
    throw new Error("not allowed");
  }
}

/**
 * A button that copies a text, and shows for a moment that it did.
 *
 * @param {{id: ?string, label: string, done: string}} words of the button, and what is said then
 * @param {() => string} text
 * @returns {HTMLElement}
 */
export function copyButton({ id, label, done }, text) {
  const element = button({
    id, onclick: async () => {
      try {
        await copy(text());
      } catch {
        announce(t("copyFailed"));
        return;
      }
      announce(done);
      element.classList.add("did");
      setTimeout(() => element.classList.remove("did"), 1500);
    },
  }, label);
  return element;
}

/** A button that hands on the link to what is shown: to another app where the device can do so, or copied. */
export function shareButton(address, id = "share") {
  const link = () => new URL(address(), location.href).href;
  if (!navigator.share) {
    return copyButton({ id, label: t("copyLink"), done: t("shared") }, link);
  }
  const share = () => navigator.share({ title: document.title, url: link() }).catch(() => {}); // Nothing was chosen.
  return button({ id, onclick: share }, t("share"));
}

/**
 * Buttons of which one is pressed.
 *
 * @param {string} label what is chosen by them
 * @param {{id: string, text: string, value: *}[]} choices
 * @param {(value: *) => void} choose
 * @returns {HTMLElement}
 */
export function segments(label, choices, choose) {
  return h("div", { class: "segments", role: "group", "aria-label": label }, ...choices.map(({ id, text, value }) => (
    button({ id, "aria-pressed": "false", onclick: () => choose(value) }, text))));
}

/** Shows which of some buttons is pressed. */
export function press(buttons, isPressed) {
  for (const element of buttons) {
    element.setAttribute("aria-pressed", isPressed(element));
  }
}
