/** Practice with single hands: a discard from each, and its score. */

import { h, table } from "../kit/dom.js";
import { Progress, progressPart, randomSeed, resultLine, resultPart } from "../kit/practice.js";
import { AnswerPanel } from "../kit/view.js";
import { smallTile } from "./parts.js";
import { BEST, Choice, dailyHands, seededHand, tallyOf } from "./practice.js";
import { number, t, tallyText } from "./practice_texts.js";
import { reasonPart } from "./practice_views.js";

/** The hand that is played, the choices so far, and the progress. */
export class DiscardSession {
  nextText = "nextHand";
  dailyText = "daily";
  /** A hand must be played before the next one. */
  mayLeave = false;
  /** No tiles are gone, and none is just drawn. */
  discarded = [];
  drawnAt = null;

  constructor(tiles, units) {
    Object.assign(this, { tiles, units });
    this.progress = new Progress("millijan");
  }

  /** Starts the hands of a day, or the hand with a seed. */
  begin(day, seed) {
    Object.assign(this, { day, seed, at: 0, choices: [] });
    this.hands = day ? dailyHands(day) : [seededHand(seed)];
    this.deal();
  }

  deal() {
    this.hand = this.hands[this.at];
    this.choice = new Choice(this.hand, this.units);
  }

  get address() {
    return this.day ? "#daily" : `#${this.seed}`;
  }

  get isLast() {
    return this.at === this.hands.length - 1;
  }

  get isDone() {
    return this.choice.chosen !== null;
  }

  /** The kinds of best discards, once the player has chosen. */
  get best() {
    return this.isDone ? this.choice.discards.filter(({ isBest }) => isBest).map(({ kind }) => kind) : [];
  }

  discard(kind) {
    if (this.isDone) {
      return;
    }
    this.choices.push(this.choice.choose(kind));
    this.progress.note(this.day ? null : String(this.seed), this.choice.chosen.score === BEST);
    if (this.day && this.isLast) {
      this.progress.noteDay(this.day, this.result);
    }
  }

  /** Goes on to the next hand: of the day, or one to be repeated, or a new one. */
  next() {
    if (this.day && !this.isLast) {
      this.at += 1;
      this.deal();
      return;
    }
    const { day, choices } = this;
    this.begin(null, Number(this.progress.due.find((name) => name !== String(this.seed)) ?? randomSeed()));
    this.choices = day ? [] : choices;
  }

  get result() {
    return resultLine(t("game"), this.day, tallyText(tallyOf(this.choices)));
  }

  get title() {
    const { choice: { chosen }, day, at, hands, tiles } = this;
    return chosen ? t("handDone", { name: tiles[chosen.kind].name })
      : day ? t("handOfDay", { number: at + 1, count: hands.length }) : t("handToPractise");
  }

  get headline() {
    return this.isDone ? t("scored", { score: this.choice.chosen.score }) : t("question");
  }
}

export class DiscardVerdict extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { choices, choice, day, isLast, isDone, progress, tiles } = session;
    this.say(session.headline, [
      ...(isDone ? [...reasonPart(choice, tiles), this.table()] : []),
      ...resultPart(session, choices.length > 0, day && isLast && isDone && h("p", {}, t("dayDone"))),
      ...progressPart(progress, changed.show),
    ]);
  }

  /** All discards with their scores. */
  table() {
    const { choice: { discards, chosen }, tiles } = this.session;
    const heads = ["discard", "distanceAfter", "copiesAfter", "score"].map((key) => t(key));
    const row = (one) => h("tr", { class: one.isBest ? "best" : "" },
      h("th", { scope: "row" }, smallTile(tiles[one.kind]), one === chosen && h("small", {}, t("yours"))),
      ...[one.distance, one.copies, one.score].map((value) => h("td", { class: "score" }, number(value))));
    return table({ class: "scores", id: "discards", "aria-labelledby": "answer-title" }, heads, discards.map(row));
  }
}
