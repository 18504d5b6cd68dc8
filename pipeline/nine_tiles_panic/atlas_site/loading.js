/** Loads the files that a page shows, and says so where that fails. */

import { byId } from "./dom.js";

/**
 * Fetches a file.
 *
 * @param {string} name
 * @param {string} beside the address of a module in the same folder
 * @returns {Promise<Response>}
 */
export async function fetchFile(name, beside) {
  const response = await fetch(new URL(name, beside));
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response;
}

/**
 * Starts the page as soon as what it shows is there.
 *
 * @template T
 * @param {Promise<T>} loaded
 * @param {(loaded: T) => void} start
 * @param {import("./languages.js").Languages} languages
 */
export function startWith(loaded, start, { t }) {
  loaded.then(start).catch((error) => {
    const place = byId("loading") ?? byId("status");
    place.textContent = t("loadError", { error: error.message });
    place.classList.add("error");
    throw error;
  });
}
