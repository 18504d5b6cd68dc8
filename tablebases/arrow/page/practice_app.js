/** Starts the practice of the arrow puzzle. */

import { action, actionRow } from "../kit/controls.js";
import { byId, h, press } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { Progress, progressPart, randomSeed, resultLine, resultPart, today } from "../kit/practice.js";
import { decodedHash } from "../kit/start.js";
import { AnswerPanel, View } from "../kit/view.js";
import { BoardPicture } from "./drawing.js";
import { dailyRound, seededRound } from "./practice.js";
import { counted, levelName, levelShape, number, placeName, sentence, t } from "./practice_texts.js";
import { Solver } from "./solving.js";

/** The round that is played, and the progress. */
class Session {
  constructor(levels) {
    /** Only levels on which the page can tell the fewest taps. */
    this.solvers = levels.map((level) => new Solver(level)).filter(({ compares }) => compares);
    this.progress = new Progress("arrow");
    this.daily = dailyRound(this.solvers, today());
    this.open("");
  }

  get level() {
    return this.round.solver.level;
  }

  /** Starts what an address names, or else a new board; whether it names something. */
  open(hash) {
    const name = decodedHash(hash);
    if (name === "daily" && this.daily) {
      this.round = this.daily;
      return true;
    }
    const [, level, seed] = /^(.*)_(\d{1,7})$/s.exec(name ?? "") ?? [];
    const solver = this.solvers.find((one) => one.level.name === (level ?? name));
    this.round = seededRound(solver ?? this.solvers[0], solver && seed ? Number(seed) : randomSeed());
    return Boolean(solver) || name === "";
  }

  get name() {
    return this.round.day ? "daily" : `${this.level.name}_${this.round.seed}`;
  }

  /** Starts another board of a level, first one that is to be repeated. */
  begin(level) {
    const due = this.progress.due.filter((name) => name.startsWith(`${level.name}_`) && name !== this.name);
    this.open(`#${encodeURIComponent(due[0] ?? level.name)}`);
  }

  tap(tile) {
    const { round, progress } = this;
    if (round.left === 0) {
      return;
    }
    round.tap(tile);
    if (round.left === 0) {
      progress.note(round.day ? null : this.name, round.isPerfect);
      if (round.day) {
        progress.noteDay(round.day, this.result);
      }
    }
  }

  get result() {
    const { day, fewest, done } = this.round;
    return resultLine(t("game"), day, t("taps", { fewest: number(fewest), done: number(done) }));
  }

  /** How the round stands, in a few words. */
  get headline() {
    const { left, done, fewest, isPerfect } = this.round;
    if (left > 0) {
      return counted("toDo", "left", left);
    }
    return isPerfect ? t("perfect") : counted("solvedWith", "more", done - fewest);
  }

  /** What the last tap was. */
  get verdict() {
    const { wasNeeded } = this.round;
    return t(wasNeeded === null ? "first" : wasNeeded ? "needed" : "notNeeded");
  }
}

class BoardView extends View {
  build() {
    const { session, changed } = this;
    this.picture = null;
    this.frame = h("div", { class: "board-frame" });
    this.summary = h("p", { class: "summary", "aria-hidden": "true" });
    return h("div", { class: "board-side" },
      this.frame, this.summary,
      actionRow(
        action("new", t("newPuzzle"), () => session.begin(session.level), changed.step),
        session.daily && action("daily", t("daily"), () => { session.open("#daily"); }, changed.step),
        action("restart", t("restart"), () => session.round.restart(), changed.show)),
      h("p", { class: "quiet help" }, t("practiceHelp")));
  }

  press(tile, steps) {
    if (steps > 0) {
      this.session.tap(tile);
      this.changed.show();
    }
  }

  show() {
    const { level, round, headline, verdict } = this.session;
    const layout = level.shape === "hexagon" ? "columns" : "rows";
    if (this.picture?.level !== level) {
      this.picture = new BoardPicture(level, layout, this);
      this.frame.replaceChildren(this.picture.element);
    }
    this.summary.textContent = round.wasNeeded === null ? headline : `${verdict} ${headline}`;
    this.picture.show([...round.turns].map((turns, tile) => {
      const place = sentence(placeName(this.picture.layout, tile));
      return { turns, number: turns + 1, kind: "plain", label: t("tile", { place, number: turns + 1 }) };
    }), t("practiceBoard", { level: levelName(level) }));
  }
}

class VerdictView extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { round: { wasNeeded, left, day }, verdict, progress, result } = session;
    this.say(session.headline, [
      h("p", { id: "verdict", class: wasNeeded === null ? "" : wasNeeded ? "good" : "error" }, verdict),
      ...resultPart({ result, day, progress }, left === 0),
      ...progressPart(progress, changed.show),
    ]);
  }
}

startLinkedPage(({ levels }, changed) => {
  /** Its listed boards are a level of their own, hardest. */
  const expert = levels.find(({ name, hardest }) => name === "expert" && hardest);
  const session = new Session([...levels, ...(expert ? [{ ...expert, name: "hardest" }] : [])]);
  const views = [BoardView, VerdictView].map((One) => new One(session, changed));
  return {
    build() {
      byId("levels").replaceChildren(...session.solvers.map(({ level }) => action(`level-${level.name}`,
        [h("b", {}, levelName(level)), h("small", {}, levelShape(level))], () => session.begin(level), changed.step)));
      byId("puzzle").replaceChildren(...views.map((view) => view.build()));
    },
    show() {
      views.forEach((view) => view.show());
      press(byId("levels").children, ({ id }) => id === `level-${session.level.name}`);
    },
    open: (hash) => session.open(hash),
    address: () => `#${encodeURIComponent(session.name)}`,
    spoken: (said) => said ?? `${session.verdict} ${session.headline}`,
  };
});
