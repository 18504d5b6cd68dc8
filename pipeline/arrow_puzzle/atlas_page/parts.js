/** Pieces that several parts of the page use. */

import { byId, h } from "../dom.js";
import { t } from "./texts.js";

/** Tells those who do not see it what has changed. */
export function announce(text) {
  if (byId("status").textContent !== text) {
    byId("status").textContent = text;
  }
}

/**
 * Copies a text; pages that are not served safely may do it only in the old way.
 *
 * @param {string} text
 * @param {string} done what to say then
 */
export async function copy(text, done) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
    } else {
      copyBySelection(text);
    }
    announce(done);
    return true;
  } catch {
    announce(t("copyFailed"));
    return false;
  }
}

function copyBySelection(text) {
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

/** A button that copies a text, and shows for a moment that it did. */
export function copyButton(id, key, text, doneKey) {
  const button = h("button", { type: "button", id }, t(key));
  button.addEventListener("click", async () => {
    if (await copy(text(), t(doneKey))) {
      button.classList.add("did");
      setTimeout(() => button.classList.remove("did"), 1500);
    }
  });
  return button;
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
  return h("div", { class: "segments", role: "group", "aria-label": label },
    ...choices.map(({ id, text, value }) => h("button", {
      type: "button", id, "aria-pressed": "false", onclick: () => choose(value),
    }, text)));
}

/** Shows which of some buttons is pressed. */
export function press(buttons, isPressed) {
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(isPressed(button)));
  }
}
