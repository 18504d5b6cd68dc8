/** Starts a page on which addresses name what is shown. */

import { announce } from "./controls.js";
import { byId } from "./dom.js";
import { t } from "./languages.js";
import { fetchJson, startPage } from "./start.js";

/**
 * To be called after changes, with what to announce.
 *
 * @typedef {Object} Changed
 * @property {(said?: string | void) => void} step one to come back to
 * @property {(said?: string | void) => void} edit one of many small ones, to go back to the first of
 * @property {(said?: string | void) => void} show one that leaves the address as it is
 */

/**
 * What an address names.
 *
 * @typedef {Object} LinkedView
 * @property {() => void} build makes the elements in the current language
 * @property {() => void} show fills them
 * @property {(hash: string) => boolean} open goes to what an address names and returns true, or else to what is shown
 *   at first
 * @property {() => string} address
 * @property {(said?: string | void) => string} spoken what to announce after a change
 */

/**
 * Starts a page that shows one thing at a time, named by its address.
 *
 * @template [T=any]
 * @param {(data: T, changed: Changed) => LinkedView} open
 * @param {Promise<T>} loaded the data
 */
export function startLinkedPage(open, loaded = fetchJson("data.json")) {
  startPage(loaded, (data) => {
    let wasEdited = false;
    let badAddress = "";

    /** @param {string | void} said */
    function show(said) {
      view.show();
      const complaint = badAddress && t("badAddress", { hash: badAddress });
      byId("bad-address").textContent = complaint;
      byId("bad-address").hidden = !complaint;
      announce([complaint, view.spoken(said)].filter(Boolean).join(" "));
    }

    /**
     * Puts what is shown into the address, as a new step or in place of the last one, and shows it.
     *
     * @param {boolean} isEdit
     * @param {string | void} said
     */
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
