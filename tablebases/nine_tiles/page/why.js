/** Explains scores, in the words of measures.py, and draws what counts. Pages load this when the reader asks for it. */

/**
 * @import {Language} from "../kit/languages.js"
 * @import {RoadObject, Way} from "./scoring.js"
 * @import {Board, LaidTile, Step, Town} from "./town.js"
 */

import { byId, svg } from "../kit/dom.js";
import { cornerOf, symbolOf, TILE } from "./drawing.js";
import JAPANESE from "./japanese.json" with { type: "json" };
import { countedOn, goesAfter, isAgent, isAlien, isHamburger, Things } from "./scoring.js";
import { SIDES } from "./town.js";

/**
 * @typedef {{position: number, kind: string, road?: number, n?: number}} Thing on the road with this place in
 *   `LaidTile.roads`, or the `n`-th of its kind beside the roads
 *
 * @typedef {Object} Marked what is drawn
 * @property {Thing[]} [things]
 * @property {Thing[][]} [pairs]
 * @property {number[]} [tiles]
 * @property {Way[]} [ways]
 *
 * @typedef {Required<Marked> & {score: number, kinds: string[], members: number[]}} Found `members` are all tiles like
 *   `tiles`
 *
 * @typedef {Object} Explanation
 * @property {Town} town
 * @property {number} score
 * @property {string} text the sentence of `tablebases nine-tiles score`
 * @property {string} shortText names what is one step short, or is empty
 * @property {Marked} counts
 * @property {Marked} short what one step keeps from counting; see `SHORT`
 */

// --- words --------------------------------------------------------------------------------------

const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

/**
 * Kinds of things with their nouns.
 *
 * @type {Record<string, string>}
 */
const KINDS = {
  agent: "{n} agent", agents: "{n} agent", alien: "{n} alien", hamburger: "{n} hamburger", houses: "{n} house", dogs: "{n} dog",
  girls: "{n} girl", boys: "{n} boy", ufos: "{n} UFO",
};

/** @param {{position: number}[]} things */
const positionsOf = (things) => things.map(({ position }) => position);

/** Texts in a language, as messages.py and measures.py make them. */
class Words {
  /**
   * @param {Board} board
   * @param {Language} language
   */
  constructor(board, language) {
    this.board = board;
    /** @type {Record<string, string>} */
    this.translations = language === "ja" ? JAPANESE : {};
  }

  /**
   * @param {string} english
   * @param {Record<string, string | number>} values
   */
  t(english, values = {}) {
    return (this.translations[english] ?? english).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /**
   * A number with its noun.
   *
   * @param {string} form such as `{n} house`
   * @param {number} n
   */
  number(form, n) {
    return form in this.translations || n === 1 ? this.t(form, { n }) : `${form.replace("{n}", String(n || "no"))}s`;
  }

  /** @param {number} position */
  place(position) {
    const { rows, columns } = this.board;
    return rows === 3 && columns === 3 ? this.t(PLACES[position])
      : this.t("row {row} column {column}", { row: Math.floor(position / columns) + 1, column: position % columns + 1 });
  }

  /** @param {string[]} parts */
  listed(parts) {
    const [others, last] = [parts.slice(0, -1).join(this.t(", ")), parts.at(-1) ?? ""];
    return others ? this.t("{others} and {last}", { others, last }) : last;
  }

  /**
   * The places in order, such as `top, left (2) and right`.
   *
   * @param {number[]} positions
   */
  places(positions) {
    return this.listed([...new Set(positions)].sort((a, b) => a - b).map((position) => {
      const [place, n] = [this.place(position), positions.filter((other) => other === position).length];
      return n === 1 ? place : this.t("{place} ({n})", { place, n });
    }));
  }

  /**
   * A text about things with their places after it.
   *
   * @param {string} things
   * @param {number[]} positions
   */
  at(things, positions) {
    return positions.length ? this.t("{things} at {places}", { things, places: this.places(positions) }) : things;
  }

  /**
   * Things with their places.
   *
   * @param {string} form
   * @param {{position: number}[]} things
   */
  placed(form, things) {
    return this.at(this.number(form, things.length), positionsOf(things));
  }

  /**
   * @param {number[]} positions
   * @param {string} text with a gap for the number of tiles
   */
  tiles(positions, text = "{tiles}") {
    return this.at(this.t(text, { tiles: this.number("{n} tile", positions.length) }), positions);
  }

  /** @param {{steps: Step[]}} way */
  way({ steps }) {
    return positionsOf(steps).map((position) => this.place(position)).join(this.t(", "));
  }

  /**
   * @param {Way[]} ways
   * @param {string} text with gaps for the number of roads, their places, and their length
   */
  roads(ways, text = "{roads}: {ways}") {
    const road = ways.map((way) => this.way(way)).join(this.t("; "));
    const values = { roads: this.number("{n} road", ways.length), ways: road, road };
    return this.t(ways.length ? text : "no roads", { ...values, length: ways[0]?.steps.length });
  }

  /**
   * What counts on a road.
   *
   * @param {string} things
   * @param {Way} way
   */
  onRoad(things, way) {
    return this.t("{things}, on road {road}", { things, road: this.way(way) });
  }
}

/** @param {Thing} thing */
const isDog = ({ kind }) => kind === "dogs";

/** @typedef {(words: Words, found: Found) => string} Sentence */

/** @type {Sentence} */
const eachThing = (words, { things, kinds: [kind] }) => (kind ? words.placed(KINDS[kind], things) : "");

/** @type {Sentence} */
const timesFree = (words, { things, kinds: [kind] }) => words.t("{aliens} x {things}", {
  aliens: words.placed("{n} free alien", things.filter(isAlien)),
  things: words.placed(KINDS[kind], things.filter((thing) => !isAlien(thing))),
});

/** @type {(text: string) => Sentence} */
const group = (text) => (words, { tiles, members }) => words.t(
  tiles.length > 1 ? "{tiles}, connected" : members.length > 1 ? "{tiles}; no two such tiles touch" : "{tiles}",
  { tiles: words.tiles(tiles, text) });

/**
 * @param {string} none what is said if nothing counts on any road
 * @param {(words: Words, way: Way) => string} say
 * @returns {Sentence}
 */
const onBestRoad = (none, say) => (words, { ways: [way] }) => (way ? words.onRoad(say(words, way), way) : words.t(none));

/**
 * The key of a card -> its sentence; other cards count things of a kind.
 *
 * @type {Record<string, Sentence>}
 */
const SENTENCES = {
  capture: (words, { things: captured, pairs }) => {
    const [aliens, agents] = [0, 1].map((i) => words.listed(pairs.map((pair) => words.place(pair[i].position))));
    const caught = words.t(
      ["no alien is caught on a road", "alien at {aliens} is caught by the agent at {agents}"][pairs.length]
      ?? "aliens at {aliens} are caught by the agents at {agents}", { aliens, agents });
    const beside = words.t("{aliens} beside the roads", { aliens: words.number("{n} captured alien", captured.length) });
    return captured.length || !pairs.length ? caught + words.t("; ") + words.at(beside, positionsOf(captured)) : caught;
  },
  surrounded: onBestRoad("no alien is between two agents facing each other", (words, { things: aliens, by }) => words.t(
    aliens.length === 1 ? "{aliens} is between the agents at {agents}" : "{aliens} are between the agents at {agents}",
    { aliens: words.placed("{n} alien", aliens), agents: words.places(positionsOf(by)) })),
  dog_roundup: group("{tiles} with dogs"),
  finish_quickly: (words) => words.t("not decided by the town: always 0"),
  longest_road: (words, { ways }) => words.roads(ways, "road {road} has length {length}"),
  curvy: (words, { ways }) => words.placed("{n} curve", ways.flatMap(({ steps }) => steps)),
  hungry_aliens: timesFree,
  many_roads: (words, { ways }) => words.roads(ways),
  no_roads: (words, { tiles }) => words.tiles(tiles, "{tiles} without roads"),
  same_length_roads: (words, { ways }) => words.roads(ways, "{roads} of length {length}: {ways}"),
  safest_road: onBestRoad("no agent is on a road", (words, { things: agents }) => words.placed("{n} agent", agents)),
  few_roads: (words, { ways }) => words.roads(ways, "{roads}, each counts -1: {ways}"),
  eat_it_up: onBestRoad("no free alien sees a hamburger", (words, { things: hamburgers, by: [alien] }) => words.t(
    "the free alien at {alien} sees {hamburgers}",
    { alien: words.place(alien.position), hamburgers: words.placed("{n} hamburger", hamburgers) })),
  extraterrestrial: timesFree,
  abduction: onBestRoad("no alien faces an agent", (words, { things: aliens, by: [agent] }) => words.t(
    aliens.length === 1 ? "{aliens} faces the agent at {agent}" : "{aliens} face the agent at {agent}",
    { aliens: words.placed("{n} alien", aliens), agent: words.place(agent.position) })),
  alien_power: onBestRoad("no alien is free", (words, { things: aliens }) => words.placed("{n} free alien", aliens)),
  food_chain: (words, { ways }) => ways.map((way) => {
    const [hamburger, agent, alien] = [...way.things, ...way.by].map(({ position }) => words.place(position));
    return words.onRoad(
      words.t("agent at {agent}, alien at {alien}, hamburger at {hamburger}", { agent, alien, hamburger }), way);
  }).join(words.t("; ")) || words.t("no agent faces an alien that faces a hamburger"),
  safe_zone: group("{tiles} without aliens"),
  citizen_area: group("{tiles} with citizens"),
  residential_area: group("{tiles} with houses"),
  walk_the_dog: (words, { things, score }) => words.t("{citizens}, {dogs}: {pairs}", {
    citizens: words.placed("{n} citizen", things.filter((thing) => !isDog(thing))),
    dogs: words.placed("{n} dog", things.filter(isDog)), pairs: words.number("{n} pair", score),
  }),
};

// --- what is one step short ---------------------------------------------------------------------

/**
 * The number of steps between two positions.
 *
 * @param {Board} board
 * @param {number} one
 * @param {number} other
 */
function distance({ columns }, one, other) {
  return Math.abs(one % columns - other % columns) + Math.abs(Math.floor(one / columns) - Math.floor(other / columns));
}

/** @typedef {(found: Found, town: Things) => Marked} Short */

/**
 * Caught aliens: they would count if they were free.
 *
 * @type {Short}
 */
const caught = (_, { caught: pairs }) => ({ things: pairs.map(([alien]) => alien) });

/**
 * Tiles that one more tile would connect with the group.
 *
 * @type {Short}
 */
const apart = ({ tiles, members }, { town: { game } }) => ({
  tiles: members.filter((one) => !tiles.includes(one) && tiles.some((other) => distance(game, one, other) === 2)),
});

/**
 * The other objects that an object of a road sees in a direction, the nearest first.
 *
 * @param {Way} way
 * @param {boolean} ahead
 */
function others({ objects, things: counted, by: [from] }, ahead) {
  const at = objects.indexOf(from);
  return (ahead ? objects.slice(at + 1) : objects.slice(0, at).reverse()).filter((object) => !counted.includes(object));
}

/**
 * @param {(way: Way) => RoadObject[]} search
 * @returns {Short}
 */
const onWays = (search) => ({ ways }) => ({ things: ways.flatMap(search) });

/**
 * The key of a card -> what is one step short; other cards have no such thing.
 *
 * @type {Record<string, Short>}
 */
const SHORT = {
  // Free aliens.
  capture: (_, { free }) => ({ things: free }),
  // Aliens that only one agent faces.
  surrounded: (_, { encounters }) => ({
    things: encounters.flatMap(({ objects }) => objects.filter((object, i) => isAlien(object)
      && (objects.slice(0, i).findLast(isAgent)?.ahead ?? false) === (objects.slice(i).find(isAgent)?.ahead ?? true))),
  }),
  dog_roundup: apart,
  hungry_aliens: caught,
  // Roads longer or shorter by one tile.
  same_length_roads: ({ ways }, { roads }) => ({
    ways: roads.filter(({ length }) => Math.abs(length - ways[0].steps.length) === 1).map(asWay),
  }),
  // The hamburger behind the free alien that ends the view.
  eat_it_up: onWays((way) => others(way, way.by[0].ahead).filter(isHamburger).slice(0, 1)),
  extraterrestrial: caught,
  // Aliens on the same side of the agent that face away.
  abduction: onWays((way) => others(way, !way.things[0].ahead)
    .filter((object, i, side) => isAlien(object) && !side.slice(0, i).some(isAgent))),
  // Caught aliens on the same road.
  alien_power: ({ ways: [way] }, town) => ({
    things: town.caught.map(([alien]) => alien).filter((alien) => !way || way.objects.includes(alien)),
  }),
  // Two of three neighbours.
  food_chain: ({ ways }, { encounters }) => {
    const chains = ways.map((way) => [...way.things, ...way.by]);
    const pairs = encounters.flatMap(({ objects }) => objects.slice(1).map((b, i) => [objects[i], b]))
      .filter(([a, b]) => (goesAfter(a, b, true) || goesAfter(b, a, false))
        && !chains.some((chain) => chain.includes(a) && chain.includes(b)));
    return { pairs, things: pairs.flat() };
  },
  safe_zone: apart,
  citizen_area: apart,
  residential_area: apart,
  // Dogs or citizens without a partner.
  walk_the_dog: ({ things, pairs }) => ({ things: things.filter((thing) => !pairs.flat().includes(thing)) }),
};

/**
 * Citizens, each with the nearest dog that is left.
 *
 * @param {Board} board
 * @param {Thing[]} all
 */
function walkers(board, all) {
  const dogs = all.filter(isDog);
  return all.filter((thing) => !isDog(thing)).slice(0, dogs.length).map((citizen) => {
    /** @param {Thing} dog */
    const way = (dog) => distance(board, citizen.position, dog.position);
    return [citizen, ...dogs.sort((a, b) => way(a) - way(b)).splice(0, 1)];
  });
}

/**
 * @param {Words} words
 * @param {Marked} short
 */
function shortInWords(words, { things = [], tiles = [], ways = [] }) {
  const parts = [...Map.groupBy(new Set(things), ({ kind }) => kind)].map(([kind, ofKind]) => words.placed(KINDS[kind], ofKind));
  const named = [...parts, tiles.length && words.tiles(tiles), ways.length && words.roads(ways)].filter(Boolean);
  return named.length ? words.t("One step short (dashed): {things}", { things: named.join(words.t("; ")) }) : "";
}

/**
 * A road that counts as a whole.
 *
 * @param {Step[]} steps
 * @returns {Way}
 */
const asWay = (steps) => ({ steps, objects: [], things: [], by: [] });

/**
 * Explains the score of a town, finished or not.
 *
 * @param {Town} town
 * @param {string} key of the card
 * @param {Language} language
 * @returns {Explanation}
 */
export function explain(town, key, language) {
  const all = new Things(town);
  const { score, kinds = [], has, hasRoad, ...counted } = countedOn(all, key);
  /** @type {Thing[]} */
  const things = [...counted.things ?? []];
  const members = [];
  const roads = [...counted.roads ?? []];
  for (const [position, tile] of town.tiles.entries()) {
    for (const kind of kinds) {
      things.push(...Array.from({ length: tile?.off[kind] ?? 0 }, (_, n) => ({ position, kind, n })));
    }
    tile?.roads.forEach((laid, road) => {
      things.push(...(kinds.includes(laid.object) ? [{ position, road, kind: laid.object }] : []));
      roads.push(...(hasRoad?.(laid) ? [[{ position, road, exit: laid.second }]] : []));
    });
    members.push(...(tile && has?.(tile) ? [position] : []));
  }
  const ways = [...counted.ways ?? [], ...roads.map(asWay)].filter(({ steps }) => steps.length);
  const pairs = counted.pairs ?? (key === "walk_the_dog" ? walkers(town.game, things) : []);
  const found = { score, kinds, things, members, pairs, ways, tiles: counted.tiles ?? members };
  const short = SHORT[key]?.(found, all) ?? {};
  const words = new Words(town.game, language);
  const ringed = [...things, ...ways.flatMap((way) => [...way.things, ...way.by]), ...pairs.flat()];
  return {
    town, score, short,
    text: (SENTENCES[key] ?? eachThing)(words, found), shortText: shortInWords(words, short),
    counts: { ...found, things: ringed.filter((thing) => !short.things?.includes(thing)) },
  };
}

// --- drawing ------------------------------------------------------------------------------------

/** Tiles are drawn in the same colours on dark pages. */
const [INK, GOLD, PAPER] = ["#1a1a1a", "#ffb000", "#ffffff"];
const [RING, BROAD, NARROW] = [20, 17, 5];
const MIDDLES = [[50, 0], [0, 50], [50, 100], [100, 50]];

/** @typedef {{x: number, y: number}} Point */

/**
 * The part of a road on its tile.
 *
 * @param {Town} town
 * @param {{position: number, road: number}} step
 */
const roadOf = ({ tiles }, { position, road }) => /** @type {LaidTile} */ (tiles[position]).roads[road];

/**
 * The middle line of a road.
 *
 * @param {Town} town
 * @param {Step[]} steps
 * @param {Point} [start] on the first step, instead of its border
 * @param {Point} [end] on the last step
 */
function pathOf(town, steps, start, end) {
  return steps.map((step, i) => {
    const { x, y } = cornerOf(town.game.columns, step.position);
    const { first, second } = roadOf(town, step);
    const entry = step.exit === first ? second : first;
    const [from, to] = [entry, step.exit].map((side) => ({ x: x + MIDDLES[side][0], y: y + MIDDLES[side][1] }));
    const [a, b] = [(i === 0 && start) || from, (i === steps.length - 1 && end) || to];
    const turn = (step.exit - entry + SIDES) % SIDES;
    return `M${a.x} ${a.y}${turn === 2 ? "L" : `A50 50 0 0 ${turn === 1 ? 1 : 0} `}${b.x} ${b.y}`;
  }).join("");
}

/**
 * The middle line of a road from the first object that counts to the last; of all of it if it counts as a whole.
 *
 * @param {Town} town
 * @param {Way} way
 */
function partOf(town, { steps, things: counted, by }) {
  /** @param {RoadObject} object */
  const at = ({ position, road }) => steps.findIndex((step) => step.position === position && step.road === road);
  const [start, ...more] = [...counted, ...by].sort((a, b) => at(a) - at(b));
  const end = more.at(-1);
  return by.length && end ? pathOf(town, steps.slice(at(start), at(end) + 1), drawn(town, start), drawn(town, end))
    : pathOf(town, steps);
}

/**
 * A thing as it is drawn on its tile, and its middle. Of two hamburgers on roads of a tile, the first one.
 *
 * @param {Town} town
 * @param {Thing} thing
 */
function drawn(town, { position, kind, road, n = 0 }) {
  const { x, y } = cornerOf(town.game.columns, position);
  const facing = road === undefined ? null : roadOf(town, { position, road }).facing;
  const place = facing === null ? ":scope" : `[data-facing="${facing}"]`;
  const name = kind.replace(/s$/, "").replace("_", "-");
  const symbol = byId(symbolOf(/** @type {LaidTile} */ (town.tiles[position])));
  const use =
    /** @type {SVGUseElement} */
    (symbol.querySelectorAll(`${place} > use[href="#thing-${name}"]`)[n]);
  const { e, f } = use.transform.baseVal[0].matrix;
  const copy = (use.closest(".on-road") ?? use).cloneNode(true);
  return { x: x + e, y: y + f, picture: svg("g", { transform: `translate(${x} ${y})` }, copy) };
}

/**
 * @param {Town} town
 * @param {Marked} marked
 * @param {boolean} isShort
 */
function drawMarks(town, { things: all = [], pairs = [], tiles = [], ways = [] }, isShort) {
  /**
   * @param {"path" | "rect" | "line" | "circle"} shape
   * @param {number} width
   * @param {Record<string, string | number>} attributes
   */
  const outlined = (shape, width, attributes) => [[INK, width + 5], [isShort ? PAPER : GOLD, width]].map(([stroke, wide]) => (
    svg(shape, {
      fill: "none", stroke, "stroke-width": wide, "stroke-dasharray": isShort && stroke === PAPER ? "8 6" : null, ...attributes,
    })));
  return [
    ...tiles.flatMap((position) => outlined("rect", NARROW, {
      ...cornerOf(town.game.columns, position), transform: "translate(5 5)", width: TILE - 10, height: TILE - 10, rx: 6,
    })),
    ...ways.flatMap((way) => outlined("path", NARROW, { d: pathOf(town, way.steps) })),
    ...(isShort ? [] : ways.flatMap((way) => outlined("path", BROAD, { d: partOf(town, way) }))),
    ...ways.flatMap(({ steps }) => steps).filter((step) => roadOf(town, step).object)
      .map((step) => drawn(town, { ...step, kind: roadOf(town, step).object }).picture),
    ...pairs.flatMap((pair) => {
      const [a, b] = pair.map((thing) => drawn(town, thing));
      return outlined("line", NARROW, { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    }),
    ...all.flatMap((thing) => {
      const { x, y, picture } = drawn(town, thing);
      return [...outlined("circle", NARROW, { cx: x, cy: y, r: RING, fill: PAPER }), picture];
    }),
  ];
}

/**
 * Draws what counts, to be laid over the tiles of a town: what is one step short is dashed.
 *
 * @param {Explanation} explanation
 * @returns {SVGElement}
 */
export function drawWhy({ town, counts, counts: { tiles = [] }, short }) {
  const { rows, columns } = town.game;
  const [width, height] = [columns * TILE, rows * TILE];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height },
    ...[...town.tiles.keys()].filter((position) => tiles.length && !tiles.includes(position)).map((position) => (
      svg("rect", { ...cornerOf(columns, position), width: TILE, height: TILE, fill: PAPER, opacity: 0.6 }))),
    ...drawMarks(town, short, true), ...drawMarks(town, counts, false));
}
