/** The board and the tray of faces: every page of the game lays towns here. */

/** @import {Fault, Game, LaidTile, Place} from "./town.js" */

import { letMove } from "./dragging.js";
import { drawMarks, drawTile } from "./drawing.js";
import { hold, settle, turned, turnOn } from "./fitting.js";
import { field, TEXT_FIELD } from "../kit/controls.js";
import { button, h, isShortcut, moveByArrows, moveIn } from "../kit/dom.js";
import { patternErrorInWords, placeInWords, tileInWords } from "./parts.js";
import { sentence, t } from "./texts.js";
import { cleanedPattern, faultsOf, layTile, layTown, patternOf, SIDES } from "./town.js";

/**
 * Changes of a tile: button, key on the board, and the changed tile.
 *
 * @type {{id: string, text: string, key: string, change: (game: Game, tile: LaidTile) => LaidTile}[]}
 */
const CHANGES = [
  {
    id: "flip", text: "flip", key: "f",
    change: (game, { number, side, turns, held }) => ({ ...layTile(game, number, SIDES * (1 - side) + turns), held }),
  },
  { id: "turn-left", text: "turnLeft", key: "l", change: (game, tile) => hold(turned(game, tile, 1)) },
  { id: "turn-right", text: "turnRight", key: "r", change: (game, tile) => hold(turned(game, tile, 3)) },
];

export class TownEditor {
  /** The position that keys and buttons change. */
  position = 0;
  /**
   * Earlier boards, for undo.
   *
   * @type {Place[][]}
   */
  past = [];
  /** @type {Fault[]} */
  faults = [];

  /**
   * @param {Game} game
   * @param {() => void} changed called after every change
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {Place[]} */
    this.tiles = Array(game.rows * game.columns).fill(null);
  }

  get pattern() {
    return patternOf(this.tiles);
  }

  /** The position of the next face from the tray: the first free one from `position` on; -1 if none is free. */
  get target() {
    const free = [...this.tiles.keys()].filter((position) => this.tiles[position] === null);
    return free.find((position) => position >= this.position) ?? free[0] ?? -1;
  }

  /** Builds the elements anew, in the language of the moment. */
  build() {
    const { game } = this;
    /** @type {HTMLButtonElement[]} */
    this.places = this.tiles.map((_, position) => button({
      class: "place", onclick: () => this.tap(position), onfocus: () => this.goTo(position),
    }));
    /** @type {HTMLElement} */
    this.marks = h("div", { class: "fault-layer", "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.board = h("div", {
      class: "board", id: "board", role: "group", "aria-label": t("board"),
      style: `--columns: ${game.columns}; --rows: ${game.rows}`, onkeydown: (event) => this.key(event),
    }, ...this.places, this.marks);
    moveByArrows(this.board, () => this.places);
    /** @type {{element: HTMLButtonElement, face: LaidTile}[]} */
    this.choices = game.tiles.flatMap(({ number }) => [0, 1].map((side) => {
      const face = layTile(game, number, SIDES * side);
      const element = button({
        "data-number": number, "data-side": side, "aria-label": t("face", { tile: tileInWords(face) }),
        onclick: () => {
          element.dataset.moves = String(number);
          this.lay(this.target, face);
        },
      }, drawTile(face));
      return { element, face };
    }));
    /** @type {HTMLElement} */
    this.tray = h("div", { class: "tile-picker", role: "group", "aria-label": t("tilePicker") },
      ...this.choices.map(({ element }) => element));
    this.letMove();
    /** @type {HTMLElement} */
    this.here = h("h2", { id: "position-title" });
    /**
     * @param {string} id
     * @param {() => void} act
     */
    const action = (id, act) => button({ id, onclick: act }, t(id));
    /** @type {HTMLButtonElement[]} */
    this.changes = [
      ...CHANGES.map(({ id, text, change }) => button({ id, onclick: () => this.redirect(change) }, t(text))),
      action("remove", () => this.move(this.position, -1)),
    ];
    /** @type {HTMLButtonElement} */
    this.undo = action("undo", () => this.goBack());
    /** @type {HTMLButtonElement} */
    this.clear = action("empty", () => {
      this.position = 0;
      this.take(this.tiles.map(() => null));
    });
    /** @type {HTMLElement} */
    this.keys = h("p", { class: "quiet keys" }, t("buildKeys"));
    /** @type {HTMLElement} */
    this.element = h("div", { class: "editor" }, this.board, this.tray, this.here,
      h("div", { class: "changes" }, ...this.changes, this.undo, this.clear), this.keys);
    this.show();
    return this.element;
  }

  /** Lets tiles be flicked, which turns them, and dragged. A face of the tray is shown where it would lie. */
  letMove() {
    const { game } = this;
    /** @param {Element | null} element */
    const place = (element) => this.places.indexOf(/** @type {HTMLButtonElement} */ (element?.closest(".place")));
    /** @param {HTMLElement} element */
    const face = (element) => /** @type {{face: LaidTile}} */ (this.choices.find((choice) => choice.element === element)).face;
    letMove(this.board, (element) => (this.tiles[place(element)] ? this.places[place(element)] : null), {
      preview: ({ firstElementChild }, side) => {
        /** @type {SVGElement} */
        (firstElementChild).style.rotate = `${-90 * (side ?? 0)}deg`;
      },
      flick: (from, side) => {
        delete /** @type {SVGElement} */ (from.firstChild).dataset.moves; // The player has turned it.
        this.lay(place(from), hold(turned(game, /** @type {LaidTile} */ (this.tiles[place(from)]), side)));
      },
      drop: (from, to) => {
        delete /** @type {SVGElement} */ (from.firstChild).dataset.moves; // The player has moved it.
        this.move(place(from), place(to));
      },
    });
    letMove(this.tray, (element) => element.closest("button"), {
      preview: (from, side) => {
        this.places[this.target].replaceChildren(...(side === null ? [] : [drawTile(turned(game, face(from), side))]));
      },
      flick: (from, side) => this.lay(this.target, hold(turned(game, face(from), side))),
      drop: (from, to) => place(to) >= 0 && this.lay(place(to), face(from)),
    });
  }

  // --- changes of the town ------------------------------------------------------------------------

  /**
   * Takes new tiles, and remembers the earlier ones for undo.
   *
   * @param {Place[]} tiles
   */
  take(tiles) {
    if (patternOf(tiles) !== this.pattern) {
      this.past.push(this.tiles);
    }
    this.tiles = tiles;
    this.show();
    this.changed();
  }

  /**
   * Takes the tiles of another town; the earlier ones are gone.
   *
   * @param {Place[]} tiles
   */
  restart(tiles) {
    this.tiles = tiles.map(hold);
    this.past = [];
    this.position = 0;
    this.show();
  }

  goBack() {
    this.tiles = this.past.pop() ?? this.tiles;
    this.show();
    this.changed();
  }

  /**
   * Lays a tile; if it is not held, it turns as it fits.
   *
   * @param {number} position
   * @param {LaidTile} tile
   */
  lay(position, tile) {
    this.position = position;
    this.take(settle(this.game, this.tiles.with(position, tile), position));
  }

  /**
   * The tiles of two positions change places; outside the board a tile is taken away.
   *
   * @param {number} from
   * @param {number} to -1 outside
   */
  move(from, to) {
    const { tiles } = this;
    const moved = to < 0 ? tiles.with(from, null) : tiles.with(to, tiles[from]).with(from, tiles[to]);
    this.position = to < 0 ? from : to;
    this.take(settle(this.game, moved));
  }

  /**
   * Gives the tile at `position` another face or direction.
   *
   * @param {(game: Game, tile: LaidTile) => LaidTile} change
   */
  redirect(change) {
    const tile = this.tiles[this.position];
    if (tile) {
      this.lay(this.position, change(this.game, tile));
    }
  }

  /**
   * Goes to a free position; turns a tile to its next direction that fits.
   *
   * @param {number} position
   */
  tap(position) {
    this.goTo(position);
    if (this.tiles[position]) {
      this.take(turnOn(this.game, this.tiles, position));
    }
  }

  /** @param {number} position */
  goTo(position) {
    this.position = position;
    this.showPosition();
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
    const { tiles, position, game } = this;
    const change = CHANGES.find(({ key }) => key === pressed)?.change;
    if (change) {
      this.redirect(change);
    } else if (pressed === "delete" || pressed === "backspace") {
      this.move(position, -1);
    } else if (game.tiles.some(({ number }) => String(number) === pressed)) {
      const from = tiles.findIndex((tile) => String(tile?.number) === pressed);
      if (from < 0) {
        this.lay(position, hold(layTile(game, Number(pressed), 0)));
      } else {
        this.move(from, position);
      }
    }
  }

  // --- display ------------------------------------------------------------------------------------

  /**
   * A position and its tile in words.
   *
   * @param {number} position
   */
  inWords(position) {
    const tile = this.tiles[position];
    return sentence(t("position", { place: placeInWords(this.game, position), tile: tile ? tileInWords(tile) : t("free") }));
  }

  /** Shows the position that keys change, and that of the next face. Tiles stay, because one may be pressed. */
  showPosition() {
    const { places, position, target } = this;
    places.forEach((place, at) => {
      place.classList.toggle("chosen", at === target);
      place.tabIndex = at === position ? 0 : -1;
    });
    this.here.textContent = this.tiles.some(Boolean) ? this.inWords(position) : t("buildHint");
    this.changes.forEach((element) => { element.disabled = this.tiles[position] === null; });
  }

  /** Shows the tiles, what is wrong with them, and the faces that are left. */
  show() {
    const { game, tiles } = this;
    this.faults = faultsOf({ game, tiles });
    moveIn(this.element, () => {
      this.choices.forEach(({ element }) => { delete element.dataset.moves; });
      this.places.forEach((place, position) => {
        const tile = tiles[position];
        place.replaceChildren(...(tile ? [drawTile(tile, { "data-moves": tile.number, "data-turns": tile.turns })] : []));
        place.setAttribute("aria-label", this.inWords(position));
      });
    });
    this.showPosition();
    this.marks.replaceChildren(drawMarks({ game, tiles }, this.faults));
    this.undo.disabled = this.past.length === 0;
    this.clear.disabled = tiles.every((tile) => tile === null);
    this.choices.forEach(({ element, face }) => {
      element.classList.toggle("used", tiles.some((tile) => tile?.number === face.number));
    });
    this.tray.hidden = this.target < 0;
  }
}

/** An editor with a field for the pattern. */
export class PatternEditor extends TownEditor {
  /** Why what is typed is no town; then the tiles are those before. */
  problem = "";

  build() {
    /** @type {HTMLInputElement} */
    this.field = h("input", {
      type: "text", id: "pattern", inputmode: "numeric", ...TEXT_FIELD, spellcheck: "false",
      "aria-describedby": "pattern-error pattern-hint", oninput: () => this.read(this.field.value),
    });
    /** @type {HTMLElement} */
    this.error = h("p", { class: "error", id: "pattern-error", role: "alert" });
    super.build().append(field(t("patternField"), this.field, this.error,
      h("small", { id: "pattern-hint" }, t("patternHint", { positions: this.tiles.length }))));
    return this.element;
  }

  /**
   * Reads a pasted or typed pattern; an empty one is an empty board.
   *
   * @param {string} text
   */
  read(text) {
    const pattern = cleanedPattern(text);
    try {
      this.take(layTown(this.game, pattern || patternOf(this.tiles.map(() => null))).tiles.map(hold));
    } catch (problem) {
      this.problem = patternErrorInWords(this.game, problem);
      this.showProblem();
      this.changed();
    }
  }

  showProblem() {
    this.error.textContent = this.problem;
    this.field.ariaInvalid = this.problem ? "true" : null;
    this.element.classList.toggle("stale", this.problem !== "");
  }

  show() {
    super.show();
    const text = this.tiles.some(Boolean) ? this.pattern : "";
    if (this.field.value.replace(/\s+/g, "") !== text) {
      this.field.value = text;
    }
    this.problem = "";
    this.showProblem();
  }
}
