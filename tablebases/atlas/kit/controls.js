/** Controls that several pages have. */

import { button, byId, h, named } from "./dom.js";
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

/** A button that copies what `text` returns, shows for a moment that it did, and says `done`. */
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

/** What can be done with an answer, in one row; null and false are left out. */
export function actionRow(...buttons) {
  return h("div", { class: "actions", role: "group", "aria-label": t("actions") }, ...buttons);
}

/** A button that does something; `done` hears what `act` returns: what to announce, if anything. */
export function action(id, text, act, done) {
  return button({ id, onclick: () => done(act()) }, text);
}

/** A button with a sign that `label` explains. */
export function iconButton(id, label, sign, onclick) {
  return button({ id, class: "icon", ...named(label), onclick }, sign);
}

/** A control with its label before it, and what is said of it. */
export function field(label, control, ...more) {
  return h("div", { class: "field" }, h("label", { for: control.id }, ...[label].flat()), control, ...more);
}

/** Buttons of which one is pressed, each given as `[id, text, value]`; see `showChoice`. */
export function segments(label, choices, choose) {
  return h("div", { class: "segments", role: "group", "aria-label": label }, ...choices.map(([id, text, value]) => (
    Object.assign(button({ id, "aria-pressed": "false", onclick: () => choose(value) }, text), { choice: value }))));
}

/** Shows which value is chosen in `segments`. */
export function showChoice(element, value) {
  press(element.children, ({ choice }) => choice === value);
  return element;
}

/** Shows which of some buttons is pressed. */
export function press(buttons, isPressed) {
  for (const element of buttons) {
    element.setAttribute("aria-pressed", isPressed(element));
  }
}
