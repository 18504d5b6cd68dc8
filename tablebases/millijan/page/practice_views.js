/** Parts that both kinds of practice show: the hand, and why a discard is best. */

import { action, actionRow } from "../kit/controls.js";
import { byId, h, moveByArrows } from "../kit/dom.js";
import { today } from "../kit/practice.js";
import { View } from "../kit/view.js";
import { NEVER } from "./distance.js";
import { bestDiscards, changeButton, described, face, reasons, smallTiles } from "./parts.js";
import { counted, t } from "./practice_texts.js";

/** The hand, from which tiles are discarded; `session` says which, and what comes next. */
export class HandView extends View {
  build() {
    const { session, changed } = this;
    this.title = h("h2", { id: "hand-title" });
    this.tiles = h("ol", { class: "hand", "aria-labelledby": "hand-title" });
    moveByArrows(this.tiles, () => [...this.tiles.querySelectorAll("button")]);
    this.next = action("next", t(session.nextText), () => session.next(), (said) => {
      changed.step(said);
      byId("hand-0").focus();
    });
    this.discarded = h("div", { class: "members", id: "discarded" });
    return h("section", { class: "hand-side" },
      h("div", { class: "hand-frame" }, this.title, this.tiles),
      this.discarded,
      actionRow(this.next, action("daily", t(session.dailyText), () => session.begin(today(), null), changed.step)),
      h("p", { class: "quiet" }, t("practiceHelp")));
  }

  show() {
    const { session } = this;
    const { discarded, tiles } = session;
    this.title.textContent = session.title;
    this.next.hidden = !session.mayLeave && !session.isDone;
    this.discarded.hidden = discarded.length === 0;
    this.discarded.replaceChildren(h("span", { class: "quiet" }, t("discardedTiles", { count: discarded.length })),
      ...smallTiles(discarded, tiles));
    this.refill(this.tiles, session.hand.map((kind, i) => {
      const copy = session.hand.slice(0, i).filter((other) => other === kind).length;
      return h("li", { "data-moves": `${kind} ${copy}` }, this.tile(kind, i));
    }));
  }

  tile(kind, i) {
    const { session, changed } = this;
    const tile = session.tiles[kind];
    const isBest = session.best.includes(kind);
    return changeButton({
      id: `hand-${i}`, class: "idol", "data-type": tile.type, "data-kind": kind, "data-best": isBest,
      "data-drawn": i === session.drawnAt, tabindex: i === 0 ? 0 : -1, "aria-disabled": session.isDone && "true",
    }, t(isBest ? "discardBest" : "discardLabel", { tile: described(tile) }), () => session.discard(kind), () => {
      changed.show();
      if (session.isDone) {
        this.next.focus({ preventScroll: true });
      }
    }, ...face(tile));
  }
}

/** Why the best discard of a choice is best, with the tiles that it keeps open. */
export function reasonPart(choice, tiles) {
  const { discards, reason } = choice;
  const [best] = discards;
  return [
    ...[bestDiscards(discards, tiles), ...(best.distance === NEVER ? [] : reasons(reason, tiles))]
      .map((text) => h("p", { class: "remark" }, text)),
    best.copies > 0 && h("div", { class: "members" }, [counted("acceptedTiles", "n", best.copies), t("colon")].join(""),
      ...smallTiles(best.accepted, tiles)),
  ];
}
