/** Starts the page and connects its views. */

import { byId } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { memory } from "../kit/start.js";
import { addressOf, readAddress, Session } from "./session.js";
import { Table } from "./table.js";
import { headline, PanelView } from "./view_answer.js";
import { ChartView } from "./view_chart.js";
import { ChoiceView } from "./view_choice.js";
import { PairView } from "./view_pair.js";

/** @import {Data} from "./table.js" */

/** Where the browser keeps the game. */
const KEPT = "godomachi_game";

startLinkedPage((/** @type {Data} */ data, changed) => {
  const table = new Table(data);
  const session = new Session(table);
  const views = [PairView, ChoiceView, PanelView, ChartView].map((View) => new View(session, changed));

  return {
    build() {
      const parts = views.map((view) => view.build());
      byId("chart-place").replaceChildren(/** @type {HTMLElement} */ (parts.pop()));
      byId("pair-and-answer").replaceChildren(...parts);
    },
    show() {
      views.forEach((view) => view.show());
      memory.set(KEPT, JSON.stringify(session.kept));
    },
    open(hash) {
      const found = readAddress(hash, table);
      const kept = memory.get(KEPT);
      if (found?.shapes) {
        session.takeShapes(found.shapes, { advanced: () => changed.show(""), found() {
          session.resume(kept);
          changed.show();
        } });
      } else {
        session.take(found ?? { cells: session.usualCells, ...table.longestPair(session.usualCells) });
        session.isExample = !hash;
        session.resume(kept);
      }
      return found !== null;
    },
    address: () => addressOf(session.address),
    spoken: (said) => said ?? headline(session),
  };
});
