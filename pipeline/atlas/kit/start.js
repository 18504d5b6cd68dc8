/** Starts a page: settings, loading of its data, and the address that names what it shows. */

import { announce } from "./controls.js";
import { byId } from "./dom.js";
import { t } from "./languages.js";
import { startSettings } from "./settings.js";

/**
 * Fetches a file of the page.
 *
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function fetchFile(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response;
}

/**
 * Starts a page as soon as its data is there.
 *
 * @template T
 * @param {Promise<T>} loaded
 * @param {(data: T) => {build: () => void, show: () => void, route: () => void}} open the view: `build` makes the
 *   elements in the current language, `show` fills them, `route` goes to what the address names and shows it
 */
export function startPage(loaded, open) {
  let view = null;
  startSettings(() => {
    view?.build();
    view?.show();
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // The address is that of what is shown.
    byId("main").focus();
  });
  loaded.then((data) => {
    view = open(data);
    window.addEventListener("hashchange", view.route);
    window.addEventListener("popstate", view.route);
    byId("loading").remove();
    byId("content").hidden = false;
    view.build();
    view.route();
    document.body.dataset.ready = "yes";
  }).catch((error) => {
    const place = byId("loading") ?? byId("status");
    place.textContent = t("loadError", { error: error.message });
    place.classList.add("error");
    throw error;
  });
}

/**
 * @typedef {Object} LinkedView what a page shows, one thing at a time, named by its address
 * @property {() => void} build makes the elements, in the current language
 * @property {() => void} show fills them
 * @property {(hash: string) => boolean} open goes to what an address names, or else to what is shown at first; whether
 *   it names something
 * @property {() => string} address of what is shown
 * @property {(said?: string) => string} spoken what to announce after a change
 *
 * @typedef {Object} Changed to be called after changes, with what to announce
 * @property {(said?: string) => void} step one to come back to
 * @property {(said?: string) => void} edit one of many small ones, to go back to the first of
 * @property {(said?: string) => void} show one that leaves the address as it is
 */

/**
 * Starts a page that shows one thing at a time.
 *
 * @param {(data: Object, changed: Changed) => LinkedView} open
 */
export function startLinkedPage(open) {
  startPage(fetchFile("data.json").then((response) => response.json()), (data) => {
    let wasEdited = false;
    let badAddress = "";

    function show(said) {
      view.show();
      const complaint = badAddress && t("badAddress", { hash: badAddress });
      byId("bad-address").textContent = complaint;
      byId("bad-address").hidden = !complaint;
      announce([complaint, view.spoken(said)].filter(Boolean).join(" "));
    }

    /** Puts what is shown into the address, as a new step or in place of the last one, and shows it. */
    function change(isEdit, said) {
      const address = view.address();
      const method = isEdit && wasEdited ? "replaceState" : "pushState";
      badAddress = "";
      wasEdited = isEdit;
      if (address !== location.hash) {
        try {
          history[method](null, "", address || location.pathname + location.search);
        } catch { /* Browsers refuse too many at once; the next change is noted again. */ }
      }
      show(said);
    }

    function route() {
      const { hash } = location;
      badAddress = view.open(hash) ? "" : hash;
      wasEdited = false;
      show();
    }

    const view = open(data, { show, step: (said) => change(false, said), edit: (said) => change(true, said) });
    return { build: view.build, show, route };
  });
}
