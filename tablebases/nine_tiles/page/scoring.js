/** Scores towns by the rule set of the game, as the pipeline does. */

/** @import {Game, LaidTile, Step, Town} from "./town.js" */

import { largestGroup, roadsOf } from "./town.js";

// --- the objects on one road, from its start to its far end: "ahead" looks towards the far end --

/** @typedef {{kind: string, ahead: boolean}} RoadObject */

/**
 * @param {Town} town
 * @param {Step[]} steps
 * @returns {RoadObject[]}
 */
function objectsOn(town, steps) {
  return steps.flatMap((step) => {
    const road =
      /** @type {LaidTile} */
      (town.tiles[step.position]).roads[step.road];
    return road.object ? [{ kind: road.object, ahead: road.facing === step.exit }] : [];
  });
}

/**
 * The aliens that are caught by the published rules: an agent facing ahead waits for the next alien, one facing back takes
 * the latest free one.
 *
 * @param {RoadObject[]} objects
 * @returns {Set<number>[]} the one way there is
 */
function publishedCatches(objects) {
  /** @type {Set<number>} */
  const caught = new Set();
  let waiting = -1;
  const free = [-1, -1]; // the latest alien facing back, and the latest facing ahead
  objects.forEach(({ kind, ahead }, i) => {
    if (kind === "agent" && ahead) {
      waiting = i;
    } else if (kind === "agent") {
      const latest = Math.max(...free);
      if (latest >= 0) {
        caught.add(latest);
        free[free.indexOf(latest)] = -1;
      }
    } else if (kind === "alien" && waiting >= 0) {
      caught.add(i);
      waiting = -1;
    } else if (kind === "alien") {
      free[Number(ahead)] = i;
    }
  });
  return [caught];
}

/**
 * The largest sets of aliens that different agents can catch, each one that is ahead of it.
 *
 * @param {RoadObject[]} objects
 * @returns {Set<number>[]} every such set
 */
function impartialCatches(objects) {
  /** @type {Map<string, Set<number>>} */
  const found = new Map([["", new Set()]]);
  objects.forEach(({ kind, ahead }, agent) => {
    if (kind !== "agent") {
      return;
    }
    /** @param {number} i */
    const isAhead = (i) => objects[i].kind === "alien" && (ahead ? i > agent : i < agent);
    for (const caught of [...found.values()]) {
      for (const alien of objects.keys()) {
        if (isAhead(alien) && !caught.has(alien)) {
          const more = [...caught, alien].sort((a, b) => a - b);
          found.set(more.join(), new Set(more));
        }
      }
    }
  });
  const most = Math.max(...[...found.values()].map((caught) => caught.size));
  return [...found.values()].filter((caught) => caught.size === most);
}

/** @type {Record<Game["ruleSet"], (objects: RoadObject[]) => Set<number>[]>} */
const CATCHES = { published: publishedCatches, impartial: impartialCatches };

/**
 * Most aliens between an agent facing ahead and the next agent, which faces back.
 *
 * @param {RoadObject[]} objects
 */
function mostSurrounded(objects) {
  let best = 0;
  let aliens = -1;
  for (const { kind, ahead } of objects) {
    if (kind === "agent" && ahead) {
      aliens = 0;
    } else if (kind === "agent") {
      best = Math.max(best, aliens);
      aliens = -1;
    } else if (kind === "alien" && aliens >= 0) {
      aliens += 1;
    }
  }
  return best;
}

/**
 * Most hamburgers that one free alien sees up to the next free alien or the road's end.
 *
 * @param {RoadObject[]} objects
 * @param {Set<number>} caught
 */
function mostEaten(objects, caught) {
  let best = 0;
  let hamburgers = 0;
  let looksOn = false;
  objects.forEach(({ kind, ahead }, i) => {
    if (kind === "hamburger") {
      hamburgers += 1;
    } else if (kind === "alien" && !caught.has(i)) {
      if (looksOn || !ahead) {
        best = Math.max(best, hamburgers);
      }
      looksOn = ahead;
      hamburgers = 0;
    }
  });
  return looksOn ? Math.max(best, hamburgers) : best;
}

/**
 * Most aliens that face one agent from one side, no other agent between; caught ones too.
 *
 * @param {RoadObject[]} objects
 */
function mostAbducting(objects) {
  let best = 0;
  let facingAhead = 0;
  let facingBack = -Infinity; // until there is an agent to face
  for (const { kind, ahead } of objects) {
    if (kind === "alien" && ahead) {
      facingAhead += 1;
    } else if (kind === "alien") {
      facingBack += 1;
      best = Math.max(best, facingBack);
    } else if (kind === "agent") {
      best = Math.max(best, facingAhead);
      facingAhead = 0;
      facingBack = 0;
    }
  }
  return best;
}

/**
 * Agent, alien and hamburger in a row, each going after the next, in either direction.
 *
 * @param {RoadObject[]} objects
 */
function foodChains(objects) {
  let chains = 0;
  for (let i = 0; i + 2 < objects.length; i++) {
    const [a, b, c] = objects.slice(i, i + 3);
    const kinds = [a.kind, b.kind, c.kind].join(" ");
    chains += Number(kinds === "agent alien hamburger" && a.ahead && b.ahead)
      + Number(kinds === "hamburger alien agent" && !b.ahead && !c.ahead);
  }
  return chains;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
/** @param {number[]} numbers */
const most = (numbers) => Math.max(0, ...numbers);

/** The things in a town, counted on demand. */
class Counts {
  /** @param {Town} town finished or not */
  constructor(town) {
    this.town = town;
    this.tiles = town.tiles.filter(Boolean);
    this.roads = roadsOf(town);
  }

  /**
   * Number of things of a kind off the roads.
   *
   * @param {string} kind
   */
  off(kind) {
    return sum(this.tiles.map((tile) => tile.off[kind] ?? 0));
  }

  /**
   * Number of objects of a kind on roads.
   *
   * @param {string} kind
   */
  on(kind) {
    return sum(this.tiles.map((tile) => onTile(tile, kind)));
  }

  /**
   * The largest group of the tiles that have something of these kinds off their roads.
   *
   * @param {string[]} kinds
   */
  group(...kinds) {
    return largestGroup(this.town, (tile) => kinds.some((kind) => tile.off[kind] > 0));
  }

  get lengths() {
    return this.roads.map((steps) => steps.length);
  }

  /** Of each road its objects, and all ways in which its aliens may be caught. */
  get objects() {
    /** @type {{objects: RoadObject[], catches: Set<number>[]}[] | undefined} */
    this.found = this.found ?? this.roads.map((steps) => {
      const objects = objectsOn(this.town, steps);
      return { objects, catches: CATCHES[this.town.game.ruleSet](objects) };
    });
    return this.found;
  }

  /**
   * The results of a function for the objects of each road.
   *
   * @template Result
   * @param {(objects: RoadObject[], catches: Set<number>[]) => Result} count
   * @returns {Result[]}
   */
  onRoads(count) {
    return this.objects.map(({ objects, catches }) => count(objects, catches));
  }

  get caught() {
    return sum(this.onRoads((_, [caught]) => caught.size));
  }

  get freeAliens() {
    return this.on("alien") - this.caught;
  }
}

/**
 * @param {LaidTile} tile
 * @param {string} kind
 */
const onTile = (tile, kind) => tile.roads.filter((road) => road.object === kind).length;
/**
 * @param {RoadObject[]} objects
 * @param {string} kind
 */
const countOf = (objects, kind) => objects.filter((object) => object.kind === kind).length;

/**
 * The key of a card -> a function that scores a town.
 *
 * @type {Record<string, (town: Counts) => number>}
 */
const CARDS = {
  capture: (town) => town.caught + town.off("captured_aliens"),
  surrounded: (town) => most(town.onRoads(mostSurrounded)),
  dog_roundup: (town) => town.group("dogs"),
  finish_quickly: () => 0,
  longest_road: (town) => most(town.lengths),
  curvy: (town) => sum(town.tiles.map(({ roads }) => roads.filter(({ first, second }) => (second - first) % 2).length)),
  real_estate_day: (town) => town.off("houses"),
  hungry_aliens: (town) => town.freeAliens * town.on("hamburger"),
  agents: (town) => town.off("agents") + town.on("agent"),
  many_roads: (town) => town.roads.length,
  no_roads: (town) => town.tiles.filter((tile) => tile.roads.length === 0).length,
  life_with_dogs: (town) => town.off("dogs"),
  same_length_roads: ({ lengths }) => most(lengths.map((a) => lengths.filter((b) => a === b).length)),
  safest_road: (town) => most(town.onRoads((objects) => countOf(objects, "agent"))),
  few_roads: (town) => -town.roads.length || 0,
  eat_it_up: (town) => most(town.onRoads((objects, catches) => most(catches.map((caught) => mostEaten(objects, caught))))),
  extraterrestrial: (town) => town.off("ufos") * town.freeAliens,
  abduction: (town) => most(town.onRoads(mostAbducting)),
  alien_power: (town) => most(town.onRoads((objects, [caught]) => countOf(objects, "alien") - caught.size)),
  food_chain: (town) => sum(town.onRoads(foodChains)),
  safe_zone: ({ town }) => largestGroup(town, (tile) => !tile.off.captured_aliens && !onTile(tile, "alien")),
  citizen_area: (town) => town.group("girls", "boys"),
  residential_area: (town) => town.group("houses"),
  walk_the_dog: (town) => Math.min(town.off("girls") + town.off("boys"), town.off("dogs")),
  ladies_night: (town) => town.off("girls"),
  boy_scouts: (town) => town.off("boys"),
};

/**
 * @param {{key: string}[]} themes
 * @returns {string[]} the keys of the cards that this page cannot score
 */
export function unscored(themes) {
  return themes.map(({ key }) => key).filter((key) => !(key in CARDS));
}

/**
 * The scores of a town in `themes`; of an unfinished town, those of its tiles so far.
 *
 * @param {Town} town
 * @param {{key: string}[]} themes
 * @returns {number[]} in the order of `themes`; NaN for a card that this page cannot score
 */
export function scoresOf(town, themes) {
  const counts = new Counts(town);
  return themes.map(({ key }) => CARDS[key]?.(counts) ?? NaN);
}
