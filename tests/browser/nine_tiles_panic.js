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

/** The ids of the flash cards of a size in order, each with the numbers of the cards of its questions. */
async function deck(size) {
  const { deckOf } = await import("./practice.js");
  const atlas = await answers.load();
  return deckOf(atlas, size).map(({ id, sets }) => [id, sets.map((set) => set.map((index) => atlas.themes[index].no))]);
}
