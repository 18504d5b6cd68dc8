/** Finishes towns beside the page, which stays usable meanwhile. */

import { finishTown } from "./finishing.js";
import { layTown } from "./town.js";

self.addEventListener("message", ({ data: { game, pattern, themes, milliseconds } }) => {
  self.postMessage(finishTown(layTown(game, pattern), themes, milliseconds));
});
