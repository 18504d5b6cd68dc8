// Questions of tests to the modules of the MilliJan page.

const modules = ["game", "splits", "distance", "session", "names", "view_answer", "parts"]
  .map((name) => import(`./${name}.js`));
const [game, splits, distances, { Session }, { kindsIn, latinOf }, { headline }, { reasons }] = await Promise.all(modules);
const data = await (await fetch("data.json")).json();
const units = Object.fromEntries(Object.entries(data.units).map(([name, list]) => [name, game.numbered(list)]));
const kinds = data.tiles.length;
const seed = { rules: "seed", main: null };
const numbers = (packings) => packings.map((one) => one.map(({ number }) => number));

/** Splits of hands with a main idol each: by the first rules, and their scores by the latest ones. */
function knownSplits(hands) {
  return hands.map(([tiles, main]) => {
    const hand = game.sorted(tiles);
    const best = splits.bestSplit(hand, units[2019], seed);
    const latest = [null, main].map((idol) => splits.bestScore(hand, units[2019], { rules: "v1.6", main: idol }));
    return [splits.candidates(hand, units[2019]).length, best.isComplete, best.score, best.value,
      numbers(best.packings), ...latest];
  });
}

/** Distances, accepted kinds and waits of hands of 12 tiles. */
function distancesOf(hands, list) {
  return hands.map((tiles) => {
    const hand = game.sorted(tiles);
    const found = new distances.Distances(hand, units[list], kinds).from(hand);
    return [found, found.distance === 1 ? splits.scoredWaits(hand, found.accepted, units[list], seed) : []];
  });
}

/** Ranked discards of hands of 13 tiles. */
function discardsOf(hands) {
  return hands.map((tiles) => {
    const hand = game.sorted(tiles);
    return distances.rankDiscards(hand, new distances.Distances(hand, units[2019], kinds));
  });
}

/** Values, scores and splits of hands by several rules. */
function splitsBy(hands, countings, list) {
  return hands.map((hand) => countings.map(([rules, main]) => {
    const best = splits.bestSplit(hand, units[list], { rules, main });
    return [best.value, best.score, numbers(best.packings)];
  }));
}

/** All texts of the page for states of a session. */
function judged(states) {
  const session = new Session(data);
  return states.map((state) => {
    session.take(state);
    const { split, isWon, candidates, distance, accepted, waits, discards, reason } = session.answer;
    return {
      complete: split.isComplete, won: isWon, score: split.score, value: split.value,
      splits: numbers(split.packings), candidates: numbers([candidates])[0], distance,
      accepted: accepted.map(({ kind, copies }) => [kind, copies]),
      waits: waits.map(({ kind, score }) => [kind, score]),
      discards: discards.map((one) => [one.kind, one.distance, one.copies]),
      reasons: reason && reasons(reason, data.tiles),
    };
  });
}

/** The texts for hands without a win of 13 tiles, with units of two pairs. */
function hopeless(hands) {
  const pairs = [[0, 1], [2, 3]].map((members) => ({ name: "", members }));
  const session = new Session({ ...data, units: { pairs } });
  return hands.map((hand) => {
    session.setHand(hand);
    const { distance, accepted, discards, split, outside } = session.answer;
    return [distance, accepted, discards, split.score, outside, headline(session)];
  });
}

/** The kinds that each name of each tile means. */
function kindsOfNames() {
  const dotted = ({ name, full_name: full }) => full.replace(name, `・${name}・`);
  return data.tiles.map((tile) => [tile.name, tile.kana, tile.full_name, latinOf(tile.kana), dotted(tile)]
    .map((name) => kindsIn(name, data.tiles)));
}

/** How far down elements reach. */
function bottoms(selectors) {
  return selectors.map((selector) => document.querySelector(selector).getBoundingClientRect().bottom);
}

/** What practice shows of a choice: all discards with their scores, and the reason. */
function shownOf(choice) {
  const rows = choice.discards.map(({ kind, distance, copies, score }) => [
    data.tiles[kind].name, distance, copies, score]);
  return [rows, reasons(choice.reason, data.tiles)];
}

/** The hand of a seed, and what practice shows after the discard of its tile at a place. */
async function practised(seed, place) {
  const { Choice, seededHand } = await import("./practice.js");
  const hand = seededHand(seed);
  return [hand, ...shownOf(new Choice(hand, units[2019]).choose(hand[place]))];
}

/** Solo games, each given as its name and the discarded kinds: their ends and what the coach says. */
async function soloGames(games) {
  const { SoloGame, tallyOf } = await import("./practice.js");
  return games.map(([name, kinds]) => {
    const game = new SoloGame(name, units[2019]);
    kinds.forEach((kind) => game.discard(kind));
    const { hand, draws, isOver, hasWon, split, choices, worst } = game;
    return [hand, draws, isOver, hasWon, split.score, tallyOf(choices).points, choices.indexOf(worst), choices.map(shownOf)];
  });
}

/** The hands of a day. */
async function dailyHands(day) {
  return (await import("./practice.js")).dailyHands(day);
}
