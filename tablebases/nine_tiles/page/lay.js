/** Lays a town tile by tile, above the page. Pages load this when the reader asks for it. */

/** @import {FullTown, LaidTile, Place} from "./town.js" */

import { drawTile, drawTown } from "./drawing.js";
import { ARROWS, button, byId, h } from "../kit/dom.js";
import { addTexts, setLanguage } from "../kit/languages.js";
import { showDialog } from "../kit/sharing.js";
import JAPANESE from "./japanese.json" with { type: "json" };
import { placeInWords, tileInWords } from "./parts.js";
import { sentence, t } from "./texts.js";

addTexts({
  rowByRow: "Row by row from the top left: each tile touches those before it, so you see at once whether its roads fit.",
  step: "{n} of {all}: {tile}",
  turned0: "not turned",
  turned1: "turned left once",
  turned2: "turned left twice",
  turned3: "turned right once",
  stepBack: "Back",
  stepNext: "Next",
}, JAPANESE);

/**
 * The steps that lay a complete town, row by row.
 *
 * @param {FullTown} town
 * @returns {{position: number, tile: LaidTile, tiles: Place[]}[]} the new tile, and the board with it
 */
export function stepsOf({ tiles }) {
  return tiles.map((tile, position) => (
    { position, tile, tiles: tiles.map((other, at) => (at <= position ? other : null)) }));
}

/**
 * Shows the steps of a complete town one by one. Buttons and arrow keys go on and back.
 *
 * @param {FullTown} town
 */
export function showSteps(town) {
  setLanguage(document.documentElement.lang);
  const steps = stepsOf(town);
  let at = 0;
  const drawings = h("div", { class: "laying" });
  const said = h("div", { "aria-live": "polite" });
  const back = button({ id: "step-back", onclick: () => go(at - 1) }, t("stepBack"));
  const next = button({ id: "step-next", onclick: () => go(at + 1) }, t("stepNext"));
  const dialog = showDialog(
    t("stepByStep"), [h("h2", {}, t("stepByStep")), h("p", { class: "quiet" }, t("rowByRow")), drawings, said], [back, next]);
  dialog.addEventListener("keydown", ({ key }) => {
    if (key in ARROWS) {
      const [right, down] = ARROWS[key];
      go(at + right + down);
    }
  });

  /** @param {number} to a place in `steps`; others are ignored */
  function go(to) {
    at = steps[to] ? to : at;
    const { position, tile, tiles } = steps[at];
    drawings.replaceChildren(drawTile(tile), drawTown({ game: town.game, tiles }, t("board"), [position]));
    said.replaceChildren(
      h("p", { class: "result" }, t("step", { n: at + 1, all: steps.length, tile: tileInWords({ ...tile, turns: 0 }) })),
      h("p", {}, sentence(t("position", { place: placeInWords(town.game, position), tile: t(`turned${tile.turns}`) }))),
      h("p", { class: "good" }, at + 1 < steps.length ? "" : t("complete")));
    back.disabled = at === 0;
    next.disabled = at + 1 === steps.length;
    (next.disabled ? byId("close-dialog") : back.disabled ? next : null)?.focus(); // A disabled button would lose the keys.
  }

  go(0);
}
