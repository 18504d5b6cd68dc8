/** The part of the page that shows how a hand is best put into units. */

import { h } from "../kit/dom.js";
import { smallTile, unitName } from "./parts.js";
import { unusedTiles } from "./hands.js";
import { number, points, t } from "./texts.js";
import { bonusOf, unitScore } from "./units.js";

export class SplitView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{show: (said?: string) => void}} changed to be called when other things are shown of
   *   the same hand
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** @returns {Node[]} the split of the moment, and how to get to those that are as good */
  content() {
    const { session } = this;
    const { split } = session.answer;
    const packing = split.packings[session.packing];
    const key = split.isComplete ? "bestSplit" : "bestPartial";
    return [
      h("div", { class: "split-head" },
        h("h3", { id: "split-title" }, t(key)),
        h("b", { class: "split-score", id: "split-score" }, points(split.score))),
      ...(split.packings.length > 1 ? [this.ties(split.packings.length)] : []),
      h("ul", { class: "units", id: "split" },
        ...packing.map((unit) => this.unit(unit, split.isComplete)),
        ...this.bonus(packing), ...this.unused(packing)),
    ];
  }

  ties(count) {
    const { session, changed } = this;
    const go = (id, key, sign, steps) => h("button", {
      type: "button", id, class: "icon", "aria-label": t(key), title: t(key),
      onclick: () => {
        session.packing = (session.packing + steps + count) % count;
        changed.show(this.inWords());
      },
    }, h("span", { "aria-hidden": "true" }, sign));
    return h("div", { class: "ties" },
      go("previous-split", "previousSplit", "‹", -1),
      h("span", { id: "tie" }, t("tie", { number: session.packing + 1, count: number(count) })),
      go("next-split", "nextSplit", "›", 1));
  }

  inWords() {
    const { packings } = this.session.answer.split;
    const at = this.session.packing;
    return [
      t("tie", { number: at + 1, count: number(packings.length) }),
      packings[at].map(({ name }) => name).join(t("comma")),
    ].join(t("colon"));
  }

  unit(unit, isComplete) {
    const { tiles, counting } = this.session;
    return h("li", { class: "unit" },
      h("div", { class: "unit-head" }, unitName(unit),
        h("span", { class: "unit-points" }, points(unitScore(unit, isComplete, counting)))),
      h("div", { class: "members" }, ...unit.members.map((kind) => smallTile(tiles[kind]))));
  }

  bonus(packing) {
    const { counting, tiles } = this.session;
    const bonus = bonusOf(counting);
    return bonus > 0 && packing.some(({ members }) => members.includes(counting.main))
      ? [h("li", { class: "unit" }, h("div", { class: "unit-head" },
        h("b", {}, t("mainBonus", { name: tiles[counting.main].name })),
        h("span", { class: "unit-points" }, points(bonus))))] : [];
  }

  unused(packing) {
    const { hand, tiles } = this.session;
    const rest = unusedTiles(hand, packing);
    return rest.length === 0 ? [] : [h("li", { class: "unit unused" },
      h("div", { class: "unit-head" }, h("span", {}, t("unused", { count: rest.length }))),
      h("div", { class: "members" }, ...rest.map((kind) => smallTile(tiles[kind]))))];
  }
}
