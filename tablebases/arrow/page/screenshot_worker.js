/** Reads the board on a picture in a worker, so that the page stays usable. */

/**
 * @import {Screenshot} from "./screenshot.js"
 * @import {Level} from "./solving.js"
 */

import { readScreenshot } from "./screenshot.js";
import { factorOf } from "./screenshot_grid.js";

/** @typedef {{file?: Blob, levels?: Level[]}} Question the first one has the levels; without a file there is no answer */

/** @typedef {{bitmap: ?ImageBitmap, found: ?Screenshot}} Answer no bitmap if the file is no picture */

/** @type {Level[]} */
let known = [];

/** A picture of a board; reading it lets the browser compile the code, so that the next one is read sooner. */
function drawnBoard() {
  const canvas = new OffscreenCanvas(800, 800);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.strokeStyle = context.fillStyle = "#fff";
  context.lineWidth = 3;
  context.font = "28px serif";
  for (const [row, column] of known[known.length - 1].cells) {
    const [x, y] = [145 + 85 * row, 253 + 98 * (column - row / 2)];
    context.beginPath();
    context.arc(x, y, 46, 0, 2 * Math.PI);
    context.stroke();
    context.fillText(String(1 + ((row + 2 * column) % 6)), x - 7, y + 9);
  }
  return canvas;
}

/** @param {ImageBitmap | OffscreenCanvas} picture */
function read(picture) {
  // To halve a picture, the browser averages four pixels, as the reader does, in half the time.
  const scale = factorOf(picture.width, picture.height) % 2 ? 1 : 2;
  const [width, height] = [picture.width, picture.height].map((length) => Math.floor(length / scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(picture, 0, 0, scale * width, scale * height, 0, 0, width, height);
  return readScreenshot(context.getImageData(0, 0, width, height), known, scale);
}

self.addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data: { file, levels } }) => {
  known = levels ?? known;
  if (!file) {
    read(drawnBoard());
    return;
  }
  const bitmap = await createImageBitmap(file).catch(() => null);
  /** @type {Answer} */
  const answer = { bitmap, found: bitmap && read(bitmap) };
  /** @type {any} */ (self).postMessage(answer, bitmap ? [bitmap] : []);
});
