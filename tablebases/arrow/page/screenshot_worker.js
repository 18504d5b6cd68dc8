/** Reads the board on a picture in a worker, so that the page stays usable. */

/**
 * @import {Screenshot} from "./screenshot.js"
 * @import {Level} from "./solving.js"
 */

import { readScreenshot } from "./screenshot.js";

/** @typedef {{file: Blob, levels: Level[]}} Question */

/** @typedef {{bitmap: ?ImageBitmap, found: ?Screenshot}} Answer no bitmap if the file is no picture */

self.addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data: { file, levels } }) => {
  /** @type {(answer: Answer, moved: Transferable[]) => void} */
  const tell = (answer, moved) => /** @type {any} */ (self).postMessage(answer, moved);
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) {
    tell({ bitmap, found: null }, []);
    return;
  }
  const { width, height } = bitmap;
  const context =
    /** @type {OffscreenCanvasRenderingContext2D} */
    (new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0);
  tell({ bitmap, found: readScreenshot(context.getImageData(0, 0, width, height), levels) }, [bitmap]);
});
