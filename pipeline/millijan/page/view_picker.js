/** The part of the page in which tiles are picked. */

import { announce } from "../kit/controls.js";
import { h, moveByArrows } from "../kit/dom.js";
import { COPIES, WINNING_TILES, copiesOf } from "./game.js";
import { View, described, face, mark } from "./parts.js";
import { points, t } from "./texts.js";

/** Types of which there is one tile each share a group. */
const GROUPS = [["Princess"], ["Fairy"], ["Angel"], ["Extra", "Sora"]];

/** The signs of tiles that win, and of those that lead nearer. */
const SIGNS = { wait: "★", accepted: "＋" };

/** @returns {string} a text as it is compared: full and half width, small and large are the same */
function folded(text) {
  const hiragana = (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60);
  return text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, hiragana).replace(/\s/g, "");
}

export class PickerView extends View {
  query = "";

  /** @returns {HTMLElement} the elements, in the language of the moment */
  build() {
    const { tiles } = this.session;
    this.search = h("input", {
      type: "search", id: "search", autocomplete: "off", value: this.query,
      oninput: () => this.filter(), onkeydown: (event) => this.keyInSearch(event),
    });
    this.buttons = tiles.map((tile, kind) => h("button", {
      type: "button", id: `pick-${kind}`, class: "idol", "data-type": tile.type, "data-kind": kind,
      tabindex: -1, onclick: () => this.pick(kind),
    }, ...face(tile), ...["copies", "worth"].map((name) => h("span", { class: name, "aria-hidden": "true" }))));
    this.groups = GROUPS.map((types) => {
      const idols = h("div", { class: "idols" }, ...this.buttons.filter((_, kind) => types.includes(tiles[kind].type)));
      moveByArrows(idols, () => [...idols.children].filter(({ hidden }) => !hidden));
      const name = types.map((type) => t(`type${type}`)).join(t("comma"));
      return h("div", { class: "type-group", role: "group", "aria-label": name },
        h("p", { class: "type-name" },
          ...types.map((type) => h("span", { "data-type": type }, mark(type), t(`type${type}`)))), idols);
    });
    this.hint = h("p", { class: "quiet hint" });
    this.none = h("p", { class: "no-idol", hidden: true }, t("noIdol"));
    const section = h("section", { class: "picker-side", "aria-labelledby": "picker-title" },
      h("div", { class: "picker-head" }, h("h2", { id: "picker-title" }, t("picker")),
        h("div", { class: "search" }, h("label", { for: "search" }, t("search")), this.search)),
      this.hint, this.none, ...this.groups);
    this.filter();
    return section;
  }

  /** Hides the tiles that are not searched for. */
  filter() {
    this.query = this.search.value;
    const wanted = folded(this.query);
    this.session.tiles.forEach(({ name, kana, full_name: full }, kind) => {
      this.buttons[kind].hidden = ![name, kana, full].some((text) => folded(text).includes(wanted));
    });
    for (const group of this.groups) {
      const shown = [...group.lastChild.children].filter(({ hidden }) => !hidden);
      group.hidden = shown.length === 0;
      shown.forEach((button, i) => { button.tabIndex = i === 0 ? 0 : -1; });
    }
    this.none.hidden = this.buttons.some(({ hidden }) => !hidden);
  }

  /** Enter takes the first tile that is found. */
  keyInSearch(event) {
    const first = this.buttons.find(({ hidden }) => !hidden);
    if (event.key === "Enter" && !event.isComposing && first && this.query.trim()) {
      this.pick(Number(first.dataset.kind));
      this.search.select();
    }
  }

  pick(kind) {
    const { session, changed } = this;
    const { name } = session.tiles[kind];
    const refusal = session.refusal(kind);
    if (refusal) {
      announce(t(refusal, { name }));
      return;
    }
    session.add(kind);
    changed.edit(t("added", { name }));
  }

  /** Shows how many copies of each tile are in the hand, and what a tile would do for it. */
  show() {
    const { session } = this;
    const { answer, hand } = session;
    this.hint.textContent = t(hand.length === WINNING_TILES ? "full" : "pickerHint");
    const uses = new Map([
      ...answer.accepted.map(({ kind }) => [kind, { use: "accepted", said: t("asAccepted") }]),
      ...answer.waits.map(({ kind, score }) => [kind, { use: "wait", said: t("asWait", { points: points(score) }) }]),
    ]);
    this.buttons.forEach((button, kind) => {
      const copies = copiesOf(hand, kind);
      const { use = "", said } = uses.get(kind) ?? {};
      const about = [described(session.tiles[kind]), t("copiesInHand", { copies }), said];
      button.title = about.filter(Boolean).join(t("comma"));
      button.setAttribute("aria-label", button.title);
      button.setAttribute("aria-disabled", String(session.refusal(kind) !== null));
      button.dataset.use = use;
      button.querySelector(".copies").textContent = "●".repeat(copies) + "○".repeat(COPIES - copies);
      button.querySelector(".worth").textContent = SIGNS[use] ?? "";
    });
  }
}
