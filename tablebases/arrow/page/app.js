/** Starts the page and brings its parts together. */

/**
 * @import {Changed} from "../kit/linked_page.js"
 * @import {Level} from "./solving.js"
 */

import { action } from "../kit/controls.js";
import { byId, h, press } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { addressOf, readAddress } from "./reading.js";
import { Session } from "./session.js";
import { levelName, levelShape } from "./texts.js";
import { AnswerView, headline } from "./view_answer.js";
import { BoardView } from "./view_board.js";

startLinkedPage(
  /**
   * @param {{levels: Level[]}} data
   * @param {Changed} changed
   */
  ({ levels }, changed) => {
  const session = new Session(levels);
  const boardView = new BoardView(session, changed);
  const answerView = new AnswerView(session, boardView, changed);
  return {
    build() {
      byId("levels").replaceChildren(...levels.map((level) => action(`level-${level.name}`,
        [h("b", {}, levelName(level)), h("small", {}, levelShape(level))], () => session.choose(level), changed.step)));
      byId("puzzle").replaceChildren(...boardView.build(), answerView.build());
    },
    show() {
      boardView.show();
      answerView.show();
      press(byId("levels").children, ({ id }) => id === `level-${session.level.name}`);
    },
    open(hash) {
      const found = readAddress(hash, levels);
      session.level = found?.level ?? session.usualLevel;
      session.layout = found?.layout ?? session.usualLayout;
      if (found?.turns) {
        session.enter(found.turns);
      } else {
        session.enterExample();
      }
      return found !== null;
    },
    address: () => addressOf(session.level, session.entered.turns, session.layout),
    spoken: (said) => [said, headline(session)].filter(Boolean).join(" "),
  };
});
