/** Starts the page of the practice of a game. */

/**
 * @import {Game, PracticeChanged, PuzzleView} from "./practice_session.js"
 * @import {Part} from "./view.js"
 */

import { action, actionRow, copyButton, shareButton } from "./controls.js";
import { byId, h, press, svg } from "./dom.js";
import JAPANESE from "./japanese.json" with { type: "json" };
import { addTexts, counted, number, t } from "./languages.js";
import { startLinkedPage } from "./linked_page.js";
import { Session } from "./practice_session.js";
import { dayInWords, deleteProgress, exportedProgress, importProgress, today } from "./progress.js";
import { decodedHash } from "./start.js";
import { AnswerPanel, figured } from "./view.js";

addTexts({
  ofDay: "{title} {day}: {result}",
  ofAnyDay: "{title}: {result}",
  space: " ",
  kinds: "Kinds of practice",
  nothingToPractise: "This atlas has nothing to practise.",
  toPage: "All answers",
  daily: "Daily puzzle",
  dayDone: "That was the puzzle of today. The next one comes at midnight UTC.",
  nextPuzzle: "Next puzzle",
  goOn: "Go on practising",
  copyResult: "Copy the result",
  resultCopied: "Result copied.",
  today: "Your result of today: {line}",
  place: "{number} of {count}",
  sameForAll: "The same for everybody",
  progress: "Your progress",
  noStreak: "You have not solved a puzzle without a mistake yet.",
  streak: "Without a mistake in a row: {streak}. Your record: {longest}.",
  week: "Daily puzzles of the week",
  days: "Daily puzzles in a row: {days}.",
  repeats: "{count} puzzles come again today.",
  repeatsOne: "One puzzle comes again today.",
  repeatsHelp: "A puzzle that went wrong comes again after 1, 2, 4, 8 and 16 days.",
  keptHelp: "All of this is kept only in this browser, for all games together.",
  exportProgress: "Copy the progress",
  exported: "Progress copied.",
  importProgress: "Paste progress",
  importAsk: "Paste the copied progress. It replaces the progress in the games that it names.",
  imported: "Progress taken over.",
  notImported: "This is not copied progress. Nothing has changed.",
  reset: "Delete all",
  resetSure: "Delete the progress of all games?",
  wasReset: "Progress deleted.",
}, JAPANESE);

/**
 * The panel beside the puzzle: how it stands, the result, and what the player has reached.
 *
 * @extends {AnswerPanel<Session, PracticeChanged>}
 */
class PracticePanel extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { game, puzzle } = session;
    this.panel.classList.toggle("right", Boolean(session.isDone && session.results.at(-1)?.isRight));
    this.say(figured(session.ask("headline")), [
      ...(game.reason?.(puzzle, session, changed) ?? []),
      game.rules && !session.isDone && h("p", { class: "quiet" }, t(game.rules)),
      ...this.result(),
      ...(game.review?.(puzzle, session, changed) ?? []),
      this.progress(),
    ]);
  }

  /**
   * The result, and that of the daily puzzle if it is another one.
   *
   * @returns {Part[]}
   */
  result() {
    const { result, day, isDone, isLast, progress } = this.session;
    const line = (day && progress.state.days[day]) || result;
    return [
      result && h("p", { id: "result", class: "pattern" }, ...unbroken(result)),
      day && isDone && isLast && h("p", {}, t("dayDone")),
      line && line !== result && h("p", { id: "today" }, ...unbroken(t("today", { line }))),
      actionRow(line && copyButton({ id: "copy-result", label: t("copyResult"), done: t("resultCopied") }, () => linked(line)),
        shareButton(() => location.href)),
    ];
  }

  /** What the player has reached, with ways to copy it, to paste it and to delete it. */
  progress() {
    const { session, changed } = this;
    const { due, daysInARow, state: { streak, longest, days } } = session.progress;
    const reached = session.ask("reached");
    return h("div", { class: "own" }, ...(byId("daily") ? weekOf(days) : []), h("details", { id: "own-progress", open: /** @type {HTMLDetailsElement | null} */ (byId("own-progress"))?.open },
      h("summary", {}, t("progress")),
      h("p", { id: "progress" }, [
        reached ?? t(longest ? "streak" : "noStreak", { streak: number(streak), longest: number(longest) }),
        daysInARow && t("days", { days: number(daysInARow) }),
        due.length && counted("repeats", "count", due.length),
      ].filter(Boolean).join(t("space"))),
      h("p", {}, h("small", {}, [reached === undefined && session.game.repeats && t(session.game.repeats), t("keptHelp")].filter(Boolean).join(t("space")))),
      actionRow(
        copyButton({ id: "export", label: t("exportProgress"), done: t("exported") }, exportedProgress),
        action("import", t("importProgress"), pasteProgress, changed.show),
        action("reset", t("reset"), resetProgress, changed.show))));
  }
}

/**
 * The last seven days, with a mark on those whose daily puzzle is done.
 *
 * @param {Object<string, string>} days
 */
const weekOf = (days) => [
  h("p", { class: "quiet" }, t("week")),
  h("ul", { class: "week" }, ...[6, 5, 4, 3, 2, 1, 0].map((ago) => {
    const day = today(ago);
    return h("li", { class: day in days && "done" }, dayInWords(day, { weekday: "short" }));
  })),
];

/**
 * A dot for each puzzle of the day, with a tick if it was right, and a cross if not. The present one is golden.
 *
 * @param {Session} session
 */
const dotsOf = ({ at, drawn, results }) => h("span", {}, h("span", { class: "unseen" }, t("place", { number: at + 1, count: drawn.length })),
  svg("svg", { viewBox: `0 0 ${drawn.length * 20} 18`, height: 18, "aria-hidden": "true", "stroke-width": 2 }, ...drawn.map((_, i) => {
    const isRight = results[i]?.isRight;
    const mark = { true: "m-3.5 0l2.5 3 4-5.5", false: "m-2.5-2.5l5 5m-5 0l5-5", undefined: "" }[String(isRight)];
    return svg("path", { d: `M${i * 20 + 1} 9a8 8 0 1 1 0 .01zm8 0${mark}`, fill: isRight ? "var(--gold)" : "none",
      stroke: isRight ? "var(--panel)" : i === at ? "var(--gold)" : "currentColor" });
  })));

/** A text of which the date stays in one line. */
const unbroken = (/** @type {string} */ text) => text.split(/(\d{4}-\d\d-\d\d)/)
  .map((part, i) => (i % 2 ? h("span", { class: "date" }, part) : part));

/**
 * A result with the address of its puzzle, where other devices can open that.
 *
 * @param {string} line
 */
function linked(line) {
  return /^(localhost|127\.)/.test(location.hostname) ? line : `${line}\n${location.href}`;
}

/** Takes progress that the player pastes. @returns {string} what to announce */
function pasteProgress() {
  const text = prompt(t("importAsk"));
  const isTaken = text !== null && importProgress(text);
  if (text !== null && !isTaken) {
    alert(t("notImported"));
  }
  return isTaken ? t("imported") : "";
}

function resetProgress() {
  if (!confirm(t("resetSure"))) {
    return "";
  }
  deleteProgress();
  return t("wasReset");
}

/** An address: of the puzzle of today or of a seed, before it the kind if that has a name. Others are only a kind. */
const ADDRESS = /^(?:(.+)_)?(daily|\d{1,7})$/s;

/**
 * A game that can be played.
 *
 * @typedef {{session: Session, puzzle: PuzzleView, panel: PracticePanel}} Way
 */

/**
 * Starts a page of practice.
 *
 * @template [T=any]
 * @param {(data: T, changed: PracticeChanged) => Game[]} open `changed` is as in `startLinkedPage`, and its `moved` shows
 *   a move of the player. `first` of a view selects what has the focus on a new puzzle, and its `buttons()` are further ones
 * @param {Promise<T>} [loaded] the data, if it is not that of `startLinkedPage`
 */
export function startPractice(open, loaded) {
  startLinkedPage((data, linked) => {
    /**
     * The game that is played. Null if there is none; its type does not say so, because only `show` asks.
     *
     * @type {Way}
     */
    let current = /** @type {any} */ (null);
    /**
     * The one that is built.
     *
     * @type {Way | null}
     */
    let built = null;

    /** @type {PracticeChanged} */
    const changed = {
      ...linked,
      /** Shows a move; when the puzzle is done, the focus is on what comes next. */
      moved(said) {
        linked.show(said);
        if (current.session.isDone) {
          byId("next").focus({ preventScroll: true });
        }
      },
    };
    /** @type {Way[]} */
    const ways = open(data, changed).map((game) => {
      const session = new Session(game);
      return { session, puzzle: new game.View(session, changed), panel: new PracticePanel(session, changed) };
    });

    /** Whether there are daily puzzles of several kinds. */
    const hasKinds = ways.flatMap(({ session: { game } }) => (game.dailyKind === null ? [] : game.kinds)).length > 1;

    /** Goes to the puzzle of today: that of the current game, or else of the one that has one. */
    function goToDaily() {
      current = /** @type {Way} */ ([current, ...ways].find(({ session: { game: { dailyKind } } }) => dailyKind !== null));
      current.session.begin(today());
    }

    /**
     * Starts another puzzle, or goes back to what was played in another game.
     *
     * @param {Way} way
     * @param {string} kind
     */
    function choose(way, kind) {
      if (way === current || !way.session.drawn || way.session.day) {
        way.session.renew(kind);
      }
      current = way;
    }

    function buildGame() {
      const { session, puzzle, panel } = current;
      byId("practice").replaceChildren(
        h("div", { class: "puzzle-side" }, puzzle.build(), actionRow(
          action("next", t("nextPuzzle"), () => session.next(), () => {
            changed.step();
            byId("answer").focus({ preventScroll: true }); // The puzzle may be inert.
            const first = document.querySelector(/** @type {string} */ (puzzle.first));
            /** @type {HTMLElement} */ (first).focus({ preventScroll: true });
          }),
          ...(puzzle.buttons?.() ?? []))),
        panel.build());
      built = current;
    }

    return {
      build() {
        const kinds = ways.flatMap((way) => way.session.game.kinds.map((kind) => (
          action(`kind-${kind}`, way.session.game.label(kind), () => choose(way, kind), changed.step))));
        byId("content").replaceChildren(
          h("div", { class: "intro" }, h("h1", {}, t("heading")), h("a", { class: "button", href: "./" }, t("toPage"))),
          h("p", { id: "bad-address", class: "error", hidden: true }),
          h("div", { id: "kinds", class: "kinds", role: "group", "aria-label": t("kinds") },
            ways.some(({ session }) => session.game.dailyKind !== null) && action("daily", t("daily"), goToDaily, changed.step),
            ...kinds),
          h("p", { id: "day" }),
          h("div", { id: "practice", class: "two-columns" }, ways.length === 0 && t("nothingToPractise")),
          ...document.querySelectorAll("#sprite"));
        built = null;
      },
      show() {
        if (!current) {
          return;
        }
        if (built !== current) {
          buildGame();
        }
        const { session, puzzle, panel } = current;
        puzzle.show();
        panel.show();
        const { day, at, drawn, kind, isDone, isLast, game, progress: { daysInARow } } = session;
        byId("next").textContent = t(day && isDone && isLast ? "goOn" : game.next);
        byId("next").hidden = !isDone && (day !== null || !game.mayLeave);
        byId("next").classList.toggle("primary", Boolean(isDone));
        press(byId("kinds").children, ({ id }) => id === (day ? "daily" : `kind-${kind}`));
        byId("day").hidden = !day;
        byId("day").replaceChildren(h("b", {}, day ? dayInWords(day) : ""), ...[
          hasKinds && game.label(kind), drawn.length > 1 && dotsOf(session),
          daysInARow ? t("days", { days: number(daysInARow) }) : t("sameForAll"),
        ].filter(Boolean).map((part) => h("span", {}, part || null)));
      },
      open(hash) {
        const name = decodedHash(hash) ?? hash;
        const [, kind = "", which] = /** @type {[unknown, string?, string?]} */ (ADDRESS.exec(name) ?? [null, name]);
        const named = ways.find(({ session }) => session.open(kind, which));
        current = named ?? ways[0];
        if (!named) {
          current?.session.open(current.session.game.kinds[0]);
        }
        return Boolean(named) || hash === "";
      },
      address: () => `#${encodeURIComponent(current.session.name)}`,
      spoken: (said) => said ?? current?.session.ask("spoken") ?? current?.session.ask("headline") ?? "",
    };
  }, loaded);
}
