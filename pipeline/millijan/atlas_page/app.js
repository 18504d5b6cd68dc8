/** Starts the page and brings its parts together. */

import { announce } from "../controls.js";
import { byId, h } from "../dom.js";
import { fetchFile, startWith } from "../loading.js";
import { offerLanguages, startSettings } from "../settings.js";
import { addressOf, readAddress } from "./reading.js";
import { Session } from "./session.js";
import { languages, t } from "./texts.js";
import { AnswerView, headline } from "./view_answer.js";
import { HandView } from "./view_hand.js";
import { OptionsView } from "./view_options.js";
import { PickerView } from "./view_picker.js";

let translate = () => {};

function start(data) {
  const session = new Session(data);
  let wasEdited = false;
  let badAddress = "";
  /** The answer in a few words, at the foot of small screens; it leads to all of the answer. */
  const summary = h("a", {
    class: "summary", href: "#answer", onclick: (event) => {
      event.preventDefault(); // The address is the hand's.
      byId("answer").scrollIntoView();
      byId("answer").focus({ preventScroll: true });
    },
  });

  const show = (said) => {
    optionsView.show();
    handView.show();
    pickerView.show();
    answerView.show();
    summary.textContent = headline(session);
    const complaint = badAddress && t("badAddress", { hash: badAddress });
    byId("bad-address").textContent = complaint;
    byId("bad-address").hidden = !complaint;
    announce([complaint, said, headline(session)].filter(Boolean).join(" "));
  };

  /** Puts the hand into the address: a new one to come back from, or in place of the last one. */
  const note = (replaces) => {
    const address = addressOf(session, session.known);
    badAddress = "";
    if (address !== location.hash) {
      try {
        history[replaces ? "replaceState" : "pushState"](
          null, "", address || location.pathname + location.search);
      } catch { /* Browsers refuse when there are too many at once; the next one is noted again. */ }
    }
  };
  const changed = {
    show,
    step(said) {
      note(false);
      wasEdited = false;
      show(said);
    },
    // A hand is picked tile by tile, and going back should undo them all at once.
    edit(said) {
      note(wasEdited);
      wasEdited = true;
      show(said);
    },
  };
  const optionsView = new OptionsView(session, changed);
  const handView = new HandView(session, changed);
  const pickerView = new PickerView(session, changed);
  const answerView = new AnswerView(session, changed);

  /** Shows what the address names. */
  function route() {
    const { hash } = location;
    const found = readAddress(hash || "#", session.known);
    badAddress = found === null ? hash : "";
    wasEdited = false;
    session.take(found ?? readAddress("#", session.known));
    show();
  }

  const build = () => {
    byId("options").replaceChildren(...optionsView.build());
    byId("hand-and-answer").replaceChildren(
      handView.build(), pickerView.build(), summary, answerView.build());
  };
  translate = () => {
    build();
    show();
  };

  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // The address is the hand's.
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
offerLanguages(languages, () => translate());
startWith(load(), start, languages);
