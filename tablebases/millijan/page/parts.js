/** Elements that several panels use: small and large tiles, and their names. */

import { button, named } from "../kit/dom.js";
import { t } from "./texts.js";
export { drawHand, face, mark, smallTile } from "./drawing.js";

/** A button that changes the hand; `done` gets the announcement that `change` returns. */
export function changeButton(attributes, label, change, done, ...children) {
  return button({ ...attributes, ...named(label), onclick: () => done(change()) }, ...children);
}

/** The full description of a tile. */
export function described({ name, kana, full_name: full, type }) {
  const who = [full, kana].filter((text) => text !== name).join(t("comma"));
  return t("tile", { name, who, type: t(`type${type}`) });
}
