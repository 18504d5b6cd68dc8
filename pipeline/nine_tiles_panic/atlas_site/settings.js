/** The language and the colours of a page, kept for all pages of the site, so that they agree. */

import { byId } from "./dom.js";

/** @typedef {import("./languages.js").Languages} Languages */

/** What the reader has chosen before; where nothing can be kept, it is forgotten. */
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

/** Says in the language of the moment what stands in index.html. */
function translatePage({ currentLanguage, t }) {
  document.documentElement.lang = currentLanguage();
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
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
 * Shows the page as the reader likes it, and lets the colours be changed.
 *
 * @param {Languages} languages
 */
export function startSettings(languages) {
  languages.setLanguage(
    memory.get("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
  translatePage(languages);
  showColours();
  prefersDark.addEventListener("change", showColours);
  byId("dark").addEventListener("click", changeColours);
}

/**
 * Lets the language be changed.
 *
 * @param {Languages} languages
 * @param {() => void} translated to be called after another language was chosen
 */
export function offerLanguages(languages, translated) {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      languages.setLanguage(button.dataset.language);
      memory.set("language", button.dataset.language);
      translatePage(languages);
      translated();
    });
  }
}
