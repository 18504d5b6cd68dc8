/** What the player has reached in practice, and has begun today. It stays in the browser. */

import { now } from "./clock.js";
import { currentLanguage } from "./languages.js";
import { memory } from "./start.js";

/** The date in UTC, such as 2026-11-24, or that of some days `ago`: the name of the daily puzzle. */
export function today(ago = 0) {
  return new Date(now() - ago * DAY).toISOString().slice(0, 10);
}

/**
 * A day such as Friday, November 27.
 *
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} parts
 */
export function dayInWords(day, parts = { weekday: "long", month: "long", day: "numeric" }) {
  return new Date(day).toLocaleDateString(currentLanguage(), { ...parts, timeZone: "UTC" });
}

/**
 * A puzzle to repeat: its box, and the number of the day on which it comes again.
 *
 * @typedef {[box: number, day: number]} Place
 */

/**
 * The progress in one game.
 *
 * @typedef {Object} State
 * @property {number} streak puzzles that were right in a row
 * @property {number} longest the longest streak
 * @property {Object<string, string>} days the result of each daily puzzle by its date
 * @property {Object<string, Place>} boxes puzzles to repeat by their names
 * @property {number} [fewest] a part that only some games keep
 */

const VERSION = 1;
const DAY = 86_400_000;

/** Days after which a puzzle comes again, by its box. */
const BOX_DAYS = [1, 2, 4, 8, 16];

/** The longest progress that can be pasted, in characters: browsers keep a few million. */
const LONGEST = 1_000_000;

/**
 * A text that the browser keeps; one that it does not keep lasts as long as the page.
 *
 * @param {string} key
 */
function keptText(key) {
  /** @type {string | null} */
  let unkept = null;
  return {
    get: () => unkept ?? memory.get(key),
    /** @param {string} text */
    set(text) {
      unkept = memory.set(key, text) ? null : text;
    },
  };
}

const progress = keptText("practice");
/** The daily puzzles that the player has begun: their day, and what is done of the one of each game. */
const begun = keptText("practice_begun");

/**
 * Whether a value is an object, not a list, of which all entries are good.
 *
 * @param {unknown} value
 * @param {(key: string, one: unknown) => boolean | undefined} isGood
 */
function hasOnly(value, isGood) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    && Object.entries(value).every(([key, one]) => isGood(key, one));
}

/** @param {any} value */
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/**
 * @param {string} day
 * @param {unknown} result
 */
const isResult = (day, result) => (
  /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(dayNumber(day)) && typeof result === "string");
/**
 * @param {string} name
 * @param {unknown} place
 */
const isPlace = (name, place) => (
  /^([^_]+_)?\d{1,7}$/.test(name) && Array.isArray(place) && place.length === 2 && place.every(Number.isSafeInteger)
  && place[0] in BOX_DAYS);

/**
 * Part of the progress in a game -> whether a value can be that part.
 *
 * @type {Map<string, (value: unknown) => boolean>}
 */
const PARTS = new Map(Object.entries({
  streak: isCount, longest: isCount, fewest: isCount,
  /** @param {unknown} days */
  days: (days) => hasOnly(days, isResult),
  /** @param {unknown} boxes */
  boxes: (boxes) => hasOnly(boxes, isPlace),
}));

/**
 * The object `games` in a text whose other part is `value` under `key`; null if it has none.
 *
 * @param {string | null} text
 * @param {string} key
 * @param {unknown} value
 * @returns {Object<string, any> | null}
 */
function gamesIn(text, key, value) {
  try {
    const all = JSON.parse(/** @type {string} */ (text));
    return all?.[key] === value && hasOnly(all.games, () => true) ? all.games : null;
  } catch {
    return null;
  }
}

/** The progress of all games by their names; empty if none of this version is there. */
function readAll() {
  return gamesIn(progress.get(), "version", VERSION) ?? {};
}

/**
 * The text with the progress in `games`.
 *
 * @param {Object<string, unknown>} games
 */
function written(games, space = 0) {
  return JSON.stringify({ version: VERSION, games }, null, space);
}

/** The progress of all games, to be copied. */
export function exportedProgress() {
  return written(readAll(), 2);
}

/**
 * Takes progress that was copied, of the games in it; whether the text is progress.
 *
 * @param {string} text
 */
export function importProgress(text) {
  const games = text.length <= LONGEST ? gamesIn(text, "version", VERSION) : null;
  if (!hasOnly(games, (_, game) => hasOnly(game, (part, value) => PARTS.get(part)?.(value)))) {
    return false;
  }
  progress.set(written({ ...readAll(), ...games }));
  return true;
}

export function deleteProgress() {
  progress.set(written({}));
  begun.set("");
}

/** @param {string} day */
function dayNumber(day) {
  return Date.parse(day) / DAY;
}

/** The progress in one game. */
export class Progress {
  /**
   * @param {string} game
   * @param {Object<string, number>} more further parts that this game keeps, with what they are at first
   */
  constructor(game, more = {}) {
    this.game = game;
    this.first = { streak: 0, longest: 0, days: {}, boxes: {}, ...more };
  }

  /**
   * What is kept; parts of another form count as none.
   *
   * @returns {State}
   */
  get state() {
    const kept = readAll()[this.game] ?? {};
    return /** @type {any} */ (Object.fromEntries(Object.entries(this.first).map(([key, none]) => (
      [key, /** @type {(value: unknown) => boolean} */ (PARTS.get(key))(kept[key]) ? kept[key] : none]))));
  }

  /** @param {Partial<State>} parts */
  change(parts) {
    progress.set(written({ ...readAll(), [this.game]: { ...this.state, ...parts } }));
  }

  /**
   * Notes whether a puzzle went right: the streak, and the box from which it comes again unless its name is null.
   * One that `stays` has a box also if it went right at once, and remains in the last one.
   *
   * @param {string | null} name
   * @param {boolean} isRight
   */
  note(name, isRight, stays = false) {
    const { streak, longest, boxes: { [/** @type {string} */ (name)]: place, ...boxes } } = this.state;
    const next = isRight ? (place ?? (stays ? [0] : []))[0] + 1 : 0;
    const box = stays ? Math.min(next, BOX_DAYS.length - 1) : next;
    if (name !== null && box < BOX_DAYS.length) {
      boxes[name] = [box, dayNumber(today()) + BOX_DAYS[box]];
    }
    const reached = isRight ? streak + 1 : 0;
    this.change({ streak: reached, longest: Math.max(longest, reached), boxes });
  }

  /**
   * Notes the result of a daily puzzle; the first one stays.
   *
   * @param {string} day
   * @param {string} result
   */
  noteDay(day, result) {
    const { days } = this.state;
    this.change({ days: { [day]: result, ...days } });
  }

  /**
   * What was done of the daily puzzle of a day, as `noteBegun` noted it; undefined if nothing.
   *
   * @param {string} day
   */
  begunOn(day) {
    return gamesIn(begun.get(), "day", day)?.[this.game];
  }

  /**
   * Notes what is done of the daily puzzle of a day; those of earlier days are forgotten.
   *
   * @param {string} day
   * @param {unknown} done
   */
  noteBegun(day, done) {
    begun.set(JSON.stringify({ day, games: { ...gamesIn(begun.get(), "day", day), [this.game]: done } }));
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
