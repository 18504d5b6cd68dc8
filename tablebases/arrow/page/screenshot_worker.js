/** Reads the board on a picture in a worker, so that the page stays usable. */

/**
 * @import {Screenshot} from "./screenshot.js"
 * @import {Level} from "./solving.js"
 */

import { readScreenshot } from "./screenshot.js";
import { factorOf } from "./screenshot_grid.js";

/**
 * @typedef {Object} Question the first one has the levels; one without a picture gets no answer
 * @property {Level[]} [levels]
 * @property {Blob} [file]
 */

/** @typedef {{bitmap: ?ImageBitmap, found: ?Screenshot}} Answer no bitmap if the file is no picture */

/** @type {Level[]} */
let levels = [];

/**
 * A canvas whose pixels are read.
 *
 * @param {number} width
 * @param {number} height
 */
function canvasOf(width, height) {
  return /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
}

/** Reads a drawn board: the browser compiles the code, and the next picture is read sooner. */
function warmUp() {
  const context = canvasOf(800, 800);
  context.strokeStyle = context.fillStyle = "#fff";
  context.lineWidth = 3;
  context.font = "28px serif";
  for (const [row, column] of levels[levels.length - 1].cells) {
    const [x, y] = [145 + 85 * row, 253 + 98 * (column - row / 2)];
    context.beginPath();
    context.arc(x, y, 46, 0, 2 * Math.PI);
    context.stroke();
    context.fillText(String(1 + ((row + 2 * column) % 6)), x - 7, y + 9);
  }
  readScreenshot(context.getImageData(0, 0, 800, 800), levels);
}

self.addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data: question }) => {
  levels = question.levels ?? levels;
  if (!question.file) {
    warmUp();
    return;
  }
  /** @type {(answer: Answer, moved: Transferable[]) => void} */
  const tell = (answer, moved) => /** @type {any} */ (self).postMessage(answer, moved);
  const bitmap = await createImageBitmap(question.file).catch(() => null);
  if (!bitmap) {
    tell({ bitmap, found: null }, []);
    return;
  }
  // To halve a picture, the browser averages four pixels, as the reader does, in half the time.
  const scale = factorOf(bitmap.width, bitmap.height) % 2 ? 1 : 2;
  const [width, height] = [bitmap.width, bitmap.height].map((length) => Math.floor(length / scale));
  const context = canvasOf(width, height);
  context.drawImage(bitmap, 0, 0, scale * width, scale * height, 0, 0, width, height);
  tell({ bitmap, found: readScreenshot(context.getImageData(0, 0, width, height), levels, scale) }, [bitmap]);
});
