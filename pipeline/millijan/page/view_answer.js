/** The panel that says what is known about the hand. */

import { h } from "../kit/dom.js";
import { NEVER } from "./distance.js";
import { WINNING_TILES } from "./hands.js";
import { described, smallTile, unitName } from "./parts.js";
import { counted, number, points, t } from "./texts.js";
import { unitScore } from "./units.js";
import { SplitView } from "./view_split.js";

/** So many units that are nearly in the hand are shown at first. */
const SHOWN_UNITS = 8;

/** @returns {string} the answer in a few words */
export function headline({ hand, answer }) {
  const { distance, isWon, split, waits } = answer;
  if (hand.length === 0) {
    return t("emptyHand");
  }
  if (hand.length < WINNING_TILES - 1) {
    return counted("partialHand", "count", hand.length, { points: points(split.score) });
  }
  if (isWon) {
    return t("won", { points: points(split.score) });
  }
  if (distance === NEVER) {
    return t("never");
  }
  if (hand.length === WINNING_TILES) {
    return t(distance === 1 ? "notWonTenpai" : "notWon", { distance, shanten: distance - 1 });
  }
  return distance === 1 ? counted("tenpai", "count", waits.length)
    : t("distance", { distance, shanten: distance - 1 });
}

export class AnswerView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{step: (said?: string) => void, edit: (said?: string) => void,
   *   show: (said?: string) => void}} changed as in HandView and SplitView
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.split = new SplitView(session, changed);
    this.showsCandidates = false;
  }

  /** @returns {HTMLElement} the panel, still empty */
  build() {
    this.panel = h("section", {
      class: "panel answer", id: "answer", tabindex: -1, "aria-labelledby": "answer-title",
    });
    return this.panel;
  }

  /** Says what is known about the hand of the moment; the focus stays where it is, or near. */
  show() {
    const { panel } = this;
    const focused = panel.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = panel.scrollTop;
    panel.replaceChildren(
      h("h2", { id: "answer-title" }, headline(this.session)), ...this.content());
    panel.scrollTop = scrolled;
    if (focused) {
      const near = document.getElementById(focused) ?? panel.querySelector("button");
      (near ?? document.getElementById("hand-0"))?.focus({ preventScroll: true });
    }
  }

  content() {
    const { hand, answer } = this.session;
    if (hand.length === 0) {
      return [h("p", {}, t("emptyHint"))];
    }
    return [
      ...this.remarks(),
      ...(answer.waits.length ? this.waits() : answer.accepted.length ? this.accepted() : []),
      ...(answer.discards.length ? this.discards() : []),
      ...this.split.content(),
      ...(answer.near.length ? this.near() : []),
      this.candidates(),
    ];
  }

  /** What there is to say in a sentence. */
  remarks() {
    const { hand, tiles, answer, rules } = this.session;
    const { distance, outside, split } = answer;
    const missing = WINNING_TILES - 1 - hand.length;
    const texts = [
      ...(missing > 0 ? [counted("missing", "count", missing)] : []),
      ...(missing <= 0 || split.isComplete
        ? [t(split.isComplete ? "value" : "partialValue", { value: number(split.value) })] : []),
      ...(distance > 1 && distance !== NEVER ? [t("distanceMeans", { distance })] : []),
      ...(outside.length ? [t("outside", { names: this.names(outside) })] : []),
      ...(rules === "2019-10-08" ? [t("noCalls")] : []),
    ];
    return texts.map((text) => h("p", { class: "quiet remark" }, text));
  }

  names(kinds) {
    return kinds.map((kind) => this.session.tiles[kind].name).join(t("comma"));
  }

  // --- 12 tiles -----------------------------------------------------------------------------------

  /** A button that takes a tile into the hand. */
  takeButton(id, kind, label, ...about) {
    const { session, changed } = this;
    const tile = session.tiles[kind];
    return h("button", {
      type: "button", id, class: "take", "aria-label": label, title: label,
      onclick: () => {
        session.add(kind);
        changed.edit(t("added", { name: tile.name }));
      },
    }, smallTile(tile), ...about);
  }

  waits() {
    const { session: { answer, tiles } } = this;
    return [
      h("h3", {}, counted("waitsTitle", "copies", answer.copies)),
      h("ul", { class: "waits", id: "waits" }, ...answer.waits
        .toSorted((a, b) => b.score - a.score || a.kind - b.kind)
        .map(({ kind, copies, score }) => h("li", {}, this.takeButton(
          `wait-${kind}`, kind,
          t("waitLabel", { tile: described(tiles[kind]), points: points(score), copies }),
          h("b", {}, points(score)), h("small", {}, t("copies", { copies })))))),
    ];
  }

  accepted() {
    const { session: { answer, tiles } } = this;
    return [
      h("h3", {}, t("acceptedTitle", {
        kinds: number(answer.accepted.length), copies: number(answer.copies),
      })),
      h("ul", { class: "accepted", id: "accepted" }, ...answer.accepted.map(({ kind, copies }) => (
        h("li", {}, this.takeButton(
          `accepted-${kind}`, kind, t("acceptedLabel", { tile: described(tiles[kind]), copies }),
          h("small", {}, t("times", { copies }))))))),
    ];
  }

  // --- 13 tiles -----------------------------------------------------------------------------------

  discards() {
    const { session: { answer } } = this;
    const best = answer.discards.filter(({ isBest }) => isBest).length;
    return [
      h("h3", { id: "discards-title" }, t("discardsTitle")),
      h("p", { class: "quiet hint" }, [
        t("discardsHint"), best > 1 ? t("discardsTie", { count: best }) : "",
      ].join(" ").trim()),
      h("table", { class: "scores discards", id: "discards", "aria-labelledby": "discards-title" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("discard")),
          h("th", { scope: "col" }, t("distanceAfter")),
          h("th", { scope: "col" }, t("copiesAfter")))),
        h("tbody", {}, ...answer.discards.map((discard) => this.discard(discard)))),
    ];
  }

  discard({ kind, distance, accepted, copies, isBest }) {
    const { session, changed } = this;
    const tile = session.tiles[kind];
    const label = t(isBest ? "discardBest" : "discardLabel", { tile: described(tile) });
    return h("tr", { class: isBest ? "best" : "" },
      h("th", { scope: "row" }, h("button", {
        type: "button", id: `discard-${kind}`, class: "take", "aria-label": label, title: label,
        onclick: () => {
          session.remove(kind);
          changed.edit(t("discarded", { name: tile.name }));
        },
      }, smallTile(tile), isBest ? h("span", { class: "star", "aria-hidden": "true" }, "★") : null)),
      h("td", { class: "score" }, number(distance)),
      h("td", { class: "score" }, number(copies), distance > 1 ? null
        : h("div", { class: "members" }, ...accepted.map((one) => smallTile(session.tiles[one])))));
  }

  // --- units --------------------------------------------------------------------------------------

  near() {
    const { session, changed } = this;
    const { near } = session.answer;
    const room = WINNING_TILES - session.hand.length;
    const shown = session.showsAllNear ? near : near.slice(0, SHOWN_UNITS);
    return [
      h("h3", {}, counted("nearTitle", "room", room, { count: number(near.length) })),
      h("p", { class: "quiet hint" }, t("nearHint")),
      h("ul", { class: "near", id: "near" }, ...shown.map((one) => h("li", {}, this.nearUnit(one)))),
      ...(shown.length === near.length ? [] : [h("button", {
        type: "button", id: "all-near", class: "more",
        onclick: () => {
          const next = near[SHOWN_UNITS].unit.number;
          session.showsAllNear = true;
          changed.show("");
          document.getElementById(`fill-${next}`).focus();
        },
      }, t("allNear", { count: number(near.length) }))]),
    ];
  }

  nearUnit({ unit, lacking }) {
    const { session, changed } = this;
    const { tiles } = session;
    const names = this.names(lacking);
    const worth = this.worth(unit);
    return h("button", {
      type: "button", id: `fill-${unit.number}`, class: "fill",
      "aria-label": t("fillIn", { unit: unit.name, points: worth, names }),
      onclick: () => {
        session.fillIn({ lacking });
        changed.edit(t("added", { name: names }));
      },
    }, h("span", { class: "unit-head" }, unitName(unit), h("span", { class: "unit-points" }, worth)),
    h("span", { class: "members" }, h("span", { class: "plus" }, "＋"),
      ...lacking.map((kind) => smallTile(tiles[kind]))));
  }

  /** @returns {string} what a unit counts in a hand that is split like this one */
  worth(unit) {
    const { answer, counting } = this.session;
    return points(unitScore(unit, answer.split.isComplete, counting));
  }

  candidates() {
    const { session: { answer, tiles } } = this;
    return h("details", {
      id: "candidates", open: this.showsCandidates,
      ontoggle: ({ target }) => { this.showsCandidates = target.open; },
    },
    h("summary", {}, t("candidates", { count: number(answer.candidates.length) })),
    h("ul", { class: "units" }, ...answer.candidates.map((unit) => h("li", { class: "unit" },
      h("div", { class: "unit-head" }, unitName(unit),
        h("span", { class: "unit-points" }, this.worth(unit))),
      h("div", { class: "members" }, ...unit.members.map((kind) => smallTile(tiles[kind])))))));
  }
}
