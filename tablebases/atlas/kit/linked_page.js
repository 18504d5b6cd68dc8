/** Starts a page on which addresses name what is shown. */

import { announce } from "./controls.js";
import { byId } from "./dom.js";
import { t } from "./languages.js";
import { fetchJson, startPage } from "./start.js";

/**
 * To be called after changes, with what to announce.
 *
 * @typedef {Object} Changed
 * @property {(said?: string) => void} step one to come back to
 * @property {(said?: string) => void} edit one of many small ones, to go back to the first of
 * @property {(said?: string) => void} show one that leaves the address as it is
 */

/**
 * Starts a page that shows one thing at a time, named by its address.
 *
 * @param {(data: Object, changed: Changed) => {build: () => void, show: () => void, open: (hash: string) => boolean,
 *   address: () => string, spoken: (said?: string) => string}} open the view: `open` goes to what an address names and
 *   returns true, or else to what is shown at first; `spoken` is what to announce after a change
 * @param {Promise<Object>} loaded the data
 */
export function startLinkedPage(open, loaded = fetchJson("data.json")) {
  startPage(loaded, (data) => {
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
