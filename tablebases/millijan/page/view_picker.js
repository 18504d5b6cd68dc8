/** The panel for picking tiles. */

import { action, announce, segments, showChoice, TEXT_FIELD } from "../kit/controls.js";
import { button, h, moveByArrows, press } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { COPIES, copiesOf } from "./game.js";
import { beginsWith, isNamed, kindsIn, nameOf, suggestions, PAD } from "./names.js";
import { described, face, mark } from "./parts.js";
import { points, sentence, t } from "./texts.js";

/** @import {Session} from "./session.js" */

/** Types with a single tile share a group. */
const GROUPS = [["Princess"], ["Fairy"], ["Angel"], ["Extra", "Sora"]];

/**
 * The marks of waits and of accepted tiles.
 *
 * @type {Record<string, string>}
 */
const SIGNS = { wait: "★", accepted: "＋" };

/** @extends {View<Session>} */
export class PickerView extends View {
  query = "";

  /** The first kana of the shown tiles; empty for all. */
  kana = "";

  build() {
    const { tiles } = this.session;
    /** @type {HTMLInputElement} */
    this.search = h("input", {
      type: "search", id: "search", ...TEXT_FIELD, "aria-describedby": "search-error", value: this.query, placeholder: t("searchExample"),
      oninput: () => this.filter(), onkeydown: (event) => this.keyInSearch(event),
    });
    /** @type {HTMLButtonElement[]} */
    this.buttons = tiles.map((tile, kind) => button({
      id: `pick-${kind}`, class: "idol", "data-type": tile.type, "data-kind": kind,
      tabindex: -1, onclick: () => this.pick(kind),
    }, ...face(tile), ...["copies", "worth"].map((name) => h("span", { class: name, "aria-hidden": "true" }))));
    /** @type {HTMLElement[]} */
    this.groups = GROUPS.map((types) => {
      const idols = h("div", { class: "idols" }, ...this.buttons.filter((_, kind) => types.includes(tiles[kind].type)));
      // @ts-expect-error: the children are buttons.
      moveByArrows(idols, () => [...idols.children].filter(({ hidden }) => !hidden));
      const name = types.map((type) => t(`type${type}`)).join(t("comma"));
      return h("div", { class: "type-group", role: "group", "aria-label": name },
        h("p", { class: "type-name" },
          ...types.map((type) => h("span", { "data-type": type }, mark(type), t(`type${type}`)))), idols);
    });
    /** @type {HTMLElement} */
    this.pad = h("div", { class: "kana-pad", id: "kana-pad", role: "group", "aria-label": t("kanaPad"), hidden: !this.kana },
      ...PAD.map((kana) => button({ lang: "ja", "aria-pressed": "false", onclick: () => this.filterBy(kana) }, kana)));
    /** @type {HTMLButtonElement} */
    this.padButton = button({
      id: "show-kana", "aria-controls": "kana-pad",
      onclick: () => {
        this.pad.hidden = !this.pad.hidden;
        this.filterBy("");
      },
    }, t("kanaPad"));
    /** @type {[id: string, text: string, picksSeen: boolean][]} */
    const ways = [["pick-to-hand", t("toHand"), false], ["pick-to-seen", t("toSeen"), true]];
    /** @type {HTMLElement} */
    this.ways = segments(t("pickTo"), ways, (picksSeen) => {
      this.session.picksSeen = picksSeen;
      this.changed.show("");
    });
    /** @type {HTMLButtonElement} */
    this.unsee = action("unsee", "", () => this.session.unseeAll(), () => this.changed.edit(t("unseen")));
    /** @type {HTMLElement} */
    this.hint = h("p", { class: "quiet hint" });
    /** @type {HTMLElement} */
    this.error = h("p", { class: "error", id: "search-error" });
    /** @type {HTMLElement} */
    this.none = h("p", { class: "no-idol", role: "status", hidden: true });
    const section = h("section", { class: "picker-side", "aria-labelledby": "picker-title" },
      h("div", { class: "picker-head" }, h("h2", { id: "picker-title" }, t("picker")),
        h("div", { class: "search" }, h("label", { for: "search" }, t("search")), this.search, this.padButton)), this.error,
      h("div", { class: "pick-ways" }, this.ways, this.unsee, h("span", { "aria-hidden": "true" }, t("copiesKey"))), this.pad, this.hint, this.none, ...this.groups);
    this.filter();
    return section;
  }

  /** Hides tiles that do not match the search. */
  filter() {
    this.query = this.search.value;
    this.error.textContent = "";
    const { tiles } = this.session;
    const isHand = (kindsIn(this.query, tiles)?.length ?? 0) > 1;
    const wanted = tiles.map((tile) => (isHand || isNamed(tile, this.query)) && (!this.kana || beginsWith(tile, this.kana)));
    this.none.hidden = wanted.includes(true);
    if (!this.none.hidden) {
      const word = this.query.split(/[\s,、・/]+/).find((one) => one && !kindsIn(one, tiles)) ?? this.query;
      const { name, near } = suggestions(word, tiles);
      near.forEach(({ kind }) => { wanted[kind] = true; });
      this.none.textContent = near.length === 0 ? t("noIdol")
        : sentence(t("nearIdol", { name, names: near.map((one, i) => (near[i + 1] ? t("or", one) : one.name)).join("") }));
    }
    this.buttons.forEach((button, kind) => { button.hidden = !wanted[kind]; });
    this.padButton.setAttribute("aria-expanded", String(!this.pad.hidden));
    press(this.pad.children, ({ textContent }) => textContent === this.kana);
    for (const group of this.groups) {
      /** @type {HTMLElement[]} */
      // @ts-expect-error: the last child of a group has the buttons.
      const shown = [...group.lastChild.children].filter(({ hidden }) => !hidden);
      group.hidden = shown.length === 0;
      shown.forEach((button, i) => { button.tabIndex = i === 0 ? 0 : -1; });
    }
  }

  /**
   * Shows the tiles that begin with a kana, or all again.
   *
   * @param {string} kana
   */
  filterBy(kana) {
    this.kana = kana === this.kana ? "" : kana;
    this.filter();
  }

  /**
   * Enter takes the named tiles, or else the first match.
   *
   * @param {KeyboardEvent} event
   */
  keyInSearch(event) {
    if (event.key !== "Enter" || event.isComposing || !this.query.trim()) {
      return;
    }
    const named = kindsIn(this.query, this.session.tiles);
    const first = this.none.hidden && this.buttons.find(({ hidden }) => !hidden);
    if (named && named.length > 1) {
      this.pickAll(named);
    } else if (named || first) {
      // @ts-expect-error: one of both is there.
      this.pick(named ? named[0] : Number(first.dataset.kind));
      this.search.select();
    }
  }

  /**
   * Takes several tiles; a whole hand replaces the present one.
   *
   * @param {number[]} kinds
   */
  pickAll(kinds) {
    const { session, changed } = this;
    const { aim } = session;
    const before = kinds.length >= aim - 1 || session.isExample ? [] : session.hand;
    const hand = [...before, ...kinds];
    const every = [...hand, ...session.away.called, ...session.seen];
    if (hand.length > aim || hand.some((kind) => copiesOf(every, kind) > COPIES)) {
      this.refuse(t(hand.length > aim ? "tooMany" : "tooManyCopies", { aim }));
      return;
    }
    session.leaveExample();
    session.setHand(hand);
    this.search.value = "";
    this.filter();
    changed.step(t("addedAll", { count: kinds.length }));
  }

  /**
   * Says below the field why tiles cannot be taken.
   *
   * @param {string} reason
   */
  refuse(reason) {
    this.error.textContent = reason;
    announce(reason);
  }

  /** @param {number} kind */
  pick(kind) {
    const { session, changed } = this;
    const name = nameOf(session.tiles[kind]);
    if (session.picksSeen) {
      changed.edit(t("seenNow", { name, copies: session.see(kind) }));
      return;
    }
    const refusal = session.refusal(kind);
    if (refusal) {
      this.refuse(t(refusal, { name, aim: session.aim }));
      return;
    }
    session.add(kind);
    changed.edit(t("added", { name }));
  }

  /** Shows the copies of each tile in the hand, and marks waits and accepted tiles. */
  show() {
    const { session } = this;
    const { answer, hand, aim, seen, picksSeen, away: { called } } = session;
    this.error.textContent = "";
    showChoice(this.ways, picksSeen);
    this.unsee.textContent = t("unsee", { count: seen.length });
    this.unsee.hidden = seen.length === 0;
    this.hint.textContent = t(picksSeen ? "seenHint" : session.isExample ? "exampleHint" : hand.length === aim ? "full" : "pickerHint", { aim });
    /** @type {Map<number, {use: string, said: string}>} */
    // @ts-expect-error: the entries are pairs.
    const uses = new Map([
      ...answer.accepted.map(({ kind }) => [kind, { use: "accepted", said: t("asAccepted") }]),
      ...answer.waits.map(({ kind, score }) => [kind, { use: "wait", said: t("asWait", { points: points(score) }) }]),
    ]);
    this.buttons.forEach((button, kind) => {
      const [copies, ofCalled, elsewhere] = [hand, called, seen].map((tiles) => copiesOf(tiles, kind));
      const { use = "", said } = uses.get(kind) ?? {};
      const about = [described(session.tiles[kind]), t("copiesInHand", { copies }),
        ofCalled > 0 && t("copiesCalled", { copies: ofCalled }),
        elsewhere > 0 && t("copiesSeen", { copies: elsewhere }), said];
      button.title = about.filter(Boolean).join(t("comma"));
      button.setAttribute("aria-label", button.title);
      button.setAttribute("aria-disabled", String(!picksSeen && session.refusal(kind) !== null));
      button.dataset.use = use;
      // @ts-expect-error: `build` made it.
      button.querySelector(".copies").textContent = "●".repeat(copies) + "◆".repeat(ofCalled) + "×".repeat(elsewhere)
        + "○".repeat(COPIES - copies - ofCalled - elsewhere);
      // @ts-expect-error: `build` made it.
      button.querySelector(".worth").textContent = SIGNS[use] ?? "";
    });
  }
}
