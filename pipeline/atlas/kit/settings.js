/** The language and the colours, which all pages of the site share. */

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

function showColours() {
  const chosen = memory.get("colours");
  if (chosen) {
    document.documentElement.dataset.colours = chosen;
  }
  const dark = chosen ? chosen === "dark" : prefersDark.matches;
  byId("dark").setAttribute("aria-pressed", String(dark));
}

function changeColours() {
  const wasDark = byId("dark").getAttribute("aria-pressed") === "true";
  const chosen = wasDark ? "light" : "dark";
  memory.set("colours", chosen);
  document.documentElement.dataset.colours = chosen;
  byId("dark").setAttribute("aria-pressed", String(!wasDark));
}

/** Puts what index.html contains into the current language. */
function translatePage() {
  document.documentElement.lang = currentLanguage();
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-ja]")) {
    element.textContent = element.dataset[currentLanguage()];
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    element.title = t(element.dataset.label);
  }
  for (const button of document.querySelectorAll("[data-language]")) {
    const pressed = button.dataset.language === currentLanguage();
    button.setAttribute("aria-pressed", String(pressed));
  }
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
