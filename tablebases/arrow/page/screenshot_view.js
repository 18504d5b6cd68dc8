/** Shows what was read from a picture. The page loads this when the reader gives it one. */

/**
 * @import {Screenshot} from "./screenshot.js"
 * @import {Answer} from "./screenshot_worker.js"
 * @import {BoardView} from "./view_board.js"
 */

import { button, h } from "../kit/dom.js";
import { startWorker } from "../kit/start.js";
import { settle } from "./screenshot.js";
import { counted, sentence, setLanguage, t } from "./screenshot_texts.js";

/** Pixels of the shown picture, at most. */
const MOST_PIXELS = 900;

/** A text about a picture on which no board was read. */
class Note {
  /** @type {Map<number, number>} */
  doubts = new Map();

  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  words() {
    return [t(this.key)];
  }

  /** What to announce. */
  said() {
    setLanguage(document.documentElement.lang);
    return this.words().join(" ");
  }

  /** @param {HTMLElement} place */
  show(place) {
    setLanguage(document.documentElement.lang);
    place.replaceChildren(...this.words().map((words) => h("p", {}, words)));
  }
}

/** A board that was read, with its picture. */
class Read extends Note {
  /**
   * @param {Screenshot} found
   * @param {ImageBitmap} bitmap
   * @param {BoardView} view
   */
  constructor(found, bitmap, view) {
    super("shotRead");
    this.found = found;
    this.bitmap = bitmap;
    this.view = view;
    /** Tiles that the reader has set. @type {Map<number, number>} */
    this.fixed = new Map();
    this.note();
  }

  note() {
    const { doubtful, others } = this.found;
    this.doubts = new Map(others.flatMap((other, tile) => (doubtful[tile] ? [[tile, other]] : [])));
  }

  /**
   * Takes a tile as the reader sets it, and decides about the doubtful ones again.
   *
   * @param {number} tile
   * @param {number} turns
   */
  correct(tile, turns) {
    this.fixed.set(tile, turns);
    this.found = { ...this.found, ...settle(this.found, this.fixed) };
    this.note();
    return this.found.turns;
  }

  words() {
    const { found: { turns, seen, unclear }, fixed, doubts, view } = this;
    const { up } = view.session;
    const mended = turns.flatMap((value, tile) => (value === seen[tile] || doubts.has(tile) || fixed.has(tile) ? [] : [
      t(unclear[tile] ? "shotFilled" : "shotCorrected",
        { place: sentence(view.placeInWords(tile)), seen: seen[tile] + up, number: value + up })]));
    return [t(this.key), ...mended, ...(doubts.size ? [counted("shotDoubts", "count", doubts.size)] : [])];
  }

  /** @param {HTMLElement} place */
  show(place) {
    super.show(place);
    const { bitmap, found: { grid: { middles, radius, spacing }, turns }, doubts, view } = this;
    const xs = middles.map(([x]) => x);
    const ys = middles.map(([, y]) => y);
    const [left, top] = [xs, ys].map((values) => Math.max(0, Math.min(...values) - spacing));
    const right = Math.min(bitmap.width, Math.max(...xs) + spacing);
    const bottom = Math.min(bitmap.height, Math.max(...ys) + spacing);
    const scale = Math.min(1, MOST_PIXELS / Math.max(right - left, bottom - top));
    const canvas = h("canvas", {
      width: Math.round((right - left) * scale), height: Math.round((bottom - top) * scale), role: "img",
      "aria-label": t("shotPicture"),
    });
    const draw =
      /** @type {CanvasRenderingContext2D} */
      (canvas.getContext("2d"));
    draw.scale(scale, scale);
    draw.translate(-left, -top);
    draw.drawImage(bitmap, 0, 0);
    place.append(canvas);
    const [accent, gold] = ["--accent", "--gold"].map((name) => {
      canvas.style.color = `var(${name})`;
      return getComputedStyle(canvas).color;
    });
    draw.textAlign = "center";
    draw.font = `bold ${0.4 * radius}px sans-serif`;
    middles.forEach(([x, y], tile) => {
      draw.beginPath();
      draw.arc(x, y, radius, 0, 2 * Math.PI);
      draw.lineWidth = 0.07 * radius;
      draw.strokeStyle = doubts.has(tile) ? gold : accent;
      draw.setLineDash(doubts.has(tile) ? [0.25 * radius, 0.15 * radius] : []);
      draw.stroke();
      draw.setLineDash([]);
      draw.lineWidth = 0.12 * radius;
      draw.strokeStyle = "#000";
      draw.fillStyle = "#fff";
      const words = String(turns[tile] + view.session.up);
      draw.strokeText(words, x, y + 0.8 * radius);
      draw.fillText(words, x, y + 0.8 * radius);
    });
    const close = button({ id: "close-picture", onclick: () => {
      view.session.pictured = null;
      view.changed.show();
    } }, t("shotClose"));
    place.append(close);
  }
}

/** The worker that reads pictures, once it was needed. @type {?Worker} */
let reader = null;

/**
 * Reads the board on a picture, and enters it. Without a picture, starts the worker, so that it is ready when one comes.
 *
 * @param {Blob | undefined} file
 * @param {BoardView} view
 */
export function lookAt(file, view) {
  const { session, changed } = view;
  const levels = [...session.solvers.keys()];
  if (!reader) {
    reader = startWorker("screenshot_worker.js", { levels, file }, () => {}, () => { reader = null; });
  } else if (file) {
    reader.postMessage({ file });
  }
  if (!file) {
    return;
  }
  /** @param {Note} note */
  const tell = (note) => {
    session.pictured = note;
    changed.show(note.said());
  };
  tell(new Note("shotReading"));
  reader.onerror = () => tell(new Note("shotFailed"));
  reader.onmessage = (/** @type {MessageEvent<Answer>} */ { data: { bitmap, found } }) => {
    if (!bitmap || !found) {
      tell(new Note(bitmap ? "shotNone" : "shotNoPicture"));
      return;
    }
    session.setTrying(false);
    session.choose(/** @type {any} */ (levels.find(({ name }) => name === found.level.name)));
    const read = new Read(found, bitmap, view);
    session.enter(found.turns, read);
    changed.step(read.said());
  };
}
