/** A solo game from the deal to the win, and the coach after it. */

import { button, h, named, table } from "../kit/dom.js";
import { Progress, progressPart, randomSeed, resultLine, resultPart } from "../kit/practice.js";
import { AnswerPanel } from "../kit/view.js";
import { WINNING_TILES, unitScore } from "./game.js";
import { smallTile, unitEntry, unitHead } from "./parts.js";
import { MOST_DRAWS, NO_MAIN_IDOL, SoloGame, tallyOf } from "./practice.js";
import { number, points, t, tallyText } from "./practice_texts.js";
import { reasonPart } from "./practice_views.js";

/** The game that is played, and the fewest draws to a win so far. */
export class SoloSession {
  nextText = "newGame";
  /** A player may leave a game for a new one. */
  mayLeave = true;
  dailyText = "dailyGame";

  constructor(tiles, units) {
    Object.assign(this, { tiles, units });
    this.progress = new Progress("millijan solo", { fewest: 0 });
  }

  /** Starts the game of a day, or the one with a seed. */
  begin(day, seed) {
    Object.assign(this, { day, seed });
    this.game = new SoloGame(day ?? seed, this.units);
    /** The choice that the coach shows; null shows the end of the game. */
    this.shown = null;
    this.noteEnd();
  }

  next() {
    this.begin(null, randomSeed());
  }

  noteEnd() {
    const { progress, game: { isOver, hasWon, draws } } = this;
    if (isOver && this.day) {
      progress.noteDay(this.day, this.result);
    }
    if (hasWon) {
      progress.change({ fewest: Math.min(draws, progress.state.fewest || draws) });
    }
  }

  get address() {
    return `#solo_${this.day ? "daily" : this.seed}`;
  }

  get isDone() {
    return this.game.isOver;
  }

  /** The hand now, or that of the choice that the coach shows. */
  get hand() {
    return this.shown?.hand ?? this.game.hand;
  }

  /** The place of the drawn tile. */
  get drawnAt() {
    return this.shown ? null : WINNING_TILES - 1;
  }

  get best() {
    return this.shown?.discards.filter(({ isBest }) => isBest).map(({ kind }) => kind) ?? [];
  }

  get discarded() {
    return this.shown?.seen ?? this.game.discarded;
  }

  discard(kind) {
    if (!this.isDone) {
      this.game.discard(kind);
      this.noteEnd();
    }
  }

  get result() {
    const { game: { hasWon, draws, choices }, day } = this;
    return resultLine(t("soloGame"), day, t(hasWon ? "wonAt" : "notWonAt", {
      draws, tally: tallyText(tallyOf(choices)),
    }));
  }

  get title() {
    const { game: { isOver, choices }, shown, tiles } = this;
    if (shown) {
      return t("handShown", { draws: choices.indexOf(shown) + 1, name: tiles[shown.chosen.kind].name });
    }
    return isOver ? t("lastHand") : t("drawToDiscard", { draw: this.headline });
  }

  get headline() {
    const { game: { isOver, hasWon, draws, split, hand }, tiles } = this;
    if (isOver) {
      return hasWon ? t("soloWon", { draws, points: points(split.score) }) : t("deckEnded");
    }
    return t("drawn", { draws, name: tiles[hand.at(-1)].name });
  }
}

export class SoloVerdict extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { progress, game: { isOver, draws, choices, hasWon } } = session;
    const { fewest } = progress.state;
    this.say(session.headline, [
      !isOver && h("p", { id: "left" }, t("tilesLeft", { left: MOST_DRAWS - draws })),
      hasWon && this.units(),
      ...resultPart(session, isOver),
      ...(isOver && choices.length > 0 ? this.coach() : []),
      ...progressPart(progress, changed.show, fewest ? t("fewest", { draws: fewest }) : t("noWin")),
    ]);
  }

  /** The units of the win. */
  units() {
    const { game: { split: { packings: [packing] } }, tiles } = this.session;
    return h("ul", { class: "units", id: "units" }, ...packing.map((unit) => (
      unitEntry(unitHead(unit, unitScore(unit, true, NO_MAIN_IDOL)), unit.members, tiles))));
  }

  /** What was best at the draw where most was lost, and a table of all draws. */
  coach() {
    const { session: { game: { choices, worst }, tiles } } = this;
    const said = worst && t("mostLost", { draws: choices.indexOf(worst) + 1, name: tiles[worst.chosen.kind].name });
    const heads = ["draw", "yours", "best", "score"].map((key) => t(key));
    return [
      h("h3", { id: "coach-title" }, t("coach")),
      h("p", { id: "coach" }, said ?? t("allBest")),
      ...(worst ? reasonPart(worst, tiles) : []),
      h("p", { class: "quiet hint" }, t("coachHint")),
      table({ class: "scores", id: "draws", "aria-labelledby": "coach-title" }, heads,
        choices.flatMap((one, i) => this.rows(one, i + 1))),
    ];
  }

  /** The row of a draw, and below it the reason if the draw is shown. */
  rows(choice, draws) {
    const { session, changed } = this;
    const { chosen, discards: [best] } = choice;
    const isShown = session.shown === choice;
    const row = h("tr", { class: chosen.isBest ? "best" : "" },
      h("th", { scope: "row" }, button({
        id: `draw-${draws}`, class: "take", "aria-expanded": String(isShown), ...named(t("showDraw", { draws })),
        onclick: () => {
          session.shown = isShown ? null : choice; // Null shows the end of the game again.
          changed.show(session.title);
        },
      }, number(draws))),
      h("td", { class: "score" }, smallTile(session.tiles[chosen.kind])),
      h("td", { class: "score" }, smallTile(session.tiles[(chosen.isBest ? chosen : best).kind])),
      h("td", { class: "score" }, number(chosen.score)));
    const reason = isShown && h("tr", { id: "reason" }, h("td", { colspan: 4 }, ...reasonPart(choice, session.tiles)));
    return [row, reason].filter(Boolean);
  }
}
