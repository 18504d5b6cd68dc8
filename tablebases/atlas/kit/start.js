/** Starts a page: its language and colours, loading of its data, and the address that names what it shows. */

import { byId, inRoot, press } from "./dom.js";
import { currentLanguage, setLanguage, t } from "./languages.js";

// --- the language and the colours, which all pages of the site share ----------------------------

/**
 * A store of the browser, such as `() => localStorage`; private windows may refuse, and it may be full.
 *
 * @param {() => Storage} store
 */
export function memoryIn(store) {
  return {
    /** @param {string} key */
    get(key) {
      try {
        return store().getItem(key);
      } catch {
        return null;
      }
    },
    /**
     * @param {string} key
     * @param {string} value
     * @returns {boolean} whether the value is kept
     */
    set(key, value) {
      try {
        store().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The reader's earlier choices and progress. */
export const memory = memoryIn(() => localStorage);

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
let colours = memory.get("colours");

function showColours() {
  if (colours) {
    document.documentElement.dataset.colours = colours;
  }
  press([byId("dark")], () => (colours ? colours === "dark" : prefersDark.matches));
}

/**
 * The elements that a selector for attributes finds.
 *
 * @type {(selector: string) => NodeListOf<HTMLElement & {dataset: Object<string, string>}>}
 */
const every = (selector) => document.querySelectorAll(selector);

/** Puts what index.html contains into the current language. */
function translatePage() {
  document.documentElement.lang = currentLanguage();
  document.title = t("title");
  every("[data-text]").forEach((element) => { element.textContent = t(element.dataset.text); });
  every("[data-ja]").forEach((element) => { element.textContent = element.dataset[currentLanguage()]; });
  every("[data-label]").forEach((element) => { element.ariaLabel = element.title = t(element.dataset.label); });
  press(every("[data-language]"), (element) => element.dataset.language === currentLanguage());
}

/** Chooses the language of an address with `?lang=`, as its button does; then the address does without. */
function takeLanguageOfAddress() {
  const address = new URL(location.href);
  const code = address.searchParams.get("lang");
  if (code !== "en" && code !== "ja") {
    return null;
  }
  if (memory.set("language", code)) {
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
  }
  return code;
}

/**
 * Applies the reader's language and colours, and lets both be changed.
 *
 * @param {() => void} translated is called after the language was changed
 */
function startSettings(translated) {
  setLanguage(takeLanguageOfAddress() ?? memory.get("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
  translatePage();
  showColours();
  prefersDark.addEventListener("change", showColours);
  byId("dark").addEventListener("click", () => {
    colours = byId("dark").getAttribute("aria-pressed") === "true" ? "light" : "dark";
    memory.set("colours", colours);
    showColours();
  });
  for (const button of every("[data-language]")) {
    button.addEventListener("click", () => {
      setLanguage(button.dataset.language);
      memory.set("language", button.dataset.language);
      translatePage();
      translated();
    });
  }
}

// --- the page -----------------------------------------------------------------------------------

/**
 * Fetches a file of the page.
 *
 * @param {string} name
 */
export async function fetchFile(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response;
}

/**
 * Fetches a JSON file of the page, and reads it.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function fetchJson(name) {
  return (await fetchFile(name)).json();
}

/**
 * What an address names after its `#`; null if it is not encoded as addresses are.
 *
 * @param {string} hash
 */
export function decodedHash(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return null;
  }
}

/**
 * Asks a worker of the page; `failed` is called when it cannot be started, or fails.
 *
 * @template [T=any]
 * @param {string} name
 * @param {unknown} question
 * @param {(answer: T) => void} heard
 * @param {() => void} failed
 */
export function startWorker(name, question, heard, failed) {
  const worker = new Worker(name, { type: "module" });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", failed);
  worker.postMessage(question);
  return worker;
}

/** Lets the browser keep all pages; it may do so only over HTTPS or from this machine. */
function keepForUseOffline() {
  navigator.serviceWorker?.register(inRoot("service_worker.js")).catch(() => {});
}

/**
 * What a page shows.
 *
 * @typedef {Object} PageView
 * @property {() => void} build makes the elements in the current language
 * @property {() => void} show fills them
 * @property {() => void} route goes to what the address names and shows it
 */

/**
 * Starts a page as soon as its data is there.
 *
 * @template T
 * @param {Promise<T>} loaded
 * @param {(data: T) => PageView} open
 */
export function startPage(loaded, open) {
  /** @type {PageView | null} */
  let view = null;
  startSettings(() => {
    view?.build();
    view?.show();
  });
  byId("skip").addEventListener("click", (event) => {
    // The address is that of what is shown.
    event.preventDefault();
    byId("main").focus();
  });
  byId("not-started").remove();
  loaded.then((data) => {
    view = open(data);
    window.addEventListener("hashchange", view.route);
    window.addEventListener("popstate", view.route);
    byId("loading").remove();
    keepForUseOffline();
    byId("content").hidden = false;
    view.build();
    view.route();
    document.body.dataset.ready = "yes";
  }).catch((error) => {
    const place = byId("loading") ?? byId("status");
    place.textContent = t("loadError", { error: error.message });
    place.classList.add("error");
    throw error;
  });
}
