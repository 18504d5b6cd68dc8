/** Scores towns by the rule set of the game, as the pipeline does: finds what counts, which is as many as the score. */

/** @import {Game, LaidTile, Road, Step, Town} from "./town.js" */

import { largestGroup, roadsOf } from "./town.js";

/**
 * @typedef {{position: number, road: number, kind: string, ahead: boolean}} RoadObject "ahead" looks towards the far end
 *   of its road
 * @typedef {{things: RoadObject[], by: RoadObject[]}} Encounter objects of a road that count, and others that make them
 * @typedef {[alien: number, agent: number]} Catch places on a road
 * @typedef {Encounter & {steps: Step[], objects: RoadObject[]}} Way a road of which something counts; all of it where
 *   `by` is empty
 * @typedef {Object} Counted what counts on a card
 * @property {number} score
 * @property {Omit<RoadObject, "ahead">[]} [things]
 * @property {string[]} [kinds] all things of these kinds
 * @property {RoadObject[][]} [pairs] caught aliens, each with the agent that catches it
 * @property {number[]} [tiles] positions
 * @property {(tile: LaidTile) => boolean} [has] whether a tile may be one of `tiles`; without these it is
 * @property {Step[][]} [roads]
 * @property {(road: Road) => boolean} [hasRoad] whether a road of a tile counts
 * @property {Way[]} [ways]
 */

// --- the objects on one road, from its start to its far end -------------------------------------

/** @param {{kind: string}} object */
export const isAgent = ({ kind }) => kind === "agent";
/** @param {{kind: string}} object */
export const isAlien = ({ kind }) => kind === "alien";
/** @param {{kind: string}} object */
export const isHamburger = ({ kind }) => kind === "hamburger";

/**
 * The places of some objects, each between the ones before and after it; -1 and the length of the road are its ends.
 *
 * @param {RoadObject[]} objects
 * @param {(object: RoadObject, place: number) => boolean} isOne
 */
function placesOf(objects, isOne) {
  /** @type {number[]} */
  const places = [];
  objects.forEach((object, place) => isOne(object, place) && places.push(place));
  return places.map((place, i) => [places[i - 1] ?? -1, place, places[i + 1] ?? objects.length]);
}

/**
 * The aliens that are caught by the published rules: an agent facing ahead waits for the next alien, one facing back takes
 * the latest free one.
 *
 * @param {RoadObject[]} objects
 * @returns {Catch[][]} the one way there is
 */
function publishedCatches(objects) {
  /** @type {Catch[]} */
  const caught = [];
  let waiting = -1;
  const free = [-1, -1]; // the latest alien facing back, and the latest facing ahead
  objects.forEach(({ kind, ahead }, i) => {
    if (kind === "agent" && ahead) {
      waiting = i;
    } else if (kind === "agent") {
      const latest = Math.max(...free);
      if (latest >= 0) {
        caught.push([latest, i]);
        free[free.indexOf(latest)] = -1;
      }
    } else if (kind === "alien" && waiting >= 0) {
      caught.push([i, waiting]);
      waiting = -1;
    } else if (kind === "alien") {
      free[Number(ahead)] = i;
    }
  });
  return [caught.sort(([a], [b]) => a - b)];
}

/**
 * The largest sets of aliens that different agents can catch, each one that is ahead of it.
 *
 * @param {RoadObject[]} objects
 * @returns {Catch[][]} every such set
 */
function impartialCatches(objects) {
  /** @type {Map<string, Catch[]>} */
  const found = new Map([["", []]]);
  objects.forEach(({ kind, ahead }, agent) => {
    if (kind !== "agent") {
      return;
    }
    /** @param {number} i */
    const isAhead = (i) => objects[i].kind === "alien" && (ahead ? i > agent : i < agent);
    for (const caught of [...found.values()]) {
      for (const alien of objects.keys()) {
        if (isAhead(alien) && !caught.some(([other]) => other === alien)) {
          /** @type {Catch[]} */
          const more = [...caught, [alien, agent]];
          const key = more.sort(([a], [b]) => a - b).map(([other]) => other).join();
          found.set(key, found.get(key) ?? more);
        }
      }
    }
  });
  const largest = Math.max(...[...found.values()].map((caught) => caught.length));
  return [...found.values()].filter((caught) => caught.length === largest);
}

/** @type {Record<Game["ruleSet"], (objects: RoadObject[]) => Catch[][]>} */
const CATCHES = { published: publishedCatches, impartial: impartialCatches };

/**
 * Aliens between an agent facing ahead and the next agent, which faces back.
 *
 * @param {RoadObject[]} objects
 * @returns {Encounter[]}
 */
function surrounded(objects) {
  return placesOf(objects, isAgent)
    .filter(([, first, second]) => objects[first].ahead && objects[second]?.ahead === false)
    .map(([, first, second]) => ({ things: objects.slice(first, second).filter(isAlien), by: [objects[first], objects[second]] }));
}

/**
 * Hamburgers that a free alien sees up to the next free alien or the road's end.
 *
 * @param {RoadObject[]} objects
 * @param {Catch[][]} catches
 * @returns {Encounter[]}
 */
function eaten(objects, catches) {
  return catches.flatMap((caught) => placesOf(objects, isFree(caught)).map(([before, alien, after]) => {
    const inSight = objects[alien].ahead ? objects.slice(alien, after) : objects.slice(before + 1, alien);
    return { things: inSight.filter(isHamburger), by: [objects[alien]] };
  }));
}

/**
 * Aliens that face an agent from one side, no other agent between; caught ones too.
 *
 * @param {RoadObject[]} objects
 * @returns {Encounter[]}
 */
function abducting(objects) {
  return placesOf(objects, isAgent).flatMap(([before, agent, after]) => [
    { things: objects.slice(before + 1, agent).filter((object) => isAlien(object) && object.ahead), by: [objects[agent]] },
    { things: objects.slice(agent, after).filter((object) => isAlien(object) && !object.ahead), by: [objects[agent]] },
  ]);
}

/**
 * Whether an agent goes after an alien that goes on in the same direction, or an alien after a hamburger.
 *
 * @param {RoadObject} one
 * @param {RoadObject} next
 * @param {boolean} ahead
 */
export function goesAfter(one, next, ahead) {
  return one.ahead === ahead && (isAgent(one) ? isAlien(next) && next.ahead === ahead : isAlien(one) && isHamburger(next));
}

/**
 * Agent, alien and hamburger in a row, each going after the next, in either direction.
 *
 * @param {RoadObject[]} objects
 * @returns {Encounter[]}
 */
function foodChains(objects) {
  return objects.flatMap((a, i) => {
    const [b, c] = [objects[i + 1], objects[i + 2]];
    return !c ? [] : isAgent(a) && goesAfter(a, b, true) && goesAfter(b, c, true) ? [{ things: [c], by: [a, b] }]
      : isAgent(c) && goesAfter(c, b, false) && goesAfter(b, a, false) ? [{ things: [a], by: [c, b] }] : [];
  });
}

/**
 * Whether an object is an alien that is not caught.
 *
 * @param {Catch[]} caught
 */
function isFree(caught) {
  /**
   * @param {RoadObject} object
   * @param {number} place
   */
  return (object, place) => isAlien(object) && !caught.some(([alien]) => alien === place);
}

// --- cards --------------------------------------------------------------------------------------

/** The things in a town, found on demand. */
export class Things {
  /** @param {Town} town finished or not */
  constructor(town) {
    this.town = town;
    this.tiles = town.tiles.filter(Boolean);
    this.roads = roadsOf(town);
  }

  /**
   * Number of things of some kinds; those on roads have names in the singular.
   *
   * @param {string[]} kinds
   */
  n(...kinds) {
    let n = 0;
    for (const { off, roads } of this.tiles) {
      kinds.forEach((kind) => { n += off[kind] ?? 0; });
      roads.forEach(({ object }) => { n += Number(kinds.includes(object)); });
    }
    return n;
  }

  /**
   * Each thing of some kinds scores.
   *
   * @param {string[]} kinds
   * @returns {Counted}
   */
  each(...kinds) {
    return { score: this.n(...kinds), kinds };
  }

  /**
   * The largest group of the tiles that have something.
   *
   * @param {(tile: LaidTile) => boolean} has
   */
  group(has) {
    const tiles = largestGroup(this.town, has);
    return { score: tiles.length, tiles, has };
  }

  /** Of each road with objects these, and all ways in which its aliens may be caught. */
  get encounters() {
    /** @type {{steps: Step[], objects: RoadObject[], catches: Catch[][]}[] | undefined} */
    this.found = this.found ?? this.roads.map((steps) => {
      /** @type {RoadObject[]} */
      const objects = [];
      for (const { position, road, exit } of steps) {
        const { object: kind, facing } = /** @type {LaidTile} */ (this.town.tiles[position]).roads[road];
        if (kind) {
          objects.push({ position, road, kind, ahead: facing === exit });
        }
      }
      return { steps, objects, catches: CATCHES[this.town.game.ruleSet](objects) };
    }).filter(({ objects }) => objects.length);
    return this.found;
  }

  /** The caught aliens, each with the agent that catches it. */
  get caught() {
    return this.encounters.flatMap(({ objects, catches: [caught] }) => caught.map((pair) => pair.map((place) => objects[place])));
  }

  /** The aliens on roads that no agent catches, also on roads that do not reach the border yet. */
  get free() {
    const caught = this.caught.map(([{ position, road }]) => `${position} ${road}`);
    return this.town.tiles.flatMap((tile, position) => (tile?.roads ?? []).flatMap(({ object: kind }, road) => (
      kind === "alien" && !caught.includes(`${position} ${road}`) ? [{ position, road, kind }] : [])));
  }

  /**
   * Free aliens times things of a kind.
   *
   * @param {string} kind
   * @returns {Counted}
   */
  timesFree(kind) {
    const things = this.free;
    return { score: things.length * this.n(kind), things, kinds: [kind] };
  }

  /**
   * The encounter in which the most counts, of several the first one; a way without steps if nothing counts.
   *
   * @param {(objects: RoadObject[], catches: Catch[][]) => Encounter[]} find
   * @returns {Counted}
   */
  best(find) {
    /** @type {Way} */
    let best = { steps: [], objects: [], things: [], by: [] };
    for (const { steps, objects, catches } of this.encounters) {
      for (const { things, by } of find(objects, catches)) {
        best = things.length > best.things.length ? { steps, objects, things, by } : best;
      }
    }
    return { score: best.things.length, ways: [best] };
  }
}

/**
 * The key of a card -> a function that finds what counts in a town.
 *
 * @type {Record<string, (town: Things) => Counted>}
 */
const CARDS = {
  capture: (town) => {
    const pairs = town.caught;
    return { score: pairs.length + town.n("captured_aliens"), pairs, kinds: ["captured_aliens"] };
  },
  surrounded: (town) => town.best(surrounded),
  dog_roundup: (town) => town.group(({ off }) => off.dogs > 0),
  finish_quickly: () => ({ score: 0 }),
  longest_road: ({ roads }) => {
    const [road = []] = [...roads].sort((a, b) => b.length - a.length);
    return { score: road.length, roads: [road] };
  },
  curvy: ({ tiles }) => {
    /** @param {Road} road */
    const isCurve = ({ first, second }) => (second - first) % 2 > 0;
    return { score: tiles.reduce((n, { roads }) => n + roads.filter(isCurve).length, 0), hasRoad: isCurve };
  },
  real_estate_day: (town) => town.each("houses"),
  hungry_aliens: (town) => town.timesFree("hamburger"),
  agents: (town) => town.each("agents", "agent"),
  many_roads: ({ roads }) => ({ score: roads.length, roads }),
  no_roads: ({ tiles }) => {
    /** @param {LaidTile} tile */
    const has = ({ roads }) => !roads.length;
    return { score: tiles.filter(has).length, has };
  },
  life_with_dogs: (town) => town.each("dogs"),
  same_length_roads: ({ roads }) => {
    const [alike = []] = roads.map((road) => roads.filter(({ length }) => length === road.length))
      .sort((a, b) => b.length - a.length || b[0].length - a[0].length);
    return { score: alike.length, roads: alike };
  },
  safest_road: (town) => town.best((objects) => [{ things: objects.filter(isAgent), by: [] }]),
  few_roads: ({ roads }) => ({ score: -roads.length || 0, roads }),
  eat_it_up: (town) => town.best(eaten),
  extraterrestrial: (town) => town.timesFree("ufos"),
  abduction: (town) => town.best(abducting),
  alien_power: (town) => town.best((objects, [caught]) => [{ things: objects.filter(isFree(caught)), by: [] }]),
  food_chain: (town) => {
    const ways = town.encounters.flatMap(({ steps, objects }) => (
      foodChains(objects).map((chain) => ({ steps, objects, ...chain }))));
    return { score: ways.length, ways };
  },
  safe_zone: (town) => town.group(({ off, roads }) => !off.captured_aliens && !roads.some(({ object }) => object === "alien")),
  citizen_area: (town) => town.group(({ off }) => off.girls > 0 || off.boys > 0),
  residential_area: (town) => town.group(({ off }) => off.houses > 0),
  walk_the_dog: (town) => ({
    score: Math.min(town.n("girls", "boys"), town.n("dogs")), kinds: ["girls", "boys", "dogs"],
  }),
  ladies_night: (town) => town.each("girls"),
  boy_scouts: (town) => town.each("boys"),
};

/**
 * @param {{key: string}[]} themes
 * @returns {string[]} the keys of the cards that this page cannot score
 */
export function unscored(themes) {
  return themes.map(({ key }) => key).filter((key) => !(key in CARDS));
}

/**
 * What counts on a card; in an unfinished town, of its tiles so far.
 *
 * @param {Things} things
 * @param {string} key
 * @returns {Counted} its score is NaN if this page cannot score the card
 */
export function countedOn(things, key) {
  return CARDS[key]?.(things) ?? { score: NaN };
}

/**
 * The scores of a town in `themes`.
 *
 * @param {Town} town
 * @param {{key: string}[]} themes
 * @returns {number[]} in the order of `themes`
 */
export function scoresOf(town, themes) {
  const things = new Things(town);
  return themes.map(({ key }) => countedOn(things, key).score);
}
