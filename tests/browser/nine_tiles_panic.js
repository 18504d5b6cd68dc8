// Questions of tests to the modules of the page of Nine Tiles Panic.

const [answers, { searchThemes }] = await Promise.all(["answers", "search"].map((name) => import(`./${name}.js`)));

/** The numbers of the themes that a search finds. */
async function found(queries) {
  const { themes } = await answers.load();
  return queries.map((query) => searchThemes(query, themes).found.map((i) => themes[i].no));
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
  for (const link of document.querySelectorAll("#views [data-view]")) {
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

/** The ids of the flash cards of a size in order, each with the numbers of the cards of its questions. */
async function deck(size) {
  const { deckOf } = await import("./practice.js");
  const atlas = await answers.load();
  return deckOf(atlas, size).map(({ id, sets }) => [id, sets.map((set) => set.map((index) => atlas.themes[index].no))]);
}

/** For every card the positions with solid and with dashed marks on a town, what is ringed, and the number of broad roads. */
async function marks(pattern) {
  const [{ drawWhy, explain }, { layTown }] = await Promise.all(["why", "town"].map((name) => import(`./${name}.js`)));
  const { game, themes } = await answers.load();
  return themes.map(({ key }) => {
    const drawing = drawWhy(explain(layTown(game, pattern), key, "en"));
    const all = (selector) => [...drawing.querySelectorAll(selector)];
    const position = (e) => 3 * Math.floor((e.getAttribute("cy") ?? e.getAttribute("y")) / 100)
      + Math.floor((e.getAttribute("cx") ?? e.getAttribute("x")) / 100);
    const ringed = all("circle[stroke='#ffb000']").map((e) => e.nextSibling.querySelector("use").getAttribute("href"));
    return [
      all(":is(circle, rect)[stroke='#ffb000']").map(position), all(":is(circle, rect)[stroke-dasharray]").map(position),
      ringed.map((name) => name.replace("#thing-", "")), all("path[stroke='#ffb000'][stroke-width='17']").length,
    ];
  });
}
