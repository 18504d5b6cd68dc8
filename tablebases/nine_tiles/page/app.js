/** Starts the page and switches between its views. */

import { byId, h } from "../kit/dom.js";
import { startPage } from "../kit/start.js";
import { addressOfCards, chosenCards, loadPage, TOWN } from "./parts.js";
import { unscored } from "./scoring.js";
import { number, t } from "./texts.js";
import { BuildView } from "./view_build.js";
import { CardsView } from "./view_cards.js";
import { CoverView, LearnView } from "./view_towns.js";
import { Verdict } from "./view_verdict.js";

/**
 * @param {string} hash
 * @returns {string} the name of the view of an address
 */
function viewOf(hash) {
  if (hash.startsWith(TOWN)) {
    return "build";
  }
  return ["#cover", "#learn", "#build"].includes(hash) ? hash.slice(1) : "cards";
}

startPage(loadPage(), (atlas) => {
  /** @type {Record<string, {build: () => void, open: (hash: string) => void}> & {cards: CardsView}} */
  const views = {
    cards: new CardsView(atlas, (address) => {
      history.pushState(null, "", address === "#" ? location.pathname + location.search : address);
      route();
    }),
    cover: new CoverView(atlas),
    learn: new LearnView(atlas),
    build: new BuildView(atlas, new Verdict(atlas), (pattern) => {
      if (viewOf(location.hash) === "build") {
        history.replaceState(null, "", TOWN + pattern);
      }
    }),
  };
  /** @type {string | null} */
  let shown = null;
  const keys = unscored(atlas.themes).join(", ");
  const warning = h("p", { class: "error", id: "unscored" });
  byId("content").prepend(...(keys ? [warning] : []));

  function route() {
    const name = viewOf(location.hash);
    const chosen = chosenCards(atlas.themes);
    if (name === "cards" && shown !== name && !location.hash && chosen.length) {
      history.replaceState(null, "", addressOfCards(chosen.map((index) => atlas.themes[index])));
    }
    const { hash } = location;
    for (const view of Object.keys(views)) {
      byId(`view-${view}`).hidden = view !== name;
    }
    for (const link of /** @type {HTMLCollectionOf<HTMLElement>} */ (byId("views").children)) {
      link.ariaCurrent = link.dataset.view === name ? "page" : null;
      if (link.ariaCurrent) {
        document.title = `${link.textContent} · ${t("title")}`;
      }
    }
    views[name].open(hash);
    if (shown !== null && shown !== name) {
      window.scrollTo(0, 0);
      byId("main").focus({ preventScroll: true });
    }
    shown = name;
    document.body.dataset.view = name;
  }

  function build() {
    Object.values(views).forEach((view) => view.build());
    warning.textContent = t("unscored", { keys });
    byId("footer").textContent = t("counts", { towns: number(atlas.nTowns), synonyms: number(atlas.nSynonyms) })
      + t("footer");
  }

  return { build, show: route, route };
});
