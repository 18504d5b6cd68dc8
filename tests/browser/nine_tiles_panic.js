// Questions of tests to the modules of the page of Nine Tiles Panic.

const modules = ["scoring", "town", "answers", "search", "judge"].map((name) => import(`./${name}.js`));
const [scoring, towns, answers, { searchThemes }, { judge }] = await Promise.all(modules);

/** Number of faults, scores and pattern of towns. */
function scoresOf(game, themes, patterns) {
  return patterns.map((pattern) => {
    const town = towns.layTown(game, pattern);
    return [towns.faultsOf(town).length, scoring.scoresOf(town, themes), towns.patternOf(town.tiles)];
  });
}

/** The faults of incomplete towns. */
async function faults(patterns) {
  const atlas = await answers.load();
  return patterns.map((pattern) => towns.faultsOf(towns.layTown(atlas.game, pattern)));
}

/** The theme sets that a town is best for. */
async function setsAnsweredBy(pattern) {
  return (await answers.load()).setsAnsweredBy(pattern);
}

/** Scores, number of towns and pattern of the answers to theme sets. */
async function answersTo(sets) {
  const atlas = await answers.load();
  return sets.map((indices) => atlas.answersTo(indices).map((a) => [a.scores, a.nTowns, a.town.pattern]));
}

/** The places of the outcomes of theme sets. */
async function outcomesOf(sets) {
  const atlas = await answers.load();
  return sets.map((indices) => atlas.outcomeOf(indices));
}

/** The numbers of the themes that a search finds. */
async function found(queries) {
  const { themes } = await answers.load();
  return queries.map((query) => searchThemes(query, themes).found.map((i) => themes[i].no));
}

/** The verdicts on rounds, given by the numbers of cards, patterns and players, all counted from 1. */
async function judged(rounds) {
  const atlas = await answers.load();
  return rounds.map(([cards, patterns, order]) => {
    const indices = cards.map((no) => atlas.themes.findIndex((theme) => theme.no === no));
    const laid = patterns.map((pattern) => towns.layTown(atlas.game, pattern));
    const found = judge(atlas, indices, laid, (order ?? []).map((player) => player - 1));
    return [
      found.winners.map((player) => player + 1), found.winner === null ? null : found.winner + 1, found.orderMatters,
      found.best.scores, found.best.town.pattern,
      found.players.map(({ scores, points, total, change }) => [
        scores ?? [], (scores ?? []).map((score, i) => atlas.themes[indices[i]].scores.indexOf(score) + 1),
        (scores ?? []).map((score, i) => atlas.shareBelow(indices[i], score)), points, total,
        change && [change.way, change.positions, towns.patternOf(change.town.tiles), change.scores],
      ]),
    ];
  });
}

/** The drawings of the placed tiles of the answer. */
function tilesOfTown() {
  const uses = [...document.querySelectorAll("#answer .town use")].map((e) => e.getAttribute("href"));
  return uses.filter((name) => document.querySelector(name));
}

/** Whether an element is less than `pixels` high. */
function isLower(selector, pixels) {
  return document.querySelector(selector).offsetHeight < pixels;
}

/** The number of titles of views that end in the title of the page. */
async function titles() {
  const seen = new Set();
  for (const link of document.querySelectorAll("#views a")) {
    await new Promise((done) => {
      if (link.hash === location.hash) done();
      else addEventListener("hashchange", done, { once: true });
      link.click();
    });
    if (!document.title.endsWith("Nine Tiles Panic: the atlas")) return document.title;
    seen.add(document.title);
  }
  return seen.size;
}

/** The texts of elements that lack a part; one more if there are no elements. */
function lacking(selector, part) {
  const texts = [...document.querySelectorAll(selector)].map((e) => e.textContent);
  return texts.length ? texts.filter((text) => !text.includes(part)) : ["no elements"];
}

/** The numbers of the cards of seeds, and of days. */
async function drawnCards(seeds, days) {
  const practice = await import("./practice.js");
  const { themes } = await answers.load();
  const numbers = (name) => practice.drawnCards(themes, name).map((index) => themes[index].no);
  return [seeds.map(numbers), days.map(numbers)];
}

/** Scores of towns and of the best town for cards given by their places, shares below, and the standing. */
async function verdicts(questions) {
  const { verdictOn } = await import("./practice.js");
  const atlas = await answers.load();
  return questions.map(([indices, pattern]) => {
    const { scores, best, below, mean, standing } = verdictOn(atlas, indices, pattern);
    return [scores, best.scores, [...below, mean], standing];
  });
}

/** The ids of the flash cards of a size in order, each with the numbers of the cards of its questions. */
async function deck(size) {
  const { deckOf } = await import("./practice.js");
  const atlas = await answers.load();
  return deckOf(atlas, size).map(({ id, sets }) => [id, sets.map((set) => set.map((index) => atlas.themes[index].no))]);
}
