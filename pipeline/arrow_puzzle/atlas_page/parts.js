/** Pieces that several parts of the page use. */

import * as controls from "../controls.js";
import { t } from "./texts.js";

/** A button that copies a text, and shows for a moment that it did. */
export function copyButton(id, key, text, doneKey) {
  const words = { id, label: t(key), done: t(doneKey), failed: t("copyFailed") };
  return controls.copyButton(words, text);
}
