/** Three cards and a clock: a town, and the verdict on it. */

import { now } from "../kit/clock.js";
import { action, actionRow, announce, segments, showChoice } from "../kit/controls.js";
import { byId, h, table } from "../kit/dom.js";
import { progressPart, randomSeed, resultLine, resultPart } from "../kit/practice.js";
import { AnswerPanel, View } from "../kit/view.js";
import { faultList, scoreRow, stateInWords, townPicture, TOWN } from "./parts.js";
import { drawnCards, verdictOn } from "./practice.js";
import { answersLink, cardList } from "./practice_flash.js";
import { cardName, number, percent, t } from "./practice_texts.js";
import { patternOf } from "./town.js";
import { BuildView } from "./view_build.js";

/** Times to choose from, in seconds; 0 is no limit. */
const LIMITS = [90, 180, 300, 0];
/** Seconds before the end that are announced. */
const ANNOUNCED = [60, 10];
/** Milliseconds between two looks at the clock. */
const TICK = 250;

/** Seconds such as 2:05. */
function clockTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Three cards, and the town that the player builds for them. */
export class Round {
  limit = 180;

  constructor(atlas, progress) {
    Object.assign(this, { atlas, progress });
  }

  /** Takes the cards of a day, or those of a seed; the player has not yet seen them. */
  begin(day, seed = randomSeed()) {
    Object.assign(this, { day, seed, phase: "ready", town: null, verdict: null, seconds: 0 });
    this.indices = drawnCards(this.atlas.themes, day ?? seed);
  }

  get name() {
    return this.day ? "daily" : `time_${this.seed}`;
  }

  start() {
    this.phase = "building";
    this.began = now();
    this.left = [...ANNOUNCED.filter((seconds) => seconds < this.limit), 0];
  }

  /** The town as it stands, and why it cannot be judged. */
  lay(town, faults, problem = "") {
    Object.assign(this, { town, faults, problem });
  }

  get isComplete() {
    return !this.problem && !this.town.tiles.includes(null) && this.faults.length === 0;
  }

  /** Reads the clock; returns what to announce, if anything. At the end of the time it judges a complete town. */
  tick() {
    this.seconds = Math.floor((now() - this.began) / 1000);
    const left = this.limit - this.seconds;
    const passed = this.limit > 0 ? this.left.filter((seconds) => seconds >= left) : [];
    this.left = this.left.slice(passed.length);
    if (!passed.includes(0)) {
      return passed.length ? t("secondsLeft", { seconds: left }) : "";
    }
    if (this.isComplete) {
      this.seconds = this.limit; // The browser may have slept.
      this.end();
    }
    return `${t("timeIsOver")} ${this.spoken}`;
  }

  /** Judges the town if it is complete. */
  judge() {
    if (this.isComplete) {
      this.tick();
      this.end();
    }
  }

  /** Ends the round with a verdict on the town; without one if it is not complete. */
  end() {
    if (this.phase === "done") {
      return;
    }
    this.phase = "done";
    if (this.isComplete) {
      this.verdict = verdictOn(this.atlas, this.indices, patternOf(this.town.tiles));
    }
    if (this.day) {
      this.progress.noteDay(this.day, this.result);
    }
  }

  get best() {
    return this.atlas.answersTo(this.indices)[0];
  }

  get result() {
    const { verdict, day, seconds } = this;
    if (!verdict) {
      return resultLine(t("game"), day, t("noTown"));
    }
    const [scores, best] = [verdict.scores, verdict.best.scores].map((list) => list.join(" "));
    const tally = t("tally", { scores, best, share: percent(verdict.mean) });
    return resultLine(t("game"), day, t("inTime", { tally, time: clockTime(seconds) }));
  }

  get headline() {
    return t(this.phase === "done" ? this.verdict?.standing ?? "gaveUp" : this.phase);
  }

  /** Whether the town is complete, or what is wrong. */
  get state() {
    return this.problem || stateInWords(this.town, this.faults);
  }

  /** What to announce. */
  get spoken() {
    return this.phase === "building" ? this.state : this.headline;
  }

  get clock() {
    const time = clockTime(this.seconds);
    return this.limit === 0 ? time : this.seconds >= this.limit ? t("timeOver", { time })
      : t("timeLeft", { time: clockTime(this.limit - this.seconds) });
  }
}

/** The cards with, one after another, the choice of the time, the clock and the board, and both towns. */
export class ClockView extends View {
  /** @param {() => void} laid called after each change of the town */
  constructor(session, changed, laid) {
    super(session, changed);
    const lay = (...town) => {
      session.round.lay(...town);
      this.showState();
      laid();
      announce(session.round.spoken);
    };
    /** The board of the page, which tells the round of every change. */
    this.board = new BuildView(session.atlas, {
      show: lay, complain: (problem) => lay(null, [], problem),
    }, () => {});
  }

  build() {
    const { session: { round }, changed } = this;
    this.limits = segments(t("limit"), LIMITS.map((seconds) => [
      `limit-${seconds}`, seconds ? t("minutes", { time: clockTime(seconds) }) : t("noLimit"), seconds,
    ]), (seconds) => {
      round.limit = seconds;
      changed.show();
    });
    this.ready = h("div", {}, h("h2", {}, t("limit")), this.limits, actionRow(action("start", t("start"), () => {
      round.start();
      this.board.restart();
    }, () => {
      changed.show();
      this.board.places[0].focus();
    })));
    this.cards = h("div");
    this.clock = h("p", { id: "clock", class: "result", role: "timer", "aria-label": t("clock") });
    this.state = h("p", { id: "state" });
    this.building = h("div", {}, this.clock,
      actionRow(action("judge", t("judge"), () => round.judge(), () => this.moveOn()),
        action("give-up", t("giveUp"), () => round.end(), () => this.moveOn())),
      this.state, this.board.buildEditor());
    this.done = h("div");
    return h("section", { id: "timed", "aria-label": t("navTime") }, this.ready, this.cards, this.building, this.done);
  }

  /** Shows the round after it may have ended; then the focus is on what comes next. */
  moveOn(said) {
    this.changed.show(said);
    if (this.session.round.phase === "done") {
      byId("new").focus({ preventScroll: true });
    }
  }

  show() {
    const { session: { atlas, round, isTimed } } = this;
    const is = (phase) => round.phase === phase;
    showChoice(this.limits, round.limit);
    this.ready.hidden = !is("ready");
    this.building.hidden = !is("building");
    this.cards.replaceChildren(...(is("ready") ? [] : [cardList(atlas, round.indices)]));
    this.done.replaceChildren(...(is("done") ? this.towns() : []));
    this.showState();
    if (is("building") && !this.board.built) {
      this.board.show(); // The language has changed.
    }
    if (isTimed && is("building")) {
      this.timer ??= setInterval(() => this.tick(), TICK);
    } else {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  showState() {
    const { round } = this.session;
    this.clock.textContent = round.clock;
    this.state.textContent = round.phase === "building" ? round.state : "";
  }

  tick() {
    const { round } = this.session;
    const said = round.tick();
    this.clock.textContent = round.clock;
    if (said) {
      this.moveOn(said);
    }
  }

  /** The town of the player beside the best one. */
  towns() {
    const { session: { atlas, round }, changed } = this;
    const item = (id, pattern) => h("li", {}, h("a", { class: "small-town", id, href: `./${TOWN}${pattern}` },
      townPicture(atlas, pattern), h("span", { class: "note" }, t(id === "yours" ? "yourTown" : "bestTown"))));
    return [
      h("ul", { class: "towns", style: "grid-template-columns: repeat(2, minmax(0, 1fr))" },
        round.verdict && item("yours", patternOf(round.town.tiles)), item("best", round.best.town.pattern)),
      actionRow(action("new", t("newCards"), () => round.begin(null), changed.step)),
    ];
  }
}

/** The state of the town, or the verdict. */
export class ClockPanel extends AnswerPanel {
  show() {
    const { session: { atlas, round, progress }, changed } = this;
    const { phase, day } = round;
    const isDone = phase === "done";
    this.say(round.headline, [
      phase === "ready" && h("p", {}, t("readyHelp")),
      phase === "building" && round.faults.length > 0 && faultList(atlas.game, round.faults),
      ...(isDone ? this.reason() : []),
      ...resultPart(round, isDone, isDone && day && h("p", {}, t("dayDone"))),
      ...progressPart(progress, changed.show, t("timedReached")),
    ]);
  }

  /** What each town scores on each card. */
  reason() {
    const { atlas, round: { indices, verdict, best } } = this.session;
    const row = (index, i) => {
      const theme = atlas.themes[index];
      const [score, ofBest] = [verdict?.scores[i], best.scores[i]];
      return scoreRow(theme, cardName(theme), score >= ofBest, verdict ? number(score) : "", ofBest,
        verdict && h("small", { class: "above" }, t("better", { share: percent(verdict.below[i]) })));
    };
    const heads = [t("card"), verdict ? t("yours") : "", t("best"), ""];
    return [
      h("p", { class: "quiet" }, t("decision")),
      table({ class: "scores", id: "scores", "aria-labelledby": "answer-title" }, heads, indices.map(row)),
      answersLink(atlas, indices),
    ];
  }
}
