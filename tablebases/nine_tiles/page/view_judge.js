/** The views of a round: its cards and towns, and the verdict. */

/**
 * @import {Attributes, Child} from "../kit/dom.js"
 * @import {Theme} from "./answers.js"
 * @import {Changed} from "../kit/linked_page.js"
 * @import {Change, Judgement, Player} from "./judge.js"
 * @import {RoundSession} from "./judge_app.js"
 * @import {FullTown} from "./town.js"
 */

import { action, actionRow, field, iconButton, pictureButton, shareButton, TEXT_FIELD } from "../kit/controls.js";
import { button, byId, goTo, h, named, svg, table } from "../kit/dom.js";
import { AnswerPanel, View } from "../kit/view.js";
import { letMove } from "./dragging.js";
import { breakable } from "./drawing.js";
import { TownEditor } from "./editor.js";
import { FEWEST_PLAYERS, MOST_PLAYERS } from "./judge.js";
import { cardName, number, t } from "./judge_texts.js";
import { addressOfCards, betterThan, copyPattern, faultList, placeInWords, TOWN, townPicture } from "./parts.js";
import { patternInLink, patternOf, SIDES } from "./town.js";
import { Why } from "./view_why.js";

/** @typedef {ReturnType<RoundView["line"]>} Line the elements of a player */

/**
 * Fields to choose the cards of a round, in an element.
 *
 * @param {{themes: Theme[]}} atlas
 * @param {string[]} ids
 * @param {Attributes} attributes of each field
 */
function cardSelects({ themes }, ids, attributes) {
  return h("div", { class: "aims" }, ...ids.map((id, i) => h("label", {}, h("span", { class: "unseen" }, t("aim", { i: i + 1 })),
    h("span", { class: "no", "aria-hidden": "true" }), h("span", { class: "name", "aria-hidden": "true" }),
    h("select", { id, ...attributes }, h("option", { value: "" }, t("noAim")),
      ...themes.map((theme, index) => h("option", { value: index }, `${theme.no} ${cardName(theme)}`))))));
}

/**
 * The cards, the towns and the order of a round, each to be changed.
 *
 * @extends {View<RoundSession>}
 */
export class RoundView extends View {
  /**
   * The player whose town is on the board.
   *
   * @type {number | null}
   */
  edited = null;
  /** The button for a new round, beside the title. */
  fresh = byId("new");
  /** Hides the bar while the verdict itself is in view. */
  seen = new IntersectionObserver((entries) => {
    this.verdict.classList.toggle("seen", entries.at(-1)?.isIntersecting);
  });

  /**
   * @param {RoundSession} session
   * @param {JudgementView} judgement shown before this view
   * @param {Changed} changed
   */
  constructor(session, judgement, changed) {
    super(session, changed);
    this.judgement = judgement;
    this.editor = new TownEditor(session.atlas.game, () => {
      const { tiles, pattern } = this.editor;
      session.towns[/** @type {number} */ (this.edited)] = tiles.some(Boolean) ? pattern : "";
      this.step("edit");
    });
  }

  /** Makes the view, without players, and before it what the round is and the ways to begin another one. */
  build() {
    const { session, changed } = this;
    const { atlas } = session;
    /** @type {Line[]} */
    this.lines = [];
    const cards = cardSelects(atlas, ["card-1", "card-2", "card-3"], {
      "aria-describedby": "cards-error", onchange: () => {
        session.cards = this.selects.map(({ value }) => (value === "" ? null : Number(value)));
        this.step();
      },
    });
    /** @type {HTMLSelectElement[]} */
    this.selects = [...cards.querySelectorAll("select")];
    /** @type {HTMLElement} */
    this.cardsError = h("p", { class: "error", id: "cards-error", role: "alert" });
    /** @type {HTMLElement} */
    this.players = h("ol", { class: "players" });
    /** @type {HTMLElement} */
    this.done = button({ id: "done", onclick: () => this.goOn() });
    /** @type {HTMLElement} */
    this.laying = h("div", { class: "builder" }, this.editor.build(), actionRow(this.done));
    /** @type {HTMLElement} */
    this.finish = h("ol", { class: "finish", "aria-label": t("finishOrder") });
    this.letOrder();
    /** @type {HTMLButtonElement} */
    this.add = action("add", t("addPlayer"), () => session.towns.push(""), () => {
      this.step();
      byId(`town-${session.towns.length}`).focus();
    });
    /** @type {HTMLButtonElement} */
    this.verdict = button({ id: "verdict", class: "answer-bar", onclick: () => goTo(byId(session.toDo?.id ?? "answer")) });
    /** @type {HTMLElement} */
    this.example = h("p", { id: "example", role: "status" });
    /** @type {HTMLElement} */
    this.others = action("other-example", t("otherExample"), () => session.takeExample(), () => {
      this.edited = null;
      changed.step();
    });
    this.fresh.onclick = () => {
      session.take({ cards: [], towns: [], order: [] });
      this.restart();
    };
    return [actionRow(this.example, this.others),
    h("section", { class: "question", "aria-labelledby": "cards-part" },
      h("h2", { id: "cards-part" }, t("cardsPart")),
      cards,
      this.cardsError,
      h("h2", {}, t("townsPart")),
      this.players,
      this.add,
      h("small", { id: "round-hint" }, t("roundHint", { positions: atlas.game.rows * atlas.game.columns })),
      h("h2", {}, t("finishOrder")),
      this.finish,
      h("small", {}, t("orderHint")))];
  }

  /**
   * Notes a change.
   *
   * @param {"step" | "edit"} method
   */
  step(method = "step") {
    this.session.isExample = false;
    this.session.added = "";
    this.changed[method]();
  }

  /** Notes that the players are others. */
  restart() {
    this.edited = null;
    this.step();
  }

  /**
   * Puts the town of a player on the board, or takes it away.
   *
   * @param {number} player
   */
  lay(player) {
    this.edited = this.edited === player ? null : player;
    this.changed.show();
    if (this.edited !== null) {
      this.lines[player].element.scrollIntoView();
    }
  }

  /**
   * The elements of a player: the town and its pattern.
   *
   * @param {number} player
   */
  line(player) {
    const { session } = this;
    const n = player + 1;
    const input = h("input", {
      type: "text", id: `town-${n}`, inputmode: "numeric", placeholder: t("patternOrTap"), ...TEXT_FIELD, spellcheck: "false",
      "aria-describedby": `error-${n} round-hint`, oninput: () => {
        session.towns[player] = patternInLink(input.value);
        this.step("edit");
      },
    });
    const error = h("div", { class: "error", id: `error-${n}`, role: "alert" });
    const picture = button({ class: "thumbnail", id: `lay-${n}`, ...named(t("layTiles", { n })), onclick: () => this.lay(player) });
    const remove = iconButton(`remove-${n}`, t("removePlayer", { n }), "×", () => {
      session.removePlayer(player);
      this.restart();
      byId(`town-${Math.min(n, session.towns.length)}`).focus();
    });
    const element = h("li", {}, picture, field(t("playerName", { n }), input, error), remove);
    return { element, input, error, picture, remove };
  }

  show() {
    const { session } = this;
    const { towns, cardsError } = session;
    this.verdict.textContent = this.judgement.headline;
    this.seen.disconnect();
    this.seen.observe(byId("answer-title"));
    this.example.textContent = session.isExample ? t("isExample") : session.added;
    this.example.classList.toggle("chip", session.isExample);
    this.example.hidden = !this.example.textContent;
    this.others.hidden = !session.isExample;
    this.fresh.hidden = session.address === "#//";
    this.selects.forEach((select, i) => {
      select.value = String(session.cards[i] ?? "");
      select.setAttribute("aria-invalid", String(Boolean(cardsError)));
      const theme = session.atlas.themes[session.cards[i] ?? -1];
      const label = /** @type {HTMLElement} */ (select.parentElement);
      label.dataset.level = theme?.level ?? "none";
      label.querySelector(".no")?.replaceChildren(String(theme?.no ?? "?"));
      label.querySelector(".name")?.replaceChildren(...(theme ? breakable(cardName(theme)) : [t("noAim")]));
    });
    this.cardsError.textContent = cardsError;
    while (this.lines.length < towns.length) {
      this.lines.push(this.line(this.lines.length));
      this.players.append(/** @type {Line} */ (this.lines.at(-1)).element);
    }
    this.lines.splice(towns.length).forEach(({ element }) => element.remove());
    this.lines.forEach((line, player) => {
      line.element.classList.toggle("wins", this.judgement.winners.includes(player));
      this.showLine(line, player);
    });
    this.showBoard();
    this.showOrder();
    this.add.disabled = towns.length === MOST_PLAYERS;
  }

  /** Goes to the next player without a town, or back to the round. */
  goOn() {
    const next = this.next;
    this.edited = null;
    if (next >= 0) {
      this.lay(next);
    } else {
      this.changed.show();
      goTo(byId("answer"));
    }
  }

  /** The next player without a town; -1 if all have one. */
  get next() {
    return this.session.towns.findIndex((town, player) => town === "" && player !== this.edited);
  }

  /** Lets the players be dragged into the order in which they finished. */
  letOrder() {
    /** @param {Element | null} element */
    const playerOf = (element) => Number(/** @type {HTMLElement} */ (element?.closest("[data-player]"))?.dataset.player ?? -1);
    letMove(this.finish, (element) => element.closest("button"), {
      preview() {},
      flick() {},
      drop: (from, to) => {
        const place = this.session.order.indexOf(playerOf(to));
        this.session.finish(playerOf(from), this.finish.contains(to) ? (place < 0 ? this.session.order.length : place) : null);
        this.step();
      },
    });
  }

  /** Shows the players in the order in which they finished; those who are not ordered yet come last. */
  showOrder() {
    const { order, towns } = this.session;
    const others = [...towns.keys()].filter((player) => !order.includes(player));
    const isComplete = others.length < 2; // The last one is known.
    const tap = (/** @type {number} */ player) => {
      const isLast = others.length === 2 && others.includes(player);
      this.session.finish(player, order.includes(player) ? null : order.length);
      this.step();
      byId(`finished-${player + 1}`).focus({ preventScroll: true });
      if (isLast && !this.session.toDo) {
        byId("answer").scrollIntoView();
      }
    };
    this.finish.replaceChildren(...[...order, ...others].map((player, place) => h("li", {}, button({
      id: `finished-${player + 1}`, "data-player": player, "aria-pressed": String(order.includes(player)),
      onclick: () => tap(player),
    }, isComplete || order.includes(player) ? t("finishedAs", { place: place + 1, n: player + 1 }) : t("playerName", { n: player + 1 })))));
  }

  /** Shows the board beside the player whose town is on it. */
  showBoard() {
    const { edited, editor } = this;
    this.done.textContent = this.next < 0 ? t("done") : t("nextPlayer", { n: this.next + 1 });
    this.lines.forEach(({ picture }, player) => { picture.ariaExpanded = String(player === edited); });
    if (edited === null) {
      this.laying.remove();
      return;
    }
    const tiles = this.session.tilesOf(edited);
    if (patternOf(tiles) !== editor.pattern) {
      editor.restart(tiles);
    }
    if (this.laying.parentElement !== this.lines[edited].element) {
      this.lines[edited].element.append(this.laying);
    }
  }

  /**
   * @param {Line} line
   * @param {number} player
   */
  showLine({ input, error, picture, remove }, player) {
    const { session } = this;
    const { atlas, towns } = session;
    const { town, error: wrong = "", faults = [] } = session.townOf(player);
    if (input.value !== towns[player]) {
      input.value = towns[player];
    }
    input.setAttribute("aria-invalid", String(Boolean(wrong)));
    error.replaceChildren(...(wrong ? [wrong] : []), ...(faults.length ? [faultList(atlas.game, faults)] : []));
    picture.replaceChildren(town
      ? townPicture(atlas, patternOf(town.tiles))
      : h("div", { class: "empty-board", "aria-hidden": "true", style: `--columns: ${atlas.game.columns}` },
        ...Array.from({ length: atlas.game.rows * atlas.game.columns }, () => h("i"))));
    remove.disabled = towns.length === FEWEST_PLAYERS;
  }
}

/** The address of a town on the main page. */
const TOWN_PAGE = `./${TOWN}`;

/** @param {number[]} numbers */
const spoken = (numbers) => (numbers.length < 2 ? numbers.map(number).join()
  : t("listed", { others: numbers.slice(0, -1).map(number).join(t("comma")), last: number(numbers.at(-1) ?? 0) }));

/**
 * The verdict on a round.
 *
 * @extends {AnswerPanel<RoundSession>}
 */
export class JudgementView extends AnswerPanel {
  /** The verdict in a few words, or what is to be done first. */
  headline = "";
  /** @type {number[]} */
  winners = [];
  /** What would have won, and the best town: on a phone below the round. */
  more = h("div", { class: "panel", id: "more" });

  show() {
    const { session, session: { atlas, indices, toDo } } = this;
    this.winners = [];
    this.more.replaceChildren();
    if (toDo) {
      this.headline = toDo.text;
      const [part, n] = toDo.id.split("-");
      const at = Number(part === "town");
      const samples = [
        indices.map((index, i) => this.cardHeading(at ? index : i)[0]), [townPicture(atlas, atlas.towns[0].pattern)],
        [2, 1].map((n, i) => h("span", {}, t("finishedAs", { place: i + 1, n }))),
      ];
      const steps = ["stepCards", "stepTowns", "stepOrder"].map((step, i) => (
        h("li", { class: i < at && "done", "aria-current": i === at && "step" },
          h("span", {}, t(step)), h("div", { class: "sample", "aria-hidden": "true" }, ...samples[i]))));
      this.say(toDo.text, [h("ol", { class: "steps" }, ...steps), actionRow(
        at > 0 && button({ class: "primary", onclick: () => byId(`lay-${n}`).click() }, t("layTiles", { n })),
        session.towns.every((town) => !town) && action("show-example", t("showExample"), () => session.takeExample(), () => this.changed.step(), { class: at ? "" : "primary" })),
      ...this.sums()]);
      return;
    }
    const judged = session.judged();
    const { winner, players, best } = judged;
    this.headline = this.outcome(judged);
    this.winners = judged.winners;
    const losers = [...players.keys()].filter((player) => player !== winner);
    const { scores, winning, others } = this.scoreTable(judged);
    this.say(this.headline, [
      h("div", { class: "winners" }, ...winning),
      h("div", { class: "judgement" },
        scores, ...others, h("small", {}, t("whyHint")),
        ...this.remarks(judged).map((text) => h("p", { class: "quiet" }, text)),
        actionRow(!session.isExample && action("count", t("countRound"), () => session.count(), () => this.changed.step(), { class: "primary" }),
          shareButton(() => location.href), pictureButton(() => this.picture(judged))),
        ...this.sums()),
    ]);
    this.more.replaceChildren(
      h("h3", {}, t("changes")),
      h("ul", { class: "changes-that-win" }, ...losers.map((player) => this.change(players[player], player))),
      h("figure", { id: "best" }, townPicture(atlas, best.town.pattern),
        h("figcaption", {}, t("sentence", { sentence: t("bestScores", { scores: spoken(best.scores) }) }),
          h("a", { class: "button", href: `./${addressOfCards(indices.map((index) => atlas.themes[index]))}` }, t("answerTitle")))));
  }

  /** The points of the rounds before with their sums, and a button that clears them. */
  sums() {
    const { session, session: { counted } } = this;
    if (!counted.length) {
      return [];
    }
    const players = [...Array(Math.max(...counted.map((points) => points.length))).keys()];
    return [
      h("h3", {}, t("roundsBefore")),
      table({ class: "compared", id: "sums", caption: t("roundsBefore") }, [t("player"), ...counted.map((_, i) => t("roundNumber", { n: i + 1 })), t("points")],
        players.map((player) => {
          const points = counted.map((round) => round[player] ?? 0);
          const sum = h("strong", {}, points.reduce((a, b) => a + b, 0));
          return h("tr", {}, h("th", { scope: "row" }, player + 1), ...[...points, sum].map((content) => h("td", {}, content)));
        })),
      actionRow(action("forget", t("clearRounds"), () => session.forgetCounted(), () => this.changed.show())),
    ];
  }

  /**
   * Who wins, in words.
   *
   * @param {Judgement} judged
   */
  outcome({ players, winners }) {
    const text = ["nobodyWins", "playerWins"][winners.length] ?? "tie";
    return t(text, { players: spoken(winners.map((player) => player + 1)), points: players[winners[0]]?.total });
  }

  /**
   * How points are counted, whether an order would matter, and which towns do not count.
   *
   * @param {Judgement} judged
   */
  remarks({ players, orderMatters }) {
    return [
      t("pointsHelp", { n: players.length }),
      ...(orderMatters === null ? [] : [t(orderMatters ? "orderMatters" : "orderDoesNotMatter")]),
      ...players.flatMap(({ scores }, player) => (scores ? [] : [t("notCounted", { n: player + 1 })])),
    ];
  }

  /**
   * The round to share.
   *
   * @param {Judgement} judged
   */
  picture({ winner, players, best }) {
    const pattern = winner === null ? best.town.pattern : patternOf(/** @type {FullTown} */ (this.session.townOf(winner).town).tiles);
    return {
      title: this.headline, place: location.href, drawing: townPicture(this.session.atlas, pattern),
      lines: players.map(({ scores, total }, player) => (
        t("playerLine", { n: player + 1, points: total, scores: spoken(scores ?? []) || "–" }))),
    };
  }

  /**
   * A score, the points for it, and its rank among all scores; the share of towns below it shows when it is explained.
   *
   * @param {number} index
   * @param {number} score
   * @param {number} points
   * @param {Why} why
   */
  score(index, score, points, why) {
    const { atlas } = this.session;
    const { key, scores } = atlas.themes[index];
    const rank = scores.indexOf(score);
    const isDecided = scores.length > 1;
    const words = rank < 0 ? t("rankUnknown") : rank === 0 ? t("rankBest") : t("rankOther", { rank: rank + 1, n: scores.length });
    return h("td", { class: rank === 0 && isDecided ? "best" : null },
      why.button(key, h("span", { class: "unseen" }, cardName(atlas.themes[index])), h("span", { class: "score" }, number(score))),
      h("b", {}, `+${points}`), h("small", {}, isDecided ? words : t("undecided")),
      isDecided && h("small", { class: "share" }, betterThan(atlas.shareBelow(index, score), "betterThan")));
  }

  /**
   * The number of a card, and its name unless it is left out.
   *
   * @param {number} index
   * @param {string} name
   * @returns {Child[]}
   */
  cardHeading(index, name = "") {
    const { no, level } = this.session.atlas.themes[index];
    return [h("span", { class: "no", "data-level": level }, no), ...(name ? [" ", h("span", { class: "name" }, ...breakable(name))] : [])];
  }

  /**
   * The scores with the points for them, the towns of the winners, and the others, shown when a score is explained.
   *
   * @param {Judgement} judged
   */
  scoreTable({ players, winners }) {
    const { atlas, atlas: { themes }, indices } = this.session;
    const headings = indices.map((index) => this.cardHeading(index, cardName(themes[index])));
    /** @type {HTMLElement[][]} */
    const [winning, others] = [[], []];
    /**
     * @param {Player} found
     * @param {number} player
     */
    const cells = ({ scores, points }, player) => {
      if (!scores) {
        return indices.map(() => h("td", {}, "–"));
      }
      const town = /** @type {FullTown} */ (this.session.townOf(player).town);
      const picture = townPicture(atlas, patternOf(town.tiles));
      const why = new Why(svg("g")).begin(town);
      picture.append(why.layer);
      (winners.includes(player) ? winning : others).push(
        h("figure", { class: "explained" }, h("figcaption", {}, t("playerName", { n: player + 1 })), picture, why.said));
      return indices.map((index, i) => this.score(index, scores[i], points[i], why));
    };
    const rows = players.map((found, player) => h("tr", { class: winners.includes(player) ? "winner" : null },
      h("th", { scope: "row" }, player + 1), ...cells(found, player), h("td", { class: "total" }, found.total)));
    const scores = table({ class: "compared", id: "round-scores", caption: t("scoresTitle") }, [t("player"), ...headings, t("points")], rows);
    return { scores, winning, others };
  }

  /**
   * What to do with which tiles.
   *
   * @param {number} player
   * @param {Change} change
   */
  changeInWords(player, { way, positions, town }) {
    const { game } = this.session.atlas;
    const before = /** @type {FullTown} */ (this.session.townOf(player).town).tiles;
    const [place, otherPlace] = positions.map((position) => placeInWords(game, position));
    const [tile, other] = positions.map((position) => before[position].number);
    const { side, turns } = town.tiles[positions[0]];
    const [text, unturned] = { turn: ["changeTurn", "turnBack"], flip: ["changeFlip", "flipOnly"], swap: ["changeSwap"] }[way];
    return t((turns === 0 && unturned) || text, { tile, place, other, other_place: otherPlace, new: SIDES * side + turns });
  }

  /**
   * The smallest change of a player's town that would have won, drawn.
   *
   * @param {Player} judged
   * @param {number} player
   */
  change({ change }, player) {
    const n = player + 1;
    if (!change) {
      return h("li", { "data-player": n }, h("p", {}, t("noChangeWins", { n })));
    }
    const pattern = patternOf(change.town.tiles);
    const inWords = this.changeInWords(player, change);
    return h("li", { "data-player": n },
      h("a", { href: TOWN_PAGE + pattern, title: t("inspect") }, townPicture(this.session.atlas, pattern, change.positions)),
      h("p", {}, t("changeWins", { n, change: inWords, scores: spoken(change.scores) })),
      copyPattern(() => pattern));
  }
}
