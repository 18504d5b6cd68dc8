/** Scores towns as the pipeline does, by the rule set of the game. */

import { largestGroup, roadsOf } from "./town.js";

// --- the objects on one road, from its start to its far end: "ahead" looks towards the far end --

/**
 * @param {import("./town.js").Town} town
 * @param {import("./town.js").Step[]} steps
 * @returns {{kind: string, ahead: boolean}[]}
 */
function objectsOn(town, steps) {
  return steps.flatMap((step) => {
    const road = town.tiles[step.position].roads[step.road];
    return road.object ? [{ kind: road.object, ahead: road.facing === step.exit }] : [];
  });
}

/**
 * The aliens that are caught by the published rules: an agent facing ahead waits for the next alien, one facing back takes
 * the latest free one.
 *
 * @returns {Set<number>[]} the one way there is
 */
function publishedCatches(objects) {
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
 * @returns {Set<number>[]} every such set
 */
function impartialCatches(objects) {
  const found = new Map([["", new Set()]]);
  objects.forEach(({ kind, ahead }, agent) => {
    if (kind !== "agent") {
      return;
    }
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

const CATCHES = { published: publishedCatches, impartial: impartialCatches };

/** Most aliens between an agent facing ahead and the next agent, which faces back. */
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

/** Most hamburgers that one free alien sees up to the next free alien or the road's end. */
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

/** Most aliens that face one agent from one side, no other agent between; caught ones too. */
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

/** Agent, alien and hamburger in a row, each going after the next, in either direction. */
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

/** What is on one road. */
function onRoad(objects, ruleSet) {
  const ways = CATCHES[ruleSet](objects);
  const caught = ways[0].size;
  const count = (kind) => objects.filter((object) => object.kind === kind).length;
  return {
    caught,
    chains: foodChains(objects),
    surrounded: mostSurrounded(objects),
    agents: count("agent"),
    eaten: Math.max(...ways.map((way) => mostEaten(objects, way))),
    abducting: mostAbducting(objects),
    freeAliens: count("alien") - caught,
  };
}

/**
 * The scores of a town in the order of some themes; of an unfinished one, what its tiles give by now.
 *
 * @param {import("./town.js").Town} town
 * @param {{key: string}[]} themes
 * @returns {number[]}
 */
export function scoresOf(town, themes) {
  const { game } = town;
  const tiles = town.tiles.filter(Boolean);
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const most = (numbers) => Math.max(0, ...numbers);
  const off = (tile, name) => tile.off[name] ?? 0;
  const offAll = (name) => sum(tiles.map((tile) => off(tile, name)));
  const onTile = (tile, kind) => tile.roads.filter((road) => road.object === kind).length;
  const onTiles = (kind) => sum(tiles.map((tile) => onTile(tile, kind)));
  const groupWith = (...names) => largestGroup(town, (tile) => names.some((name) => off(tile, name) > 0));

  const roads = roadsOf(town);
  const lengths = roads.map((steps) => steps.length);
  const onRoads = roads.map((steps) => onRoad(objectsOn(town, steps), game.ruleSet));
  const sumOf = (name) => sum(onRoads.map((road) => road[name]));
  const mostOf = (name) => most(onRoads.map((road) => road[name]));
  const freeAliens = onTiles("alien") - sumOf("caught");
  const [girls, boys, dogs] = ["girls", "boys", "dogs"].map(offAll);
  const byKey = {
    capture: sumOf("caught") + offAll("captured_aliens"),
    surrounded: mostOf("surrounded"),
    dog_roundup: groupWith("dogs"),
    finish_quickly: 0,
    longest_road: most(lengths),
    curvy: sum(tiles.map((tile) => tile.roads.filter((road) => (road.second - road.first) % 2 === 1).length)),
    real_estate_day: offAll("houses"),
    hungry_aliens: freeAliens * onTiles("hamburger"),
    agents: offAll("agents") + onTiles("agent"),
    many_roads: roads.length,
    no_roads: tiles.filter((tile) => tile.roads.length === 0).length,
    life_with_dogs: dogs,
    same_length_roads: most(lengths.map((a) => lengths.filter((b) => a === b).length)),
    safest_road: mostOf("agents"),
    few_roads: -roads.length || 0,
    eat_it_up: mostOf("eaten"),
    extraterrestrial: offAll("ufos") * freeAliens,
    abduction: mostOf("abducting"),
    alien_power: mostOf("freeAliens"),
    food_chain: sumOf("chains"),
    safe_zone: largestGroup(town, (tile) => off(tile, "captured_aliens") + onTile(tile, "alien") === 0),
    citizen_area: groupWith("girls", "boys"),
    residential_area: groupWith("houses"),
    walk_the_dog: Math.min(girls + boys, dogs),
    ladies_night: girls,
    boy_scouts: boys,
  };
  return themes.map((theme) => byKey[theme.key]);
}
