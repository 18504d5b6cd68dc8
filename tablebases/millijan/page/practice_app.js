/** Starts practice: with single hands, or with whole games. */

import { segments, showChoice } from "../kit/controls.js";
import { byId } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { randomSeed, today } from "../kit/practice.js";
import { numbered } from "./game.js";
import { DiscardSession, DiscardVerdict } from "./practice_discards.js";
import { SoloSession, SoloVerdict } from "./practice_solo.js";
import { t } from "./practice_texts.js";
import { HandView } from "./practice_views.js";

/** An address: of a solo game or of single hands, of today or with a seed. */
const ADDRESS = /^#(solo_)?(?:(daily)|(\d{1,7}))$/;

startLinkedPage(({ tiles, units: { 2019: listed } }, changed) => {
  const units = numbered(listed);
  const [hands, solo] = [[DiscardSession, DiscardVerdict], [SoloSession, SoloVerdict]].map(([Session, Verdict]) => {
    const session = new Session(tiles, units);
    return { session, views: [HandView, Verdict].map((One) => new One(session, changed)) };
  });
  let mode = hands;
  let built = null;
  let choices = null;

  /** Goes to the other kind of practice, and back to what was played there. */
  function choose(other) {
    mode = other;
    if (mode.session.seed === undefined) {
      mode.session.begin(null, randomSeed());
    }
    changed.step();
  }

  return {
    build() {
      choices = segments(t("kind"), [["mode-hands", t("singleHands"), hands], ["mode-solo", t("soloMode"), solo]], choose);
      byId("modes").replaceChildren(choices);
      built = null;
    },
    show() {
      if (built !== mode) {
        byId("practice").replaceChildren(...mode.views.map((view) => view.build()));
        built = mode;
      }
      mode.views.forEach((view) => view.show());
      showChoice(choices, mode);
    },
    open(hash) {
      const [, isSolo, daily, seed] = ADDRESS.exec(hash) ?? [];
      mode = isSolo ? solo : hands;
      mode.session.begin(daily ? today() : null, seed ? Number(seed) : randomSeed());
      return Boolean(daily || seed || hash === "");
    },
    address: () => mode.session.address,
    spoken: (said) => said ?? mode.session.headline,
  };
});
