/** Starts the page and brings its parts together. */

import { load } from "./answers.js";
import { byId } from "./dom.js";
import { currentLanguage, number, setLanguage, t } from "./texts.js";
import { BuildView } from "./view_build.js";
import { CardsView } from "./view_cards.js";
import { CoverView, LearnView } from "./view_towns.js";

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
  const dark = chosen ? chosen === "dark" : prefersDark.matches;
  if (chosen) {
    document.documentElement.dataset.colours = chosen;
  }
  byId("dark").setAttribute("aria-pressed", String(dark));
}

function translatePage() {
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

/** @returns {string} the name of the view that an address belongs to */
function viewOf(hash) {
  if (hash === "#cover" || hash === "#learn" || hash === "#build") {
    return hash.slice(1);
  }
  return hash.startsWith("#town_") ? "build" : "cards";
}

function start({ atlas, sprite }) {
  const drawings = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
  byId("sprite").replaceChildren(document.importNode(drawings, true));

  const goTo = (address) => {
    history.pushState(null, "", address === "#" ? location.pathname + location.search : address);
    route();
  };
  const views = {
    cards: new CardsView(atlas, goTo),
    cover: new CoverView(atlas),
    learn: new LearnView(atlas),
    build: new BuildView(atlas, (pattern) => {
      if (viewOf(location.hash) === "build") {
        history.replaceState(null, "", `#town_${pattern}`);
      }
    }),
  };
  let shown = null;

  function route() {
    const { hash } = location;
    const name = hash === "#main" ? shown ?? "cards" : viewOf(hash);
    for (const view of Object.keys(views)) {
      byId(`view-${view}`).hidden = view !== name;
    }
    for (const link of byId("nav").children) {
      if (link.dataset.view === name) {
        link.setAttribute("aria-current", "page");
      } else {
        link.removeAttribute("aria-current");
      }
    }
    if (hash !== "#main") {
      const pattern = hash.startsWith("#town_") ? hash.slice("#town_".length) : null;
      views[name].open(name === "build" ? pattern : hash);
    }
    if (shown !== null && shown !== name) {
      window.scrollTo(0, 0);
      byId("main").focus({ preventScroll: true });
    }
    const link = [...byId("nav").children].find((item) => item.dataset.view === name);
    document.title = `${link.textContent} · ${t("title")}`;
    shown = name;
    document.body.dataset.view = name;
  }

  function build() {
    translatePage();
    Object.values(views).forEach((view) => view.build());
    byId("footer").textContent = t("footer", {
      towns: number(atlas.nTowns), synonyms: number(atlas.nSynonyms),
    });
    route();
  }

  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      setLanguage(button.dataset.language);
      memory.set("language", button.dataset.language);
      build();
    });
  }
  window.addEventListener("hashchange", route);
  window.addEventListener("popstate", route);
  byId("loading").remove();
  build();
  document.body.dataset.ready = "yes";
}

setLanguage(memory.get("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
showColours();
prefersDark.addEventListener("change", showColours);
byId("dark").addEventListener("click", () => {
  memory.set("colours", byId("dark").getAttribute("aria-pressed") === "true" ? "light" : "dark");
  document.documentElement.dataset.colours =
    byId("dark").getAttribute("aria-pressed") === "true" ? "light" : "dark";
  byId("dark").setAttribute(
    "aria-pressed", String(document.documentElement.dataset.colours === "dark"),
  );
});
translatePage();
load().then(start).catch((error) => {
  const place = byId("loading") ?? byId("status");
  place.textContent = t("loadError", { error: error.message });
  place.classList.add("error");
  throw error;
});
