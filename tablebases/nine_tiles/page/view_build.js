/** The view to build a town, or paste a pattern, and see its scores. */

/**
 * @import {Atlas} from "./answers.js"
 * @import {LaidTile, Place} from "./town.js"
 * @import {Verdict} from "./view_verdict.js"
 */

import { letDrag } from "./dragging.js";
import { drawFaults, drawTile, drawTown } from "./drawing.js";
import { actionRow, field, pictureButton, shareButton, TEXT_FIELD } from "../kit/controls.js";
import { button, byId, h, isShortcut, moveByArrows, moveIn } from "../kit/dom.js";
import { copyPattern, intro, patternErrorInWords, placeInWords, tileInWords, TOWN } from "./parts.js";
import { sentence, t } from "./texts.js";
import { cleanedPattern, faultsOf, layTile, layTown, patternOf, SIDES } from "./town.js";

/**
 * @param {LaidTile} tile
 * @param {number} steps
 */
const turned = ({ side, turns }, steps) => SIDES * side + ((turns + steps + SIDES) % SIDES);
/**
 * Changes of a tile: button, key on the board, and the new direction.
 *
 * @type {{id: string, text: string, key: string, direction: (tile: LaidTile) => number}[]}
 */
const CHANGES = [
  { id: "flip", text: "flip", key: "f", direction: ({ side, turns }) => SIDES * (1 - side) + turns },
  { id: "turn-left", text: "turnLeft", key: "l", direction: (tile) => turned(tile, 1) },
  { id: "turn-right", text: "turnRight", key: "r", direction: (tile) => turned(tile, -1) },
];

/** @typedef {Pick<Verdict, "show" | "complain">} Listener enough for the editor alone */

export class BuildView {
  /**
   * @param {Atlas} atlas
   * @param {Verdict | Listener} verdict hears of every change of the town, and shows what to say of it
   * @param {(pattern: string) => void} noteAddress writes the pattern into the address
   */
  constructor(atlas, verdict, noteAddress) {
    this.atlas = atlas;
    this.noteAddress = noteAddress;
    this.position = 0;
    /** @type {Place[]} */
    this.tiles = Array(atlas.game.rows * atlas.game.columns).fill(null);
    /**
     * Earlier boards, for undo.
     *
     * @type {Place[][]}
     */
    this.past = [];
    /** @type {string | null} */
    this.text = null;
    this.verdict =
      /** @type {Verdict} */
      (verdict);
  }

  /**
   * The board and what changes it, in the language of the moment; practice uses it without the rest of the view.
   *
   * @param {Node[]} below
   */
  buildEditor(...below) {
    const { game } = this.atlas;
    /** @type {HTMLInputElement} */
    this.field = h("input", {
      type: "text", id: "pattern", inputmode: "numeric", ...TEXT_FIELD, spellcheck: "false",
      "aria-describedby": "pattern-error pattern-hint", oninput: () => this.read(this.field.value),
    });
    /** @type {HTMLElement} */
    this.error = h("p", { class: "error", id: "pattern-error", role: "alert" });
    /** @type {HTMLButtonElement[]} */
    this.places = this.tiles.map((_, position) => button({
      class: "place", tabindex: position === this.position ? 0 : -1,
      onclick: () => this.goTo(position), onfocus: () => this.goTo(position),
    }));
    /** @type {HTMLElement} */
    this.faultLayer = h("div", { class: "fault-layer", "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.board = h("div", {
      class: "board", id: "board", role: "group", "aria-label": t("board"),
      style: `--columns: ${game.columns}; --rows: ${game.rows}`, onkeydown: (event) => this.key(event),
    }, ...this.places, this.faultLayer);
    moveByArrows(this.board, () => this.places);
    /** @type {HTMLButtonElement[]} */
    this.choices = game.tiles.flatMap(({ number }) => [0, 1].map((side) => button({
      "data-number": number, "data-side": side, onclick: () => this.layFace(this.position, number, side),
    })));
    /** @type {HTMLElement} */
    this.picker = h("div", { class: "tile-picker", role: "group", "aria-label": t("tilePicker") }, ...this.choices);
    /** @param {Element | null} element */
    const place = (element) => this.places.indexOf(/** @type {HTMLButtonElement} */ (element?.closest(".place")));
    letDrag(this.board, (element) => (this.tiles[place(element)] ? this.places[place(element)] : null),
      (from, to) => this.move(this.places.indexOf(from), place(to)));
    letDrag(this.picker, (element) => element.closest("button"), ({ dataset: { number, side } }, to) => (
      place(to) >= 0 && this.layFace(place(to), Number(number), Number(side))));
    /** @type {HTMLElement} */
    this.here = h("h2", { id: "position-title" });
    /**
     * @param {string} id
     * @param {() => void} act
     */
    const action = (id, act) => button({ id, onclick: act }, t(id));
    /** @type {HTMLButtonElement} */
    this.takeAway = action("remove", () => this.put(this.position, null));
    /** @type {HTMLButtonElement} */
    this.undo = action("undo", () => this.goBack());
    /** @type {HTMLButtonElement} */
    this.clear = action("empty", () => this.change(this.tiles.map(() => null)));
    /** @type {HTMLButtonElement[]} */
    this.changes = CHANGES.map(({ id, text, direction }) => (
      button({ id, onclick: () => this.redirect(direction) }, t(text))));
    /** @type {HTMLElement} */
    this.editor = h("div", { class: "builder" },
      this.board, this.picker, this.here,
      h("div", { class: "changes" }, ...this.changes, this.takeAway, this.undo, this.clear),
      h("p", { class: "quiet keys" }, t("buildKeys")),
      field(t("patternField"), this.field, this.error,
        h("small", { id: "pattern-hint" }, t("patternHint", { positions: this.tiles.length }))),
      ...below);
    this.built = false;
    return this.editor;
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    byId("view-build").replaceChildren(
      intro("build-title", t("buildTitle"), t("buildIntro")),
      h("div", { class: "two-columns build" },
        this.buildEditor(actionRow(copyPattern(() => patternOf(this.tiles)),
          shareButton(() => location.href, "share-town"), pictureButton(() => this.picture(), "share-picture"))),
        this.verdict.build()));
  }

  /** The town to share, also if tiles are missing. */
  picture() {
    const pattern = patternOf(this.tiles);
    const drawing = drawTown({ game: this.atlas.game, tiles: this.tiles }, "");
    return { title: t("townTitle", { pattern }), lines: [], place: TOWN + pattern, drawing };
  }

  /**
   * Shows the view, with the pattern of the address if it has one.
   *
   * @param {string} hash
   */
  open(hash) {
    const pattern =
      /** @type {string} */
      (hash.startsWith(TOWN) ? hash.slice(TOWN.length) : this.text);
    if (pattern !== this.text) {
      this.field.value = pattern;
      this.read(pattern);
    } else if (!this.built) {
      this.show();
    }
    this.verdict.open();
  }

  /**
   * Reads a pasted or typed pattern; an empty one is an empty board.
   *
   * @param {string} text
   */
  read(text) {
    const pattern = cleanedPattern(text);
    try {
      const { tiles } = layTown(this.atlas.game, pattern || patternOf(this.tiles.map(() => null)));
      this.note(tiles);
    } catch (problem) {
      this.error.textContent = patternErrorInWords(this.atlas.game, problem);
      this.text = pattern;
      this.field.setAttribute("aria-invalid", "true");
      this.editor.classList.add("stale");
      if (!this.built) {
        this.showBoard();
        this.built = true;
      }
      this.verdict.complain(this.error.textContent);
      return;
    }
    this.show();
  }

  // --- changes of the board -----------------------------------------------------------------------

  /**
   * Takes new tiles, and remembers the old ones for undo.
   *
   * @param {Place[]} tiles
   */
  note(tiles) {
    if (patternOf(tiles) !== patternOf(this.tiles)) {
      this.past.push(this.tiles);
      this.tiles = tiles;
    }
  }

  /** @param {Place[]} tiles */
  change(tiles) {
    this.note(tiles);
    this.show();
  }

  /**
   * Takes the tiles of another town; the earlier ones are gone.
   *
   * @param {Place[]} tiles
   */
  restart(tiles) {
    this.tiles = tiles;
    this.past = [];
    this.position = 0;
    this.show();
  }

  goBack() {
    this.tiles = this.past.pop() ?? this.tiles;
    this.show();
  }

  /**
   * @param {number} position
   * @param {Place} tile
   */
  put(position, tile) {
    this.change(this.tiles.with(position, tile));
  }

  /**
   * Gives the tile at the chosen position another direction.
   *
   * @param {(tile: LaidTile) => number} direction
   */
  redirect(direction) {
    const tile = this.tiles[this.position];
    if (tile) {
      this.put(this.position, layTile(this.atlas.game, tile.number, direction(tile)));
    }
  }

  /**
   * The tiles of two positions change places; outside the board a tile is taken away.
   *
   * @param {number} from
   * @param {number} to -1 outside
   */
  move(from, to) {
    const tiles = to < 0 ? this.tiles.with(from, null)
      : this.tiles.with(to, this.tiles[from]).with(from, this.tiles[to]);
    this.position = to < 0 ? from : to;
    delete /** @type {SVGElement} */ (this.places[from].firstChild).dataset.moves; // The reader has moved it.
    this.change(tiles);
  }

  /**
   * Lays a tile at a position; if it lies elsewhere, both tiles change places.
   *
   * @param {number} position
   * @param {number} number
   * @param {number | null} side the face; null for the one that is up
   */
  lay(position, number, side = null) {
    const { game } = this.atlas;
    const from = this.tiles.findIndex((tile) => tile?.number === number);
    const lying = this.tiles[from] ?? layTile(game, number, 0);
    const tile = side === null ? lying : layTile(game, number, SIDES * side + lying.turns);
    const others = from < 0 ? this.tiles : this.tiles.with(from, this.tiles[position]);
    this.change(others.with(position, tile));
  }

  /**
   * Lays a face from the tray, and goes on to the next free position.
   *
   * @param {number} position
   * @param {number} number
   * @param {number} side
   */
  layFace(position, number, side) {
    const wasFree = this.tiles[position] === null;
    this.position = position;
    this.lay(position, number, side);
    const next = [...this.tiles.slice(position), ...this.tiles.slice(0, position)].indexOf(null);
    if (wasFree && next >= 0) {
      this.goTo((position + next) % this.tiles.length);
    }
  }

  /** @param {number} position */
  goTo(position) {
    if (position !== this.position) {
      this.position = position;
      this.showBoard();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const pressed = event.key.toLowerCase();
    if (pressed === "z" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.goBack();
      return;
    }
    if (isShortcut(event)) {
      return;
    }
    const change = CHANGES.find(({ key }) => key === pressed);
    if (change) {
      this.redirect(change.direction);
    } else if (pressed === "delete" || pressed === "backspace") {
      this.put(this.position, null);
    } else if (this.atlas.game.tiles.some((tile) => String(tile.number) === pressed)) {
      this.lay(this.position, Number(pressed));
    }
  }

  // --- display ------------------------------------------------------------------------------

  /** Shows the tiles, and enables the buttons for the chosen one. */
  showBoard() {
    const { game } = this.atlas;
    /** @param {Place} tile */
    const inWords = (tile) => (tile ? tileInWords(tile) : t("free"));
    moveIn(this.board, () => this.places.forEach((place, position) => {
      const tile = this.tiles[position];
      place.replaceChildren(...(tile ? [drawTile(tile, { "data-moves": tile.number })] : []));
      place.setAttribute("aria-label", sentence(t("position", { place: placeInWords(game, position), tile: inWords(tile) })));
      place.classList.toggle("chosen", position === this.position);
      place.tabIndex = position === this.position ? 0 : -1;
    }));
    const chosen = this.tiles[this.position];
    this.here.textContent = sentence(
      t("position", { place: placeInWords(game, this.position), tile: inWords(chosen) }));
    [...this.changes, this.takeAway].forEach((element) => { element.disabled = chosen === null; });
    this.undo.disabled = this.past.length === 0;
    this.clear.disabled = this.tiles.every((tile) => tile === null);
    for (const choice of this.choices) {
      const [number, side] = [Number(choice.dataset.number), Number(choice.dataset.side)];
      const lying = this.tiles.find((tile) => tile?.number === number);
      choice.setAttribute("aria-pressed", String(chosen?.number === number && chosen.side === side));
      choice.setAttribute("aria-label",
        t(lying ? "faceUsed" : "face", { tile: tileInWords(layTile(game, number, SIDES * side)) }));
      choice.classList.toggle("used", lying !== undefined);
      choice.replaceChildren(drawTile(layTile(game, number, SIDES * side + (lying?.turns ?? 0))),
        h("span", { class: "no" }, number));
    }
  }

  show() {
    const pattern = patternOf(this.tiles);
    const text = this.tiles.some(Boolean) ? pattern : "";
    if (this.field.value.replace(/\s+/g, "") !== text) {
      this.field.value = text;
    }
    this.text = pattern;
    this.error.textContent = "";
    this.field.removeAttribute("aria-invalid");
    this.editor.classList.remove("stale");
    const town = { game: this.atlas.game, tiles: this.tiles };
    const faults = faultsOf(town);
    this.showBoard();
    this.faultLayer.replaceChildren(drawFaults(this.atlas.game, faults));
    this.verdict.show(town, faults);
    this.built = true;
    this.noteAddress(pattern);
  }
}
