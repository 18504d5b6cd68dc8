/** The view in which one builds a town, or pastes a pattern, and sees its scores. */

import { drawTile, drawTown } from "./drawing.js";
import { announce } from "./kit/controls.js";
import { byId, h, moveByArrows, svg } from "./kit/dom.js";
import { patternLine, scoreTable, setLinks, tileInWords } from "./parts.js";
import { scoresOf } from "./scoring.js";
import { number, t } from "./texts.js";
import { faultsOf, layTile, layTown, patternOf, PatternError } from "./town.js";

const SIDES = 4;

export class BuildView {
  /**
   * @param {import("./answers.js").Atlas} atlas
   * @param {(pattern: string) => void} noteAddress keeps the pattern in the address
   */
  constructor(atlas, noteAddress) {
    this.atlas = atlas;
    this.noteAddress = noteAddress;
    this.section = byId("view-build");
    this.position = 0;
    this.tiles = layTown(atlas.game, atlas.towns[0].pattern).tiles;
    this.text = null;
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    const { game } = this.atlas;
    const positions = game.rows * game.columns;
    this.field = h("input", {
      type: "text", id: "pattern", inputmode: "numeric", autocomplete: "off", spellcheck: "false",
      "aria-describedby": "pattern-error pattern-hint", oninput: () => this.read(this.field.value),
    });
    this.error = h("p", { class: "error", id: "pattern-error", role: "alert" });
    this.places = this.tiles.map((_, position) => h("button", {
      type: "button", class: "place", tabindex: position === this.position ? 0 : -1,
      onclick: () => this.goTo(position), onfocus: () => this.goTo(position),
    }));
    this.faultLayer = h("div", { class: "fault-layer", "aria-hidden": "true" });
    this.board = h("div", {
      class: "board", id: "board", role: "group", "aria-label": t("board"),
      style: `--columns: ${game.columns}; --rows: ${game.rows}`,
      onkeydown: (event) => this.key(event),
    }, ...this.places, this.faultLayer);
    moveByArrows(this.board, () => this.places);
    this.picker = h("div", { class: "tile-picker", role: "group", "aria-label": t("tilePicker") });
    this.here = h("h2", { id: "position-title" });
    const action = (id, key, change) => h("button", {
      type: "button", id, onclick: () => this.change(change),
    }, t(key));
    this.verdict = h("div", { class: "verdict", id: "verdict" });
    this.section.replaceChildren(
      h("div", { class: "intro" },
        h("h1", { id: "build-title" }, t("buildTitle")), h("p", {}, t("buildIntro"))),
      h("div", { class: "two-columns build" },
        h("div", { class: "builder" },
          h("div", { class: "field" },
            h("label", { for: "pattern" }, t("patternField")), this.field, this.error,
            h("small", { id: "pattern-hint" }, t("patternHint", { positions }))),
          this.board,
          this.here,
          h("div", { class: "actions" },
            action("flip", "flip", (tile) => ({ side: 1 - tile.side, turns: tile.turns })),
            action("turn-left", "turnLeft", (tile) => this.turned(tile, 1)),
            action("turn-right", "turnRight", (tile) => this.turned(tile, -1))),
          this.picker,
          h("p", { class: "quiet keys" }, t("buildKeys"))),
        this.verdict));
    this.built = false;
  }

  /**
   * Shows the view.
   *
   * @param {?string} pattern of the address, if it has one
   */
  open(pattern) {
    if (pattern !== null && pattern !== this.text) {
      this.field.value = pattern;
      this.read(pattern);
    } else if (!this.built) {
      this.show();
    }
  }

  /** Takes a pattern that was pasted or typed. */
  read(text) {
    const pattern = text.replace(/\s+/g, "");
    try {
      this.tiles = layTown(this.atlas.game, pattern).tiles;
    } catch (problem) {
      if (!(problem instanceof PatternError)) {
        throw problem;
      }
      this.text = pattern;
      this.error.textContent = t(problem.code, problem.values);
      this.field.setAttribute("aria-invalid", "true");
      this.section.classList.add("stale");
      if (!this.built) {
        this.showBoard();
        this.built = true;
      }
      this.verdict.replaceChildren(h("p", { class: "error" }, this.error.textContent));
      return;
    }
    this.show();
  }

  turned(tile, turns) {
    return { side: tile.side, turns: (tile.turns + turns + SIDES) % SIDES };
  }

  /** Changes the tile at the chosen position. */
  change(how) {
    const tile = this.tiles[this.position];
    const { side, turns } = how(tile);
    this.tiles[this.position] = layTile(this.atlas.game, tile.number, SIDES * side + turns);
    this.show();
  }

  /** Lays a tile at the chosen position; where it was, the one from here comes. */
  lay(number_) {
    const from = this.tiles.findIndex((tile) => tile.number === number_);
    const lying = this.tiles[this.position];
    this.tiles[this.position] = from >= 0 ? this.tiles[from]
      : layTile(this.atlas.game, number_, 0);
    if (from >= 0) {
      this.tiles[from] = lying;
    }
    this.show();
  }

  goTo(position) {
    if (position !== this.position) {
      this.position = position;
      this.showBoard();
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const key = event.key.toLowerCase();
    const changes = {
      f: (tile) => ({ side: 1 - tile.side, turns: tile.turns }),
      l: (tile) => this.turned(tile, 1),
      r: (tile) => this.turned(tile, -1),
    };
    if (key in changes) {
      this.change(changes[key]);
    } else if (this.atlas.game.tiles.some((tile) => String(tile.number) === key)) {
      this.lay(Number(key));
    }
  }

  /** Shows the tiles, and what can be done with the chosen one. */
  showBoard() {
    const { game } = this.atlas;
    this.places.forEach((place, position) => {
      const tile = this.tiles[position];
      place.replaceChildren(drawTile(tile));
      place.setAttribute("aria-label", t("position", { position, tile: tileInWords(tile) }));
      place.classList.toggle("chosen", position === this.position);
      place.tabIndex = position === this.position ? 0 : -1;
    });
    const chosen = this.tiles[this.position];
    this.here.textContent =
      `${t("chosenPosition", { position: this.position })}: ${tileInWords(chosen)}`;
    // Kept, not made anew, so that the focus stays.
    if (this.picker.children.length !== game.tiles.length) {
      this.picker.replaceChildren(...game.tiles.map((tile) => h("button", {
        type: "button", "aria-label": t("tileN", { number: tile.number }),
        onclick: () => this.lay(tile.number),
      })));
    }
    game.tiles.forEach((tile, i) => {
      const lying = this.tiles.find((other) => other.number === tile.number);
      const button = this.picker.children[i];
      button.setAttribute("aria-pressed", String(tile.number === chosen.number));
      button.replaceChildren(drawTile(lying ?? layTile(game, tile.number, 0)),
        h("span", { class: "no" }, String(tile.number)));
    });
  }

  show() {
    const { atlas } = this;
    const pattern = patternOf(this.tiles);
    if (this.field.value.replace(/\s+/g, "") !== pattern) {
      this.field.value = pattern;
    }
    this.text = pattern;
    this.error.textContent = "";
    this.field.removeAttribute("aria-invalid");
    this.section.classList.remove("stale");
    const town = { game: atlas.game, tiles: this.tiles };
    const faults = faultsOf(town);
    this.showBoard();
    this.showFaults(faults, town);
    if (faults.length) {
      this.verdict.replaceChildren(
        h("p", { class: "error" }, t("incomplete")),
        h("ul", { class: "faults" }, ...faults.map((fault) => h("li", {}, fault.kind === "open"
          ? t("open", fault) : t("loop", { positions: fault.positions.join(", ") })))));
      announce(`${t("incomplete")} ${faults.length}`);
    } else {
      this.showScores(town, pattern);
    }
    this.built = true;
    this.noteAddress(pattern);
  }

  /** Marks on the board where the town is not complete. */
  showFaults(faults, town) {
    const picture = drawTown(town, "", faults);
    const { columns, rows } = this.atlas.game;
    const layer = svg("svg", { viewBox: `0 0 ${columns * 100} ${rows * 100}` });
    layer.append(...picture.querySelectorAll(".open-border, .closed-road"));
    this.faultLayer.replaceChildren(layer);
  }

  showScores(town, pattern) {
    const { atlas } = this;
    const scores = scoresOf(town, atlas.themes);
    const sets = atlas.setsAnsweredBy(pattern);
    const all = atlas.themes.map((_, index) => index);
    const best = sets.length === 0 ? h("p", { class: "quiet" }, t("answersNoSets"))
      : h("details", { id: "sets-answered" },
        h("summary", {}, t("answersSets", {
          n: number(sets.length), sets: number(atlas.sets.length),
        })),
        setLinks(atlas, sets));
    this.verdict.replaceChildren(
      h("p", { class: "good" }, t("complete")),
      best,
      h("h2", {}, t("scoresTitle")),
      scoreTable(atlas, all, scores, t("scoresTitle")),
      patternLine(pattern, false));
    announce(t("complete"));
  }
}
