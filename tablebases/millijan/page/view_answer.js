/** The panel with the answer about the hand. */

import { actionRow, iconButton, pictureButton, shareButton } from "../kit/controls.js";
import { button, byId, h, table } from "../kit/dom.js";
import { AnswerPanel } from "../kit/view.js";
import { NEVER } from "./distance.js";
import { bonusOf, calledScore, tilesOf, unitScore, withoutTile } from "./game.js";
import {
  bestDiscards, changeButton, described, drawHand, reasons, smallTile, smallTiles, unitEntry, unitHead,
} from "./parts.js";
import { nameOf } from "./names.js";
import { addressOf } from "./reading.js";
import { counted, number, points, t } from "./texts.js";

/** @import {Child} from "../kit/dom.js" */
/** @import {Discard} from "./distance.js" */
/** @import {Unit} from "./game.js" */
/** @import {NearUnit, Session} from "./session.js" */

/** Near units that are shown at first. */
const SHOWN_UNITS = 8;

/**
 * The answer in a few words.
 *
 * @param {Session} session
 */
export function headline(session) {
  const { hand, answer, aim, called } = session;
  const { distance, isWon, split, waits } = answer;
  if (hand.length === 0 && called.length === 0) {
    return t("emptyHand");
  }
  if (hand.length < aim - 1) {
    return counted("partialHand", "count", hand.length, { points: points(split.score) });
  }
  if (isWon) {
    return t("won", { points: points(split.score) });
  }
  if (distance === NEVER) {
    return t("never");
  }
  if (hand.length === aim) {
    return bestDiscards(answer.discards, session.tiles);
  }
  // @ts-expect-error: 12 tiles have a distance.
  return distance === 1 ? counted("tenpai", "count", waits.length) : t("distance", { distance, shanten: distance - 1 });
}

/** @extends {AnswerPanel<Session>} */
export class AnswerView extends AnswerPanel {
  showsCandidates = false;

  show() {
    this.say(headline(this.session), this.content(), () => this.panel.querySelector("button") ?? byId("hand-0"));
  }

  content() {
    const { hand, answer, called } = this.session;
    if (hand.length === 0 && called.length === 0) {
      return [h("p", {}, t("emptyHint"))];
    }
    const [first, second, ...rest] = this.remarks();
    return [
      first, second,
      actionRow(shareButton(() => addressOf(this.session, this.session.known)), pictureButton(() => this.picture())),
      ...(answer.waits.length ? this.waits() : answer.accepted.length ? this.accepted() : []),
      ...(answer.discards.length ? this.discards() : []),
      ...rest, ...this.split(),
      ...(answer.near.length ? this.near() : []),
      this.candidates(),
    ];
  }

  /** The hand to share, with its best discards. */
  picture() {
    const { session, session: { hand, tiles, known, answer: { discards } } } = this;
    const best = discards.filter(({ isBest }) => isBest).map(({ kind }) => kind);
    const lines = best.length ? [[t("discard"), this.names(best)].join(t("colon"))] : [];
    const drawing = drawHand(hand.map((kind) => ({ ...tiles[kind], isBest: best.includes(kind) })));
    return { title: headline(session), lines, place: addressOf(session, known), drawing };
  }

  /** The sentences of the answer. */
  remarks() {
    const { hand, answer, rules, aim, called, isExample, tiles } = this.session;
    const { distance, outside, split, isWon, reason } = answer;
    const missing = aim - 1 - hand.length;
    const texts = [
      isExample && t("example"),
      // @ts-expect-error: a hand with a reason has a distance.
      reason && t(distance === 1 ? "tenpaiAfter" : "distanceIs", { distance, shanten: distance - 1 }),
      ...(reason ? reasons(reason, tiles) : []),
      missing > 0 && counted("missing", "count", missing),
      missing <= 0 && t(isWon ? "value" : "notWonYet", { value: number(split.value), points: points(split.score) }),
      // @ts-expect-error: null is not above 1.
      distance > 1 && distance !== NEVER && t("distanceMeans", { distance }),
      outside.length > 0 && t("outside", { names: this.names(outside) }),
      rules === "2019-10-08" && called.length === 0 && t("noCalls"),
    ];
    return texts.filter(Boolean).map((text) => h("p", { class: "quiet remark" }, text));
  }

  /** @param {number[]} kinds */
  names(kinds) {
    return kinds.map((kind) => nameOf(this.session.tiles[kind])).join(t("comma"));
  }

  // --- 12 tiles -----------------------------------------------------------------------------------

  /**
   * A button that takes a tile into the hand.
   *
   * @param {string} id
   * @param {number} kind
   * @param {string} label
   * @param {Child[]} about what it says beside the tile
   */
  takeButton(id, kind, label, ...about) {
    const { session } = this;
    const tile = session.tiles[kind];
    return changeButton({ id, class: "take" }, label, () => session.add(kind),
      () => this.changed.edit(t("added", { name: nameOf(tile) })), smallTile(tile), ...about);
  }

  waits() {
    const { answer: { waits, copies: every }, tiles } = this.session;
    return [
      h("h3", {}, counted("waitsTitle", "copies", every)),
      h("ul", { class: "waits", id: "waits" }, ...waits
        .toSorted((a, b) => b.score - a.score || a.kind - b.kind)
        .map(({ kind, copies, score }) => h("li", {}, this.takeButton(`wait-${kind}`, kind,
          t("waitLabel", { tile: described(tiles[kind]), points: points(score), copies }),
          h("b", {}, points(score)), h("small", {}, t("copies", { copies })))))),
    ];
  }

  accepted() {
    const { answer: { accepted, copies: every }, tiles } = this.session;
    return [
      h("h3", {}, t("acceptedTitle", { kinds: number(accepted.length), copies: number(every) })),
      h("ul", { class: "accepted", id: "accepted" }, ...accepted.map(({ kind, copies }) => (
        h("li", {}, this.takeButton(`accepted-${kind}`, kind,
          t("acceptedLabel", { tile: described(tiles[kind]), copies }), h("small", {}, t("times", { copies }))))))),
    ];
  }

  // --- 13 tiles -----------------------------------------------------------------------------------

  discards() {
    const { discards } = this.session.answer;
    const best = discards.filter(({ isBest }) => isBest).length;
    const hints = [t("discardsHint"), ...(best > 1 ? [t("discardsTie", { count: best })] : [])];
    const heads = ["discard", "distanceAfter", "copiesAfter"].map((key) => t(key));
    return [
      h("h3", { id: "discards-title" }, t("discardsTitle")),
      h("p", { class: "quiet hint" }, hints.join(" ")),
      table({ class: "scores discards", id: "discards", "aria-labelledby": "discards-title" }, heads,
        discards.map((discard) => this.discard(discard))),
    ];
  }

  /** @param {Discard} discard */
  discard({ kind, distance, accepted, copies, isBest }) {
    const { session } = this;
    const tile = session.tiles[kind];
    const label = t(isBest ? "discardBest" : "discardLabel", { tile: described(tile) });
    return h("tr", { class: isBest ? "best" : "" },
      h("th", { scope: "row" }, changeButton({ id: `discard-${kind}`, class: "take" }, label,
        () => session.remove(kind), () => this.changed.edit(t("discarded", { name: nameOf(tile) })), smallTile(tile),
        isBest && h("span", { class: "star", "aria-hidden": "true" }, "★"))),
      h("td", { class: "score" }, number(distance)),
      h("td", { class: "score" }, number(copies),
        distance > 1 ? null : h("div", { class: "members" }, ...smallTiles(accepted, session.tiles))));
  }

  // --- units --------------------------------------------------------------------------------------

  /**
   * Points of a unit in a hand that is split like this one.
   *
   * @param {Unit} unit
   */
  worth(unit) {
    const { answer, counting } = this.session;
    return unitScore(unit, answer.split.isComplete, counting);
  }

  /** The called units, with buttons that take them back into the hand. */
  calledUnits() {
    const { session } = this;
    const { calledUnits, answer: { split }, counting } = session;
    return calledUnits.map((unit, i) => unitEntry([
      h("span", {}, h("b", { class: "unit-name", lang: "ja" }, unit.name), " ", h("small", {}, t("called"))),
      h("span", { class: "unit-points" }, points(calledScore(unit, split.isComplete, counting))),
    ], unit.members, session.tiles, "unit called", changeButton(
      { id: `take-back-${i}`, class: "call" }, t("takeBackLabel", { unit: unit.name }), () => session.takeBack(unit),
      () => this.changed.edit(t("takenBack", { unit: unit.name })), t("takeBack"))));
  }

  /**
   * A unit of the hand, with a button that calls it.
   *
   * @param {Unit} unit
   */
  candidate(unit) {
    const { session } = this;
    const head = unitHead(unit, this.worth(unit));
    return unitEntry(head, unit.members, session.tiles, "unit", session.canCall(unit) && changeButton(
      { id: `call-${unit.number}`, class: "call" }, t("callLabel", { unit: unit.name }), () => session.call(unit),
      () => this.changed.edit(t("wasCalled", { unit: unit.name })), t("call")));
  }

  /** The shown split, and buttons for equally good ones. */
  split() {
    const { hand, answer: { split }, packing: at, counting, tiles, calledUnits } = this.session;
    const packing = split.packings[at];
    // @ts-expect-error: `main` may be null, which is no member.
    const bonus = tilesOf([...packing, ...calledUnits]).includes(counting.main) ? bonusOf(counting) : 0;
    const unused = packing.flatMap(({ members }) => members).reduce(withoutTile, hand);
    return [
      h("div", { class: "split-head" },
        h("h3", { id: "split-title" }, t(split.isComplete ? "bestSplit" : "bestPartial")),
        h("b", { class: "split-score", id: "split-score" }, points(split.score))),
      ...(split.packings.length > 1 ? [this.ties(split.packings)] : []),
      h("ul", { class: "units", id: "split" }, ...this.calledUnits(),
        ...packing.map((unit) => unitEntry(unitHead(unit, this.worth(unit)), unit.members, tiles)),
        bonus > 0 && unitEntry([
          // @ts-expect-error: a bonus is that of a main idol.
          h("b", {}, t("mainBonus", { name: nameOf(tiles[counting.main]) })),
          h("span", { class: "unit-points" }, points(bonus))], [], tiles),
        unused.length > 0
          && unitEntry([h("span", {}, t("unused", { count: unused.length }))], unused, tiles, "unit unused")),
    ];
  }

  /**
   * The number of the shown split, and buttons for the others.
   *
   * @param {Unit[][]} packings
   */
  ties(packings) {
    const { session, changed } = this;
    const count = packings.length;
    const place = () => t("tie", { number: session.packing + 1, count: number(count) });
    /** @type {(id: string, key: string, sign: string, steps: number) => HTMLElement} */
    const go = (id, key, sign, steps) => iconButton(id, t(key), h("span", { "aria-hidden": "true" }, sign), () => {
      session.packing = (session.packing + steps + count) % count;
      const names = packings[session.packing].map(({ name }) => name).join(t("comma"));
      changed.show([place(), names].join(t("colon")));
    });
    return h("div", { class: "ties" },
      go("previous-split", "previousSplit", "‹", -1),
      h("span", { id: "tie" }, place()),
      go("next-split", "nextSplit", "›", 1));
  }

  near() {
    const { session, changed } = this;
    const { near } = session.answer;
    const room = session.aim - session.hand.length;
    const shown = session.showsAllNear ? near : near.slice(0, SHOWN_UNITS);
    return [
      h("h3", {}, counted("nearTitle", "room", room, { count: number(near.length) })),
      h("p", { class: "quiet hint" }, t("nearHint")),
      h("ul", { class: "near", id: "near" }, ...shown.map((one) => h("li", {}, this.nearUnit(one)))),
      shown.length < near.length && button({
        id: "all-near", class: "more", onclick: () => {
          session.showsAllNear = true;
          changed.show("");
          byId(`fill-${near[SHOWN_UNITS].unit.number}`).focus();
        },
      }, t("allNear", { count: number(near.length) })),
    ];
  }

  /** @param {NearUnit} near */
  nearUnit({ unit, lacking }) {
    const { session, changed } = this;
    const names = this.names(lacking);
    return button({
      id: `fill-${unit.number}`, class: "fill",
      "aria-label": t("fillIn", { unit: unit.name, points: points(this.worth(unit)), names }),
      onclick: () => {
        session.setHand([...session.hand, ...lacking]);
        changed.edit(t("added", { name: names }));
      },
    }, h("span", { class: "unit-head" }, ...unitHead(unit, this.worth(unit))),
    h("span", { class: "members" }, h("span", { class: "plus" }, "＋"), ...smallTiles(lacking, session.tiles)));
  }

  candidates() {
    const { candidates } = this.session.answer;
    return h("details", {
      id: "candidates", open: this.showsCandidates,
      ontoggle: ({ target }) => { this.showsCandidates = target.open; },
    },
    h("summary", {}, t("candidates", { count: number(candidates.length) })),
    h("p", { class: "quiet hint" }, t("callHint")),
    h("ul", { class: "units" }, ...candidates.map((unit) => this.candidate(unit))));
  }
}
