/** Starts the practice of discards. */

import { action, actionRow } from "../kit/controls.js";
import { byId, h, moveByArrows } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { Progress, copyResult, progressPart, randomSeed, resultLine, today } from "../kit/practice.js";
import { AnswerPanel, View } from "../kit/view.js";
import { numbered } from "./game.js";
import { changeButton, described, face, smallTile } from "./parts.js";
import { BEST, dailyHands, scoredDiscards, seededHand } from "./practice.js";
import { number, t } from "./practice_texts.js";

/** The hand that is played, the score so far, and the progress. */
class Session {
  constructor({ tiles, units }) {
    this.tiles = tiles;
    this.units = numbered(units["2019"]);
    this.progress = new Progress("millijan");
    this.begin(null, randomSeed());
  }

  /** Starts the hands of a day, or the hand with a seed. */
  begin(day, seed) {
    Object.assign(this, { day, seed, at: 0, tally: { hands: 0, best: 0, points: 0 } });
    this.hands = day ? dailyHands(day) : [seededHand(seed)];
    this.deal();
  }

  deal() {
    this.hand = this.hands[this.at];
    this.discards = scoredDiscards(this.hand, this.units);
    /** The discard of the player, as the others; null before it. */
    this.chosen = null;
  }

  /** Starts what an address names, or else a new hand; whether it names something. */
  open(hash) {
    const [, daily, seed] = /^#(?:(daily)|(\d{1,7}))$/.exec(hash) ?? [];
    this.begin(daily ? today() : null, seed ? Number(seed) : randomSeed());
    return Boolean(daily || seed || hash === "");
  }

  get address() {
    return this.day ? "#daily" : `#${this.seed}`;
  }

  get isLast() {
    return this.at === this.hands.length - 1;
  }

  discard(kind) {
    if (this.chosen) {
      return;
    }
    this.chosen = this.discards.find((one) => one.kind === kind);
    const { score } = this.chosen;
    this.tally = {
      hands: this.tally.hands + 1, best: this.tally.best + (score === BEST), points: this.tally.points + score,
    };
    this.progress.note(this.day ? null : String(this.seed), score === BEST);
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
    const { day, tally } = this;
    this.begin(null, Number(this.progress.due.find((name) => name !== String(this.seed)) ?? randomSeed()));
    this.tally = day ? this.tally : tally;
  }

  get result() {
    const { hands, best, points } = this.tally;
    return resultLine(t("game"), this.day, t("tally", {
      best: number(best), hands: number(hands), points: number(points), most: number(BEST * hands),
    }));
  }

  get headline() {
    return this.chosen ? t("scored", { score: this.chosen.score }) : t("question");
  }
}

class HandView extends View {
  build() {
    const { session, changed } = this;
    this.title = h("h2", { id: "hand-title" });
    this.tiles = h("ol", { class: "hand", "aria-labelledby": "hand-title" });
    moveByArrows(this.tiles, () => [...this.tiles.querySelectorAll("button")]);
    this.next = action("next", t("nextHand"), () => session.next(), (said) => {
      changed.step(said);
      byId("hand-0").focus();
    });
    return h("section", { class: "hand-side" },
      h("div", { class: "hand-frame" }, this.title, this.tiles),
      actionRow(this.next, action("daily", t("daily"), () => { session.open("#daily"); }, changed.step)),
      h("p", { class: "quiet" }, t("practiceHelp")));
  }

  show() {
    const { session } = this;
    const { hand, hands, at, day, chosen, tiles } = session;
    this.title.textContent = chosen ? t("handDone", { name: tiles[chosen.kind].name })
      : day ? t("handOfDay", { number: at + 1, count: hands.length }) : t("handToPractise");
    this.next.hidden = !chosen;
    this.refill(this.tiles, hand.map((kind, i) => h("li", {}, this.tile(kind, i))));
  }

  tile(kind, i) {
    const { session, changed } = this;
    const tile = session.tiles[kind];
    const isBest = session.chosen !== null && session.discards.some((one) => one.kind === kind && one.isBest);
    return changeButton({
      id: `hand-${i}`, class: "idol", "data-type": tile.type, "data-kind": kind, "data-best": isBest,
      tabindex: i === 0 ? 0 : -1, "aria-disabled": session.chosen !== null && "true",
    }, t(isBest ? "discardBest" : "discardLabel", { tile: described(tile) }), () => session.discard(kind), () => {
      changed.show();
      this.next.focus({ preventScroll: true });
    }, ...face(tile));
  }
}

class VerdictView extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { chosen, day, isLast, progress } = session;
    const line = day && progress.state.days[day];
    this.say(session.headline, [
      ...(chosen ? this.reason() : []),
      session.tally.hands > 0 && h("p", { id: "result", class: "pattern" }, session.result),
      day && isLast && chosen && h("p", {}, t("dayDone")),
      line && line !== session.result && h("p", { id: "today" }, t("today", { line })),
      (line || session.tally.hands > 0) && actionRow(copyResult(line || session.result)),
      ...progressPart(progress, changed.show),
      h("p", {}, h("a", { class: "button", href: "./" }, t("toPage"))),
    ]);
  }

  /** All discards with their scores, and the tiles that the best one keeps open. */
  reason() {
    const { discards, chosen, tiles } = this.session;
    const titles = ["discard", "distanceAfter", "copiesAfter", "score"].map((key) => h("th", { scope: "col" }, t(key)));
    const row = (one) => h("tr", { class: one.isBest ? "best" : "" },
      h("th", { scope: "row" }, smallTile(tiles[one.kind]), one === chosen && h("small", {}, t("yours"))),
      ...[one.distance, one.copies, one.score].map((value) => h("td", { class: "score" }, number(value))));
    return [
      h("p", {}, t("lowering")),
      h("div", { class: "members" }, ...discards[0].accepted.map((kind) => smallTile(tiles[kind]))),
      h("table", { class: "scores", id: "discards", "aria-labelledby": "answer-title" },
        h("thead", {}, h("tr", {}, ...titles)), h("tbody", {}, ...discards.map(row))),
    ];
  }
}

startLinkedPage((data, changed) => {
  const session = new Session(data);
  const views = [HandView, VerdictView].map((One) => new One(session, changed));
  return {
    build() {
      byId("practice").replaceChildren(...views.map((view) => view.build()));
    },
    show() {
      views.forEach((view) => view.show());
    },
    open: (hash) => session.open(hash),
    address: () => session.address,
    spoken: (said) => said ?? session.headline,
  };
});
