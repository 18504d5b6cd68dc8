/** Drawings that a page has in a file of their own. */

import { byId } from "./dom.js";
import { fetchFile } from "./start.js";

/**
 * Puts the drawings of an SVG file into the page, where others refer to them by their ids.
 *
 * @param {string} name
 */
export async function loadDrawings(name) {
  const text = await (await fetchFile(name)).text();
  const drawings = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  byId("sprite").replaceChildren(document.importNode(drawings, true));
}
