/** Starts the page and connects its views. */

import { action, segments, showChoice } from "../kit/controls.js";
import { byId, h, press } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { addressOf, readAddress, Session } from "./session.js";
import { Table } from "./table.js";
import { t } from "./texts.js";
import { headline, PanelView } from "./view_answer.js";
import { ChartView } from "./view_chart.js";
import { ChoiceView } from "./view_choice.js";
import { PairView } from "./view_pair.js";

/** @import {Data, NamedPair} from "./table.js" */

startLinkedPage((/** @type {Data} */ data, changed) => {
  const table = new Table(data);
  const session = new Session(table);
  const hasPuzzles = table.randomPuzzle(1) !== null;
  const views = [PairView, PanelView, ChoiceView, ChartView].map((View) => new View(session, changed));

  /** @param {number} cells */
  const takeRandom = (cells) => (
    session.takeRandom(cells, { advanced: () => changed.show(""), found: () => changed.step() }));
  /** @type {HTMLElement} */
  let drawnSizes;

  return {
    build() {
      byId("sizes").replaceChildren(...session.sizes.map((cells) => (
        action(`size-${cells}`, t("size", { cells }), () => session.choose(cells), changed.step))));
      drawnSizes = segments(t("drawnSizes"),
        session.drawnSizes.map((cells) => [`size-${cells}`, t("size", { cells }), cells]), takeRandom);
      byId("actions").replaceChildren(drawnSizes,
        action("random-pair", t("randomPair"), () => session.shapes.a.length, takeRandom),
        ...(hasPuzzles ? [action("random-puzzle", t("randomPuzzle"), () => (
          session.take({ .../** @type {NamedPair} */ (table.randomPuzzle(session.cells) ?? table.randomPuzzle(1)), isPuzzle: true })),
        changed.step), h("a", { class: "button", id: "practise", href: "practice.html" }, t("practise"))] : []));
      const parts = views.map((view) => view.build());
      byId("chart-place").replaceChildren(/** @type {HTMLElement} */ (parts.pop()));
      byId("pair-and-answer").replaceChildren(...parts);
    },
    show() {
      views.forEach((view) => view.show());
      press(byId("sizes").children, ({ id }) => id === `size-${session.shapes.a.length}`);
      showChoice(drawnSizes, session.shapes.a.length);
    },
    open(hash) {
      const found = readAddress(hash, table);
      if (found?.shapes) {
        session.takeShapes(found.shapes, { advanced: () => changed.show(""), found: () => changed.show() });
      } else {
        session.take(found ?? { cells: session.usualCells, ...table.longestPair(session.usualCells) });
        session.isExample = !hash;
      }
      return found !== null;
    },
    address: () => addressOf(session.address),
    spoken: (said) => said ?? headline(session),
  };
});
