/** The front page: it leads to the pages of all puzzles. */

import { byId, h } from "./kit/dom.js";
import { currentLanguage } from "./kit/languages.js";
import { startPage } from "./kit/start.js";
import { aboutPuzzle } from "./texts.js";

if (location.hash) {
  location.replace(`nine-tiles/${location.hash}`); // Links to towns were to this page once.
}

/** A page that the navigation names too, with a picture and a sentence. */
function puzzle(link) {
  const folder = link.getAttribute("href");
  return h("li", {}, h("a", { href: folder, class: "puzzle panel" },
    h("img", { src: `${folder}logo.svg`, alt: "", width: 72, height: 72 }),
    h("span", {}, h("b", {}, link.dataset[currentLanguage()]), h("span", {}, aboutPuzzle(folder)))));
}

startPage(Promise.resolve(), () => ({
  build: () => byId("puzzles").replaceChildren(
    ...[...byId("nav").children].filter((link) => aboutPuzzle(link.getAttribute("href"))).map(puzzle)),
  show() {},
  route() {},
}));
