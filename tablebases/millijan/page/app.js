/** Starts the page and connects its panels. */

import { byId } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { answerBar } from "../kit/view.js";
import { addressOf, readAddress } from "./reading.js";
import { Session } from "./session.js";
import { AnswerView, headline } from "./view_answer.js";
import { HandView } from "./view_hand.js";
import { OptionsView } from "./view_options.js";
import { PickerView } from "./view_picker.js";

startLinkedPage((data, changed) => {
  const session = new Session(data);
  const views = [HandView, PickerView, AnswerView, OptionsView].map((View) => new View(session, changed));
  const bar = answerBar();
  return {
    build() {
      const [hand, picker, answer, options] = views.map((view) => view.build());
      byId("hand-and-answer").replaceChildren(hand, picker, bar, answer, options);
    },
    show() {
      views.forEach((view) => view.show());
      bar.textContent = headline(session);
    },
    open(hash) {
      const found = readAddress(hash, session.known, session.units);
      // @ts-expect-error: the empty address is valid.
      session.take(found ?? readAddress("#", session.known, session.units));
      if (!hash) {
        session.takeExample();
      }
      return found !== null;
    },
    address: () => addressOf(session, session.known),
    spoken: (said) => [said, headline(session)].filter(Boolean).join(" "),
  };
});
