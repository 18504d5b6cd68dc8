/** Scores towns as the pipeline does, by the rule set `published`. */

import { largestGroup, roadsOf } from "./town.js";

/** @typedef {import("./town.js").Town} Town */
/** @typedef {import("./town.js").Step} Step */

// --- the objects on one road, from its start to its far end --------------------------------------
// "Ahead" looks towards the far end.

/**
 * @param {Town} town
 * @param {Step[]} steps
 * @returns {{kind: string, ahead: boolean}[]}
 */
function objectsOn(town, steps) {
  return steps.flatMap((step) => {
    const road = town.tiles[step.position].roads[step.road];
    return road.object ? [{ kind: road.object, ahead: road.facing === step.exit }] : [];
  });
}

/** An agent facing ahead waits for the next alien, one facing back takes the latest free one. */
function caughtAliens(objects) {
  const caught = new Set();
  let waiting = -1;
  let freeAhead = -1;
  let freeBack = -1;
  objects.forEach(({ kind, ahead }, i) => {
    if (kind === "agent" && ahead) {
      waiting = i;
    } else if (kind === "agent") {
      const latest = Math.max(freeAhead, freeBack);
      if (latest >= 0) {
        caught.add(latest);
        if (latest === freeAhead) {
          freeAhead = -1;
        } else {
          freeBack = -1;
        }
      }
    } else if (kind === "alien") {
      if (waiting >= 0) {
        caught.add(i);
        waiting = -1;
      } else if (ahead) {
        freeAhead = i;
      } else {
        freeBack = i;
      }
    }
  });
  return caught;
}

/** Most aliens between an agent facing ahead and the next agent, which faces back. */
function mostSurrounded(objects) {
  let best = 0;
  let aliens = -1;
  for (const { kind, ahead } of objects) {
    if (kind === "agent") {
      if (ahead) {
        aliens = 0;
      } else {
        best = Math.max(best, aliens);
        aliens = -1;
      }
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
      if (looksOn) {
        best = Math.max(best, hamburgers);
        looksOn = ahead;
      } else if (ahead) {
        looksOn = true;
      } else {
        best = Math.max(best, hamburgers);
      }
      hamburgers = 0;
    }
  });
  return looksOn ? Math.max(best, hamburgers) : best;
}

/** Most aliens that face one agent from one side, no other agent between; caught ones too. */
function mostAbducting(objects) {
  let best = 0;
  let facingAhead = 0;
  let facingBack = 0;
  let behindAnAgent = false;
  for (const { kind, ahead } of objects) {
    if (kind === "alien" && ahead) {
      facingAhead += 1;
    } else if (kind === "alien") {
      facingBack += 1;
      if (behindAnAgent) {
        best = Math.max(best, facingBack);
      }
    } else if (kind === "agent") {
      best = Math.max(best, facingAhead);
      facingAhead = 0;
      facingBack = 0;
      behindAnAgent = true;
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

/**
 * The scores of a complete town by the keys of the themes.
 *
 * @param {Town} town
 * @returns {Object<string, number>}
 */
function scoresByKey(town) {
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const most = (numbers) => Math.max(0, ...numbers);
  const off = (tile, name) => tile.off[name] ?? 0;
  const offAll = (name) => sum(town.tiles.map((tile) => off(tile, name)));
  const onRoads = (tile, kind) => tile.roads.filter((road) => road.object === kind).length;
  const onAllRoads = (kind) => sum(town.tiles.map((tile) => onRoads(tile, kind)));

  const roads = roadsOf(town);
  const lengths = roads.map((steps) => steps.length);
  const curves = sum(town.tiles.map(
    (tile) => tile.roads.filter((road) => (road.second - road.first) % 2 === 1).length,
  ));
  const onRoad = roads.map((steps) => {
    const objects = objectsOn(town, steps);
    const caught = caughtAliens(objects);
    const count = (kind) => objects.filter((object) => object.kind === kind).length;
    return {
      caught: caught.size,
      chains: foodChains(objects),
      surrounded: mostSurrounded(objects),
      agents: count("agent"),
      eaten: mostEaten(objects, caught),
      abducting: mostAbducting(objects),
      freeAliens: count("alien") - caught.size,
    };
  });
  const caught = sum(onRoad.map((road) => road.caught));
  const freeAliens = onAllRoads("alien") - caught;
  const girls = offAll("girls");
  const boys = offAll("boys");
  const dogs = offAll("dogs");
  return {
    capture: caught + offAll("captured_aliens"),
    surrounded: most(onRoad.map((road) => road.surrounded)),
    dog_roundup: largestGroup(town, (tile) => off(tile, "dogs") > 0),
    finish_quickly: 0,
    longest_road: most(lengths),
    curvy: curves,
    real_estate_day: offAll("houses"),
    hungry_aliens: freeAliens * onAllRoads("hamburger"),
    agents: offAll("agents") + onAllRoads("agent"),
    many_roads: roads.length,
    no_roads: town.tiles.filter((tile) => tile.roads.length === 0).length,
    life_with_dogs: dogs,
    same_length_roads: most(lengths.map((a) => lengths.filter((b) => a === b).length)),
    safest_road: most(onRoad.map((road) => road.agents)),
    few_roads: -roads.length || 0,
    eat_it_up: most(onRoad.map((road) => road.eaten)),
    extraterrestrial: offAll("ufos") * freeAliens,
    abduction: most(onRoad.map((road) => road.abducting)),
    alien_power: most(onRoad.map((road) => road.freeAliens)),
    food_chain: sum(onRoad.map((road) => road.chains)),
    safe_zone: largestGroup(
      town, (tile) => off(tile, "captured_aliens") + onRoads(tile, "alien") === 0,
    ),
    citizen_area: largestGroup(town, (tile) => off(tile, "girls") + off(tile, "boys") > 0),
    residential_area: largestGroup(town, (tile) => off(tile, "houses") > 0),
    walk_the_dog: Math.min(girls + boys, dogs),
    ladies_night: girls,
    boy_scouts: boys,
  };
}

/**
 * The scores of a complete town in the order of some themes.
 *
 * @param {Town} town
 * @param {{key: string}[]} themes
 * @returns {number[]}
 */
export function scoresOf(town, themes) {
  const byKey = scoresByKey(town);
  return themes.map((theme) => byKey[theme.key]);
}
