/** What practice of all games shares: seeded draws, and what the player has reached, which stays in the browser. */

import { now } from "./clock.js";
import { action, actionRow, announce, copyButton } from "./controls.js";
import { h } from "./dom.js";
import JAPANESE from "./japanese.json" with { type: "json" };
import { addTexts, counted, number, t } from "./languages.js";
import { memory } from "./start.js";

addTexts({
  ofDay: "{title} {day}: {result}",
  ofAnyDay: "{title}: {result}",
  toPage: "Back to the answers",
  daily: "Daily puzzle",
  newPuzzle: "New puzzle",
  copyResult: "Copy the result",
  resultCopied: "Result copied.",
  today: "Your result of today: {line}",
  progress: "Your progress",
  noStreak: "No puzzle is right yet.",
  streak: "{streak} right in a row, at most {longest}.",
  days: "Daily puzzles on {days} days in a row.",
  daysOne: "Daily puzzle on one day in a row.",
  repeats: "{count} puzzles come again today.",
  repeatsOne: "One puzzle comes again today.",
  repeatsHelp: "A puzzle that went wrong comes again after 1, 2, 4, 8 and 16 days.",
  keptHelp: "All of this is kept only in this browser, for all games together.",
  exportProgress: "Copy as JSON",
  exported: "Progress copied.",
  importProgress: "Paste JSON",
  importAsk: "Paste progress that was copied as JSON. It replaces the progress in the games that it names.",
  imported: "Progress taken over.",
  notImported: "This is not progress that was copied as JSON. Nothing has changed.",
  reset: "Delete all",
  resetSure: "Delete the progress of all games?",
  wasReset: "Progress deleted.",
}, JAPANESE);

/**
 * Random numbers that depend on a text alone; `Draws` in tablebases/practice.py explains them and draws the same ones.
 * They are frozen: daily puzzles depend on them.
 */
export class Draws {
  constructor(text) {
    this.state = [...text].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01000193), 0x811c9dc5 | 0);
  }

  /** @returns {number} a whole number from 0 to `count` - 1 */
  below(count) {
    this.state = (this.state + 0x9e3779b9) | 0;
    let word = this.state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return Math.floor(((word ^ (word >>> 16)) >>> 0) * count / 2 ** 32);
  }
}

/** The date in UTC, such as 2026-11-24: the name of the daily puzzle. */
export function today() {
  return new Date(now()).toISOString().slice(0, 10);
}

/** A seed for a puzzle. */
export function randomSeed() {
  return Math.floor(Math.random() * 1e7);
}

/** One line to share; of the daily puzzle it has the date. */
export function resultLine(title, day, result) {
  return t(day ? "ofDay" : "ofAnyDay", { title, day, result });
}

// --- what the player has reached ----------------------------------------------------------------

const KEY = "practice";
const VERSION = 1;
const DAY = 86_400_000;

/** Days after which a puzzle comes again, by its box. */
const BOX_DAYS = [1, 2, 4, 8, 16];

/** The longest progress that can be pasted, in characters: browsers keep a few million. */
const LONGEST = 1_000_000;

/** What the browser does not keep: it lasts as long as the page. */
let unkept = null;

/** Whether a value is an object, not a list, of which all entries are good. */
function hasOnly(value, isGood) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    && Object.entries(value).every(([key, one]) => isGood(key, one));
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isResult = (day, result) => (
  /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(dayNumber(day)) && typeof result === "string");
const isPlace = (name, place) => (
  /^([^_]+_)?\d{1,7}$/.test(name) && Array.isArray(place) && place.length === 2 && place.every(Number.isSafeInteger)
  && place[0] in BOX_DAYS);

/** Part of the progress in a game -> whether a value can be that part; `Progress` explains them. */
const PARTS = new Map(Object.entries({
  streak: isCount, longest: isCount, fewest: isCount,
  days: (days) => hasOnly(days, isResult), boxes: (boxes) => hasOnly(boxes, isPlace),
}));

/** Progress of this version in a text, with games of any form; null if it is none. */
function progressIn(text) {
  try {
    const all = JSON.parse(text);
    return all?.version === VERSION && hasOnly(all.games, () => true) ? all : null;
  } catch {
    return null;
  }
}

/** The progress of all games; empty if none of this version is there. */
function readAll() {
  return progressIn(unkept ?? memory.get(KEY)) ?? { version: VERSION, games: {} };
}

function writeAll(all) {
  const text = JSON.stringify(all);
  unkept = memory.set(KEY, text) ? null : text;
}

function dayNumber(day) {
  return Date.parse(day) / DAY;
}

/**
 * The progress in one game.
 *
 * `streak` counts puzzles that were right in a row, `longest` is the longest streak, `days` has the result of each daily
 * puzzle by its date, and `boxes` has, by their names, puzzles to repeat: the box, and the number of the day on which
 * they come again.
 */
export class Progress {
  /** `more` has further parts that this game keeps, with what they are at first. */
  constructor(game, more = {}) {
    this.game = game;
    this.first = { streak: 0, longest: 0, days: {}, boxes: {}, ...more };
  }

  /** What is kept; parts of another form count as none. */
  get state() {
    const kept = readAll().games[this.game] ?? {};
    return Object.fromEntries(Object.entries(this.first).map(([key, none]) => (
      [key, PARTS.get(key)(kept[key]) ? kept[key] : none])));
  }

  change(parts) {
    const all = readAll();
    all.games[this.game] = { ...this.state, ...parts };
    writeAll(all);
  }

  /**
   * Notes whether a puzzle went right: the streak, and the box from which it comes again unless its name is null.
   * One that `stays` has a box also if it went right at once, and remains in the last one.
   */
  note(name, isRight, stays = false) {
    const { streak, longest, boxes: { [name]: place, ...boxes } } = this.state;
    const next = isRight ? (place ?? (stays ? [0] : []))[0] + 1 : 0;
    const box = stays ? Math.min(next, BOX_DAYS.length - 1) : next;
    if (name !== null && box < BOX_DAYS.length) {
      boxes[name] = [box, dayNumber(today()) + BOX_DAYS[box]];
    }
    const reached = isRight ? streak + 1 : 0;
    this.change({ streak: reached, longest: Math.max(longest, reached), boxes });
  }

  /** Notes the result of a daily puzzle; the first one stays. */
  noteDay(day, result) {
    const { days } = this.state;
    this.change({ days: { [day]: result, ...days } });
  }

  /** The names of the puzzles that come again today. */
  get due() {
    return Object.entries(this.state.boxes).filter(([, place]) => place[1] <= dayNumber(today())).map(([name]) => name);
  }

  /** The number of daily puzzles in a row, up to today or yesterday. */
  get daysInARow() {
    const days = new Set(Object.keys(this.state.days).map(dayNumber));
    const day = dayNumber(today());
    const last = days.has(day) ? day : day - 1;
    let count = 0;
    while (days.has(last - count)) {
      count += 1;
    }
    return count;
  }
}

/** Takes progress that the player pastes, of the games in it; returns what to announce. */
function importAll() {
  const text = prompt(t("importAsk"));
  if (text === null) {
    return "";
  }
  const { games } = (text.length <= LONGEST && progressIn(text)) || {};
  if (!hasOnly(games, (_, game) => hasOnly(game, (part, value) => PARTS.get(part)?.(value)))) {
    alert(t("notImported"));
    return "";
  }
  writeAll({ version: VERSION, games: { ...readAll().games, ...games } });
  return t("imported");
}

/**
 * What the player has reached, with ways to copy it, to paste it and to delete it; `changed` shows it again. A game whose
 * puzzles do not come again says itself what was reached. A link back to the answers comes last.
 */
export function progressPart(progress, changed, reached = null) {
  const { streak, longest } = progress.state;
  const { due, daysInARow } = progress;
  const done = (said) => {
    changed();
    announce(said);
  };
  const reset = () => {
    if (!confirm(t("resetSure"))) {
      return "";
    }
    writeAll({ version: VERSION, games: {} });
    return t("wasReset");
  };
  return [
    h("h3", {}, t("progress")),
    h("p", { id: "progress" }, [
      reached ?? t(longest ? "streak" : "noStreak", { streak: number(streak), longest: number(longest) }),
      daysInARow && counted("days", "days", daysInARow),
      due.length && counted("repeats", "count", due.length),
    ].filter(Boolean).join(" ")),
    h("p", { class: "quiet" }, h("small", {},
      [reached === null && t("repeatsHelp"), t("keptHelp")].filter(Boolean).join(" "))),
    actionRow(
      copyButton({ id: "export", label: t("exportProgress"), done: t("exported") },
        () => JSON.stringify(readAll(), null, 2)),
      action("import", t("importProgress"), importAll, done),
      action("reset", t("reset"), reset, done)),
    h("p", {}, h("a", { class: "button", href: "./" }, t("toPage"))),
  ];
}

/**
 * The result if it `isShown`, with `more` below it, and that of the daily puzzle if it is another one; then the button
 * `next` and one to copy the result.
 */
export function resultPart({ result, day, progress }, isShown, more = null, next = null) {
  const line = (day && progress.state.days[day]) || (isShown && result);
  return [
    isShown && h("p", { id: "result", class: "pattern" }, result),
    more,
    line && line !== (isShown && result) && h("p", { id: "today" }, t("today", { line })),
    (next || line) && actionRow(
      next, line && copyButton({ id: "copy-result", label: t("copyResult"), done: t("resultCopied") }, () => line)),
  ];
}
