/** Starts the page and brings its parts together. */

import { load } from "./answers.js";
import { byId } from "./dom.js";
import { startWith } from "./loading.js";
import { offerLanguages, startSettings } from "./settings.js";
import { languages, number, t } from "./texts.js";
import { BuildView } from "./view_build.js";
import { CardsView } from "./view_cards.js";
import { CoverView, LearnView } from "./view_towns.js";

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
    Object.values(views).forEach((view) => view.build());
    byId("footer").textContent = t("footer", {
      towns: number(atlas.nTowns), synonyms: number(atlas.nSynonyms),
    });
    route();
  }

  offerLanguages(languages, build);
  window.addEventListener("hashchange", route);
  window.addEventListener("popstate", route);
  byId("loading").remove();
  build();
  document.body.dataset.ready = "yes";
}

startSettings(languages);
startWith(load(), start, languages);
