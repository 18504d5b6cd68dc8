/** Starts the practice of Nine Tiles Panic: flash cards, and towns against the clock. */

import { byId } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { Progress, today } from "../kit/practice.js";
import { CARDS, loadPage } from "./parts.js";
import { deckSizes, practisedCards } from "./practice.js";
import { ClockPanel, ClockView, Round } from "./practice_clock.js";
import { Deck, FlashPanel, FlashView } from "./practice_flash.js";
import { t } from "./practice_texts.js";

/** Towns to learn at first. */
const USUAL_SIZE = 10;

/** What is practised, and the progress. */
class Session {
  constructor(atlas) {
    this.atlas = atlas;
    this.progress = new Progress("nine-tiles");
    this.deckSizes = deckSizes(atlas);
    this.deck = new Deck(atlas, this.progress);
    this.round = new Round(atlas, this.progress);
  }

  /** Starts what an address names, or else the flash cards; whether it names something. */
  open(hash) {
    const [, daily, time, seed, , size] = /^#(?:(daily)|(time)(?:_(\d{1,7}))?|flash(_(\d{1,2}))?)$/.exec(hash) ?? [];
    const wanted = Number(size ?? USUAL_SIZE);
    const isKnown = this.deckSizes.includes(wanted);
    this.isTimed = Boolean(daily || time) || this.deckSizes.length === 0;
    this.round.begin(daily ? today() : null, seed && Number(seed));
    if (!this.isTimed) {
      this.deck.start(isKnown ? wanted : this.deckSizes[0]);
    }
    return Boolean(daily || time || hash === "" || hash.startsWith("#flash") && isKnown);
  }

  get address() {
    return `#${this.isTimed ? this.round.name : `flash_${this.deck.size}`}`;
  }

  /** The address of the link to what is practised. */
  get kind() {
    return this.isTimed ? this.round.day ? "#daily" : "#time" : "#flash";
  }
}

startLinkedPage((atlas, changed) => {
  const session = new Session(atlas);
  const hasCards = practisedCards(atlas.themes).length >= CARDS;
  const flash = [FlashView, FlashPanel].map((One) => new One(session, changed));
  const panel = new ClockPanel(session, changed);
  const clock = new ClockView(session, changed, () => panel.show());
  const parts = { flash: [], timed: [] };
  return {
    build() {
      parts.flash = flash.map((view) => view.build());
      parts.timed = [clock, panel].map((view) => view.build());
      byId("practice").replaceChildren(hasCards ? "" : t("tooFewCards"));
      byId("kinds").hidden = !hasCards;
    },
    show() {
      if (!hasCards) {
        return;
      }
      const { isTimed, kind } = session;
      const wanted = parts[isTimed ? "timed" : "flash"];
      if (!wanted[0].isConnected) {
        byId("practice").replaceChildren(...wanted);
      }
      for (const link of byId("kinds").children) {
        link.hidden = link.hash === "#flash" && session.deckSizes.length === 0;
        link.ariaCurrent = link.hash === kind ? "page" : null;
      }
      clock.show();
      (isTimed ? [panel] : flash).forEach((view) => view.show());
    },
    open: (hash) => session.open(hash),
    address: () => session.address,
    spoken: (said) => said ?? (session.isTimed ? session.round.spoken : session.deck.headline),
  };
}, loadPage());
