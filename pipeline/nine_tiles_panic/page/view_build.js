/** The view in which one builds a town, or pastes a pattern, and sees its scores. */

import { drawFaults, drawTile } from "./drawing.js";
import { announce } from "./kit/controls.js";
import { button, byId, h, moveByArrows } from "./kit/dom.js";
import { addressOfCards, field, intro, patternLine, scoreTable, tileInWords, TOWN } from "./parts.js";
import { scoresOf } from "./scoring.js";
import { cardName, number, t } from "./texts.js";
import { faultsOf, layTile, layTown, patternOf, PatternError, SIDES } from "./town.js";

const turned = ({ side, turns }, steps) => SIDES * side + ((turns + steps + SIDES) % SIDES);
/** What can be done with a tile: its button, its key on the board, and the direction of the tile after it. */
const CHANGES = [
  { id: "flip", text: "flip", key: "f", direction: ({ side, turns }) => SIDES * (1 - side) + turns },
  { id: "turn-left", text: "turnLeft", key: "l", direction: (tile) => turned(tile, 1) },
  { id: "turn-right", text: "turnRight", key: "r", direction: (tile) => turned(tile, -1) },
];

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
    this.field = h("input", {
      type: "text", id: "pattern", inputmode: "numeric", autocomplete: "off", spellcheck: "false",
      "aria-describedby": "pattern-error pattern-hint", oninput: () => this.read(this.field.value),
    });
    this.error = h("p", { class: "error", id: "pattern-error", role: "alert" });
    this.places = this.tiles.map((_, position) => button({
      class: "place", tabindex: position === this.position ? 0 : -1,
      onclick: () => this.goTo(position), onfocus: () => this.goTo(position),
    }));
    this.faultLayer = h("div", { class: "fault-layer", "aria-hidden": "true" });
    this.board = h("div", {
      class: "board", id: "board", role: "group", "aria-label": t("board"),
      style: `--columns: ${game.columns}; --rows: ${game.rows}`, onkeydown: (event) => this.key(event),
    }, ...this.places, this.faultLayer);
    moveByArrows(this.board, () => this.places);
    this.picker = h("div", { class: "tile-picker", role: "group", "aria-label": t("tilePicker") },
      ...game.tiles.map((tile) => button({
        "aria-label": t("tileN", { number: tile.number }), onclick: () => this.lay(tile.number),
      })));
    this.here = h("h2", { id: "position-title" });
    this.verdict = h("div", { class: "verdict", id: "verdict" });
    this.section.replaceChildren(
      intro("build-title", t("buildTitle"), t("buildIntro")),
      h("div", { class: "two-columns build" },
        h("div", { class: "builder" },
          field(t("patternField"), this.field, this.error,
            h("small", { id: "pattern-hint" }, t("patternHint", { positions: this.tiles.length }))),
          this.board,
          this.here,
          h("div", { class: "actions" }, ...CHANGES.map(({ id, text, direction }) => (
            button({ id, onclick: () => this.change(direction) }, t(text))))),
          this.picker,
          h("p", { class: "quiet keys" }, t("buildKeys"))),
        this.verdict));
    this.built = false;
  }

  /** Shows the view, with the pattern of the address if it has one. */
  open(hash) {
    const pattern = hash.startsWith(TOWN) ? hash.slice(TOWN.length) : this.text;
    if (pattern !== this.text) {
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

  /** Gives the tile at the chosen position another direction. */
  change(direction) {
    const tile = this.tiles[this.position];
    this.tiles[this.position] = layTile(this.atlas.game, tile.number, direction(tile));
    this.show();
  }

  /** Lays a tile at the chosen position; where it was, the one from here comes. */
  lay(tileNumber) {
    const from = this.tiles.findIndex((tile) => tile.number === tileNumber);
    const lying = this.tiles[this.position];
    this.tiles[this.position] = this.tiles[from] ?? layTile(this.atlas.game, tileNumber, 0);
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
    const pressed = event.key.toLowerCase();
    const change = CHANGES.find(({ key }) => key === pressed);
    if (change) {
      this.change(change.direction);
    } else if (this.atlas.game.tiles.some((tile) => String(tile.number) === pressed)) {
      this.lay(Number(pressed));
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
    this.here.textContent = `${t("chosenPosition", { position: this.position })}: ${tileInWords(chosen)}`;
    game.tiles.forEach((tile, i) => {
      const lying = this.tiles.find((other) => other.number === tile.number) ?? layTile(game, tile.number, 0);
      const choice = this.picker.children[i];
      choice.setAttribute("aria-pressed", tile.number === chosen.number);
      choice.replaceChildren(drawTile(lying), h("span", { class: "no" }, tile.number));
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
    this.faultLayer.replaceChildren(drawFaults(atlas.game, faults));
    if (faults.length) {
      this.verdict.replaceChildren(
        h("p", { class: "error" }, t("incomplete")),
        h("ul", { class: "faults" }, ...faults.map((fault) => h("li", {}, fault.kind === "open"
          ? t("open", fault) : t("loop", { positions: fault.positions.join(", ") })))));
      announce(`${t("incomplete")} ${faults.length}`);
    } else {
      this.verdict.replaceChildren(
        h("p", { class: "good" }, t("complete")),
        this.bestFor(atlas.setsAnsweredBy(pattern)),
        h("h2", {}, t("scoresTitle")),
        scoreTable(atlas, [...atlas.themes.keys()], scoresOf(town, atlas.themes), t("scoresTitle")),
        patternLine(pattern, false));
      announce(t("complete"));
    }
    this.built = true;
    this.noteAddress(pattern);
  }

  /** Links to the sets of cards that the town is a best answer to. */
  bestFor(sets) {
    if (!sets.length) {
      return h("p", { class: "quiet" }, t("answersNoSets"));
    }
    return h("details", { id: "sets-answered" },
      h("summary", {}, t("answersSets", { n: number(sets.length), sets: number(this.atlas.sets.length) })),
      h("ul", { class: "set-links" }, ...sets.map((indices) => {
        const themes = indices.map((index) => this.atlas.themes[index]);
        return h("li", {}, h("a", { href: addressOfCards(themes), title: themes.map(cardName).join(" · ") },
          themes.map((theme) => theme.no).join(" · ")));
      })));
  }
}
