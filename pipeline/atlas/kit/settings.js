/** The language and the colours, which all pages of the site share. */

import { press } from "./controls.js";
import { byId } from "./dom.js";
import { currentLanguage, setLanguage, t } from "./languages.js";

/** The reader's earlier choices; forgotten where the browser keeps nothing. */
const memory = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch { /* private windows may refuse */ }
  },
};

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
let colours = memory.get("colours");

function showColours() {
  if (colours) {
    document.documentElement.dataset.colours = colours;
  }
  press([byId("dark")], () => (colours ? colours === "dark" : prefersDark.matches));
}

function changeColours() {
  colours = byId("dark").getAttribute("aria-pressed") === "true" ? "light" : "dark";
  memory.set("colours", colours);
  showColours();
}

/** Puts what index.html contains into the current language. */
function translatePage() {
  const every = (selector) => document.querySelectorAll(selector);
  document.documentElement.lang = currentLanguage();
  document.title = t("title");
  every("[data-text]").forEach((element) => { element.textContent = t(element.dataset.text); });
  every("[data-ja]").forEach((element) => { element.textContent = element.dataset[currentLanguage()]; });
  for (const element of every("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    element.title = t(element.dataset.label);
  }
  press(every("[data-language]"), (element) => element.dataset.language === currentLanguage());
}

/**
 * Applies the reader's language and colours, and lets both be changed.
 *
 * @param {() => void} translated called after another language was chosen
 */
export function startSettings(translated) {
  setLanguage(memory.get("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
  translatePage();
  showColours();
  prefersDark.addEventListener("change", showColours);
  byId("dark").addEventListener("click", changeColours);
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      setLanguage(button.dataset.language);
      memory.set("language", button.dataset.language);
      translatePage();
      translated();
    });
  }
}
