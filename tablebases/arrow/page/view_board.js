/** The part of the page in which a board is entered and drawn. */

/**
 * @import {Choice} from "../kit/controls.js"
 * @import {Changed} from "../kit/linked_page.js"
 * @import {Look} from "./drawing.js"
 * @import {Draft, Fault, LayoutName} from "./reading.js"
 * @import {Session} from "./session.js"
 * @import {Change} from "./solving.js"
 */

import { action, actionRow, announce, field, segments, showChoice, TEXT_FIELD } from "../kit/controls.js";
import { button, h, press } from "../kit/dom.js";
import { figured, View } from "../kit/view.js";
import { BoardPicture, drawDirection } from "./drawing.js";
import { linesOf, readBoard, writeBoard } from "./reading.js";
import { levelName, placeName, sentence, t } from "./texts.js";
import { headline } from "./view_answer.js";

/** A fault that the reader may still be about to mend is not called one yet. */
const PATIENT = "tooShort";

/** @extends {View<Session>} */
export class BoardView extends View {
  /**
   * Null until `build` makes it.
   *
   * @type {HTMLTextAreaElement}
   */
  field =
    /** @type {any} */
    (null);

  /**
   * Null until `show` makes it.
   *
   * @type {BoardPicture}
   */
  picture =
    /** @type {any} */
    (null);

  insisted = false;

  /**
   * @param {Session} session
   * @param {Changed} changed
   */
  constructor(session, changed) {
    super(session, changed);
    for (const kind of ["paste", "drop", "dragover"]) {
      document.addEventListener(kind, (/** @type {any} */ event) => {
        const { files, types } = event.clipboardData ?? event.dataTransfer;
        if (types.includes("Files")) {
          event.preventDefault();
          // While a picture is dragged, its file is not given.
          this.readPicture(files[0]);
        }
      });
    }
  }

  /**
   * Reads the board on a picture; without one, gets ready to.
   *
   * @param {Blob} [file]
   */
  async readPicture(file) {
    try {
      (await import(new URL("screenshot_view.js", location.href).href)).lookAt(file, this);
    } catch {
      announce(t("shotNotLoaded"));
    }
  }

  /** Makes the elements in the current language: the field and the board. */
  build() {
    const { session, changed } = this;
    const text = this.field?.value ?? "";
    this.field = h("textarea", {
      id: "board-text", rows: 1, inputmode: "numeric", ...TEXT_FIELD, spellcheck: "false",
      "aria-describedby": "board-error board-help", oninput: () => this.read(), onchange: () => this.insist(),
      onfocus: () => { this.isFresh = true; }, onclick: () => this.selectSample(),
    });
    this.field.value = text;
    /** @type {HTMLElement} */
    this.error = h("p", { class: "error", id: "board-error" });
    /** @type {HTMLElement} */
    this.fieldHelp = h("small", { id: "board-help" });
    /** @type {Choice<LayoutName>[]} */
    const layouts = ["rows", "columns", "lines"].map((layout) => [`by-${layout}`, t(layout), layout]);
    /** @type {HTMLElement} */
    this.layouts = segments(t("layout"), layouts, (layout) => {
      session.layout = session.chosenLayout = layout;
      this.read(changed.step);
    });
    /** @type {HTMLElement} */
    this.ups = segments(t("upIs"), [1, 0].map((up) => [`up-is-${up}`, t("upIsNumber", { number: up }), up]), (up) => {
      session.up = up;
      if (session.draft) {
        this.read();
      } else {
        changed.show();
      }
    });
    /** @type {HTMLElement} */
    this.modes = segments(t("mode"), [["mode-enter", t("enter"), false], ["mode-try", t("try"), true]], (trying) => {
      session.setTrying(trying);
      changed.show(t(trying ? "tryHelp" : "enterHelp"));
    });
    /** @type {HTMLElement} */
    this.shot = h("div", { id: "screenshot" });
    const chosen = h("input", { type: "file", accept: "image/*", class: "unseen", id: "choose-picture",
      onclick: () => this.readPicture(), onchange: () => {
        this.readPicture(chosen.files?.[0]);
        chosen.value = "";
      } });
    /** @type {HTMLElement} */
    this.frame = h("div", { class: "board-frame" }, this.picture?.element ?? null);
    /** @type {HTMLElement} */
    this.pad = h("div", { class: "pad", role: "group", "aria-label": t("pad") });
    /**
     * A short answer, for screens that do not show the answer itself.
     *
     * @type {HTMLElement}
     */
    this.summary = h("p", { class: "summary", "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.key = h("small");
    /** @type {HTMLElement} */
    this.clickHelp = h("p", { class: "quiet help" });
    /** @type {HTMLElement} */
    this.restart = action("restart", t("restart"), () => session.restart(), changed.show);
    /** @type {HTMLElement} */
    this.taps = action("show-taps", t("showTaps"), () => { session.showsTaps = !session.showsTaps; }, changed.show);
    /** @type {HTMLElement} */
    this.hardest = action("hardest", t("hardestBoard"), () => session.enter(session.solver.hardestBoard()), changed.step);
    const actions = [
      this.restart,
      action("random", t("random"), () => session.enter(session.solver.randomBoard()), changed.step),
      this.hardest,
      action("all-up", t("allUp"), () => session.enter(session.allUp), changed.step),
      this.taps,
      h("a", { class: "button", id: "practise", href: "practice.html" }, t("practise")),
    ];
    return [
      h("div", { class: "entry" },
        field(t("field"), this.field, this.error, this.fieldHelp),
        chosen, h("label", { class: "button", for: chosen.id }, t("shot")),
        h("details", { id: "settings" }, h("summary", {}, t("settings")), actionRow(this.layouts, this.ups)),
        this.shot),
      h("div", { class: "board-side" },
        this.modes, this.frame, this.pad, this.summary, this.key, actionRow(...actions), this.clickHelp),
    ];
  }

  /** Reads the field; `done` shows a board. */
  read(done = this.changed.edit) {
    const { session } = this;
    session.read(this.field.value);
    this.insisted = session.draft !== null && session.draft.fault.kind !== PATIENT;
    if (session.draft) {
      this.changed.show(this.insisted ? this.faultInWords(session.draft.fault) : "");
    } else {
      done();
    }
  }

  /** The first tap on a board that is complete selects it, so that another one can be typed or pasted. */
  selectSample() {
    if (this.isFresh && !this.session.draft) {
      this.field.select();
    }
    this.isFresh = false;
  }

  /** Calls a text that is too short a fault, now that the reader has left it. */
  insist() {
    const { draft } = this.session;
    if (draft) {
      this.insisted = true;
      this.changed.show(this.faultInWords(draft.fault));
    }
  }

  /**
   * The error in the text of the field.
   *
   * @param {Fault} fault
   */
  faultInWords({ kind, tile, found }) {
    const { level, up } = this.session;
    const size = level.cells.length;
    if (kind === "notANumber" && tile === null) {
      return t("notANumberAfter", { found });
    }
    const place = tile === null ? "" : this.placeInWords(tile);
    return t(kind, {
      size, found: found.length > 12 ? `${found.slice(0, 12)}…` : found,
      place: kind.startsWith("outOfRange") ? sentence(place) : place,
      after: size + 1, low: up, high: up + level.directions - 1,
    });
  }

  /** @param {number} tile */
  placeInWords(tile) {
    return placeName(this.picture.layout, tile);
  }

  /**
   * @param {number} tile
   * @param {number} steps
   */
  press(tile, steps) {
    const { session, changed } = this;
    if (session.trying) {
      changed.show(session.tap(tile, steps) ? undefined : t("newPlan"));
    } else {
      session.turn(tile, steps);
      changed.edit(this.inWords(tile));
    }
  }

  /**
   * @param {number} tile
   * @param {number} digit
   */
  type(tile, digit) {
    const { session, changed } = this;
    const turns = digit - session.up;
    if (!session.trying && turns >= 0 && turns < session.level.directions) {
      session.put(tile, turns);
      changed.edit(this.inWords(tile));
    }
  }

  /**
   * Sets the tile that is aimed at, and goes on to the next.
   *
   * @param {number} turns
   */
  enter(turns) {
    const { session, picture } = this;
    const tile = picture.current;
    session.put(tile, turns);
    this.changed.edit(this.inWords(tile));
    const order = linesOf(session.level, session.layout).flat();
    this.picture.reach(order[(order.indexOf(tile) + 1) % order.length]);
  }

  /** Makes a button for each direction of the level. */
  makePad() {
    const { level, up } = this.session;
    this.pad.style = `--keys: ${level.directions > 6 ? level.directions / 2 : level.directions}`;
    this.pad.replaceChildren(...Array.from({ length: level.directions }, (_, turns) => {
      const number = turns + up;
      return button({ "aria-label": t("padKey", { number }), onclick: () => this.enter(turns) },
        drawDirection(turns / level.directions), h("span", {}, number));
    }));
  }

  /**
   * A tile and its number.
   *
   * @param {number} tile
   */
  inWords(tile) {
    const number = this.session.here.turns[tile] + this.session.up;
    return `${t("tile", { place: sentence(this.placeInWords(tile)), number })}.`;
  }

  show() {
    const { session } = this;
    const { level, layout, up, trying, draft } = session;
    if (this.picture?.level !== level || this.picture.layoutName !== layout) {
      this.picture = new BoardPicture(level, layout, this);
      this.frame.replaceChildren(this.picture.element);
    }
    this.makePad();
    this.pad.hidden = trying;
    this.frame.classList.toggle("aiming", !trying);
    this.showField();
    showChoice(this.layouts, layout);
    this.layouts.lastElementChild?.toggleAttribute("hidden", level.shape === "square");
    showChoice(this.ups, up);
    showChoice(this.modes, trying);
    press([this.taps], () => session.showsTaps);
    session.pictured?.show(this.shot);
    this.shot.hidden = !session.pictured;
    this.restart.hidden = !trying;
    this.hardest.hidden = !level.hardest;
    this.summary.replaceChildren(figured(headline(session)));
    this.key.textContent = t(trying ? "tryFrom" : "boardKey");
    this.clickHelp.replaceChildren(t(trying ? "tryHelp" : "enterHelp"),
      h("span", { class: "keys" }, t(trying ? "tryKeys" : "enterKeys")));
    const mistakes = Map.groupBy(draft ? [] : session.here.answer.mistakes, ({ tile }) => tile);
    this.picture.show(
      level.cells.map((_, tile) => (draft ? this.draftLook(tile, draft) : this.look(tile, mistakes.get(tile) ?? []))),
      t(trying ? "boardTry" : "board", { level: levelName(level) }));
  }

  showField() {
    const { level, layout, up, draft, entered } = this.session;
    const read = readBoard(this.field.value, level, up, layout);
    if (!draft) {
      this.insisted = false;
      if (read.fault || read.turns.some((turns, tile) => turns !== entered.turns[tile])) {
        this.field.value = writeBoard(entered.turns, level, layout, up);
      }
    }
    const high = up + level.directions - 1;
    this.fieldHelp.textContent = t(high > 9 ? "fieldNumbers" : "fieldDigits", { size: level.cells.length, low: up, high });
    this.error.textContent = draft ? this.faultInWords(draft.fault) : "";
    this.error.className = this.insisted ? "error" : "error patient";
    this.field.ariaInvalid = this.insisted ? "true" : null;
  }

  /**
   * How a tile looks while the text in the field is no board.
   *
   * @param {number} tile
   * @param {Draft} draft
   * @returns {Look}
   */
  draftLook(tile, { turns: { [tile]: turns }, fault }) {
    const { up } = this.session;
    const place = sentence(this.placeInWords(tile));
    if (typeof turns === "number") {
      const number = turns + up;
      return { turns, number, kind: "plain", label: t("tile", { place, number }) };
    }
    if (tile !== fault.tile) {
      return { kind: "quiet", label: t("tileEmpty", { place }) };
    }
    return fault.kind === PATIENT
      ? { kind: "next", label: t("tileEmpty", { place }) } : { kind: "fault", label: t("tileFault", { place }) };
  }

  /**
   * How a tile of a board looks.
   *
   * @param {number} tile
   * @param {Change[]} mistakes
   * @returns {Look}
   */
  look(tile, mistakes) {
    const { here, up, showsTaps, solved, pictured, trying } = this.session;
    const turns = here.turns[tile];
    const number = turns + up;
    const place = sentence(this.placeInWords(tile));
    if (mistakes.length) {
      const other = mistakes.map((mistake) => mistake.turns + up).join(" / ");
      const badge = mistakes.length === 1 ? other : "?";
      return { turns, number, badge, kind: "mistake", label: t("tileMistake", { place, number, other }) };
    }
    const other = trying ? null : pictured?.doubts.get(tile) ?? null;
    if (other !== null) {
      const label = t("tileMistake", { place, number, other: other + up });
      return { turns, number, badge: (showsTaps && here.plan?.[tile]) || "", kind: "doubt", label };
    }
    if (here.plan && showsTaps && !solved) {
      const taps = here.plan[tile];
      const kind = taps ? "taps" : "quiet";
      return { turns, number, badge: taps || "", kind, label: t("tileTaps", { place, number, taps }) };
    }
    return { turns, number, kind: "plain", label: t("tile", { place, number }) };
  }
}
