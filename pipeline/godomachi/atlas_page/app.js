/** Starts the page and brings its parts together. */

import { announce, copyButton } from "../controls.js";
import { byId, h } from "../dom.js";
import { fetchFile, startWith } from "../loading.js";
import { offerLanguages, startSettings } from "../settings.js";
import { addressOf, readAddress } from "./reading.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { languages, t } from "./texts.js";
import { headline } from "./view_answer.js";
import { ChartView } from "./view_chart.js";
import { ChoiceView } from "./view_choice.js";
import { PairView } from "./view_pair.js";
import { PanelView } from "./view_panel.js";

let build = () => {};

function start(data) {
  const table = new Table(data);
  const session = new Session(table);
  const hasPuzzles = table.randomPuzzle(1) !== null;
  let badAddress = "";

  /** Shows all; says something in place of what is known about the pair. */
  const show = (said) => {
    pairView.show();
    panelView.show();
    choiceView.show();
    chartView.show();
    for (const button of byId("sizes").children) {
      button.setAttribute("aria-pressed", String(button.id === `size-${session.cells}`));
    }
    byId("bad-address").textContent = badAddress && t("badAddress", { hash: badAddress });
    byId("bad-address").hidden = !badAddress;
    announce(said ?? headline(session));
  };
  const changed = {
    show,
    /** Puts the pair into the address: a new one to come back from. */
    step(said) {
      const address = addressOf(session.address);
      badAddress = "";
      if (address !== location.hash) {
        try {
          history.pushState(null, "", address);
        } catch { /* Browsers refuse when there are too many at once; the next one is noted again. */ }
      }
      show(said);
    },
  };
  const pairView = new PairView(session, changed);
  const panelView = new PanelView(session, changed);
  const choiceView = new ChoiceView(session, changed);
  const chartView = new ChartView(session, changed);

  /** Shows what the address names. */
  function route() {
    const { hash } = location;
    const found = hash === "" ? null : readAddress(hash, table);
    badAddress = hash !== "" && found === null ? hash : "";
    session.take(found ?? {
      cells: session.usualCells, ...table.longestPair(session.usualCells),
    });
    show();
  }

  const action = (id, key, act) => h("button", {
    type: "button", id, onclick: () => {
      act();
      changed.step();
    },
  }, t(key));

  build = () => {
    byId("sizes").replaceChildren(...session.sizes.map((cells) => h("button", {
      type: "button", id: `size-${cells}`, "aria-pressed": "false",
      onclick: () => {
        session.choose(cells);
        changed.step();
      },
    }, t("size", { cells }))));
    byId("actions").replaceChildren(
      action("random-pair", "randomPair", () => {
        session.take({ cells: session.cells, ...table.randomPair(session.cells) });
      }),
      ...(hasPuzzles ? [action("random-puzzle", "randomPuzzle", () => {
        const { cells } = session;
        session.take({ ...(table.randomPuzzle(cells) ?? table.randomPuzzle(1)), isPuzzle: true });
      })] : []),
      copyButton({
        id: "share", label: t("share"), done: t("shared"), failed: t("copyFailed"),
      }, () => new URL(addressOf(session.address), location.href).href));
    byId("pair-and-answer").replaceChildren(
      pairView.build(), panelView.build(), choiceView.build());
    byId("chart-place").replaceChildren(chartView.build());
    show();
  };

  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // The address is the pair's.
    byId("main").focus();
  });
  window.addEventListener("hashchange", route);
  window.addEventListener("popstate", route);
  byId("loading").remove();
  byId("content").hidden = false;
  build();
  route();
  document.body.dataset.ready = "yes";
}

async function load() {
  const response = await fetchFile("data.json", import.meta.url);
  return response.json();
}

startSettings(languages);
offerLanguages(languages, () => build());
startWith(load(), start, languages);
