/** Completes towns in the background, so that the page stays usable. */

import { finishTown } from "./finishing.js";
import { layTown } from "./town.js";

self.addEventListener("message", ({ data: { game, pattern, themes, milliseconds } }) => {
  self.postMessage(finishTown(layTown(game, pattern), themes, milliseconds));
});
