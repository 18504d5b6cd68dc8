/** Starts the page and brings its parts together. */

import { announce } from "../controls.js";
import { byId, h } from "../dom.js";
import { fetchFile, startWith } from "../loading.js";
import { offerLanguages, startSettings } from "../settings.js";
import { addressOf, readAddress } from "./reading.js";
import { Session } from "./session.js";
import { languages, levelName, levelShape, t } from "./texts.js";
import { AnswerView, headline } from "./view_answer.js";
import { BoardView } from "./view_board.js";

let build = () => {};

function start({ levels }) {
  const session = new Session(levels);
  let wasEdited = false;
  let badAddress = "";

  const show = (said) => {
    boardView.show();
    answerView.show();
    for (const button of byId("levels").children) {
      button.setAttribute("aria-pressed", String(button.id === `level-${session.level.name}`));
    }
    byId("bad-address").textContent = badAddress && t("badAddress", { hash: badAddress });
    byId("bad-address").hidden = !badAddress;
    announce([said, headline(session)].filter(Boolean).join(" "));
  };

  /** Puts the board into the address: a new one to come back from, or in place of the last one. */
  const note = (replaces) => {
    const address = addressOf(session.level, session.entered.turns, session.layout);
    badAddress = "";
    if (address !== location.hash) {
      try {
        history[replaces ? "replaceState" : "pushState"](null, "", address);
      } catch { /* Browsers refuse when a key is held down; the next change is noted again. */ }
    }
  };
  const changed = {
    show,
    step(said) {
      note(false);
      wasEdited = false;
      show(said);
    },
    // A board is entered by many small changes, and going back should undo them all at once.
    edit(said) {
      note(wasEdited);
      wasEdited = true;
      show(said);
    },
  };
  const boardView = new BoardView(session, changed);
  const answerView = new AnswerView(session, boardView, changed);

  /** Shows what the address names. */
  function route() {
    const { hash } = location;
    const found = hash === "" ? null : readAddress(hash, levels);
    badAddress = hash !== "" && found === null ? hash : "";
    wasEdited = false;
    if (found?.turns) {
      session.layout = found.layout;
      session.level = found.level;
      session.enter(found.turns);
    } else {
      const level = found?.level ?? session.usualLevel;
      session.choose(level);
      session.enter(new Uint8Array(level.cells.length));
    }
    show();
  }

  build = () => {
    byId("levels").replaceChildren(...levels.map((level) => h("button", {
      type: "button", id: `level-${level.name}`, "aria-pressed": "false",
      onclick: () => {
        session.choose(level);
        changed.step();
      },
    }, h("b", {}, levelName(level)), h("small", {}, levelShape(level)))));
    byId("puzzle").replaceChildren(...boardView.build(), answerView.build());
    show();
  };

  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // The address is the board's.
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
