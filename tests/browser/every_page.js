// Requirements of every page: each function returns the violations.

// What is inert is only a picture.
const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]");
const html = (e) => e.outerHTML.slice(0, 120);
const elements = () => [...document.body.querySelectorAll(":not(svg *)")];
const hasText = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());

/** The elements outside a window of width `most` that no scrolling reaches. */
function tooWide(most) {
  const scrolls = (e) => e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  const found = elements().filter((e) => {
    const { left, right, width } = e.getBoundingClientRect();
    const isOut = left < -1 || right > most + 1;
    return isOut && width > 1 && e.checkVisibility() && !scrolls(e.parentElement);
  }).map(html);
  const { scrollWidth } = document.documentElement;
  return scrollWidth > most ? [`the page: ${scrollWidth}`, ...found] : found;
}

/** The names that are larger than their tile, their card or their link. */
function cutOff() {
  const range = document.createRange();
  return [...document.querySelectorAll(".idol-name, .name, nav a")].filter(isShown).flatMap((e) => {
    range.selectNodeContents(e);
    const [inner, outer] = [range, e.closest(".idol, li, button, a") ?? e.parentElement].map((part) => part.getBoundingClientRect());
    const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
    return isOut ? [`${html(e)} ${JSON.stringify([inner, outer])}`] : [];
  });
}

/** What some of these functions find, by their names and arguments: one call takes less time than several. */
function violations(asked) {
  const known = { tooWide, cutOff, tooSmall, badNames };
  return Object.entries(asked).flatMap(([name, given]) => known[name](...given).map((found) => [name, found]));
}

/** What they find in the present state, and after each click on the elements that are the only ones shown. */
function violationsAfter(asked, selectors) {
  return [null, ...selectors].flatMap((selector) => {
    if (selector) {
      const menu = document.querySelector(selector)?.closest("[popover]");
      menu?.showPopover();
      const [element, ...others] = [...document.querySelectorAll(selector)].filter(isShown);
      if (!element || others.length) return [["not one", selector]];
      element.click();
      menu?.hidePopover();
    }
    return violations(asked).map((found) => [selector, ...found]);
  });
}

/** The texts with too little contrast to their background, with the contrast. */
function lowContrasts() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = {};
  const rgba = (colour) => {
    if (!known[colour]) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      known[colour] = [...canvas.getImageData(0, 0, 1, 1).data];
    }
    return known[colour];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  return elements().flatMap((e) => {
    if (!hasText(e) || !e.checkVisibility() || e.closest("svg, :disabled, .unseen")) return [];
    const [a, b] = [rgba(getComputedStyle(e).color), background(e)].map(luminance);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? [`${html(e)} ${ratio.toFixed(2)}`] : [];
  });
}

/** Controls without accessible names, repeated ids, and faults of headings and texts. */
function badNames() {
  const operated = "button, a, input, select, textarea, summary, svg[role=img], "
    + "[role=button], [role=application], [role=img], .wide";
  const shown = [...document.querySelectorAll(operated)].filter(isShown);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const headings = [...document.querySelectorAll("h1")].filter(isShown);
  const inDialog = document.querySelector(":modal") ? (e) => e.closest(":modal") : () => true; // Others have no names then.
  return [
    ...shown.filter((e) => inDialog(e) && !e.computedName.trim()).map(html),
    ...ids.filter((id, i) => ids.indexOf(id) !== i),
    ...(shown.length > 5 ? [] : ["hardly anything is operated"]),
    ...(headings.length === 1 ? [] : [`${headings.length} main headings`]),
    ...(document.body.innerText.includes("undefined") ? ["undefined"] : []),
  ];
}

/** Controls below 44 pixels, and texts below 12. */
function tooSmall() {
  const isThere = (e) => isShown(e) && !e.closest(".unseen, .skip, noscript");
  const operated = [...document.querySelectorAll("button, a, input, select, summary, textarea, .tile-button")];
  return [
    ...operated.flatMap((e) => {
      // A label is hit for its control; a link within a sentence is as high as the sentence.
      const { width, height } = (e.closest("label") ?? e).getBoundingClientRect();
      const isInSentence = e.matches("p > a") && getComputedStyle(e).display === "inline";
      return isThere(e) && !isInSentence && Math.min(width, height) < 43.9 ? [`${html(e)} ${width}x${height}`] : [];
    }),
    ...[...elements(), ...document.querySelectorAll("svg text, svg tspan")].flatMap((e) => {
      if (!hasText(e) || !isThere(e)) return [];
      const size = parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM?.()?.a ?? 1);
      return size < 11.9 ? [`${html(e)} ${size}px`] : [];
    }),
  ];
}

/** Barriers that axe finds, except contrasts (`lowContrasts` is faster) and repeated rows of tables. */
async function auditFindings() {
  const { violations } = await axe.run(
    { exclude: [["symbol"], ["tbody tr:nth-child(n+6)"], ["article:nth-of-type(n+4)"]] },
    { rules: { "color-contrast": { enabled: false } }, resultTypes: ["violations"], reporter: "no-passes",
      preload: false, iframes: false, selectors: false },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`));
}

/** Records the ids of the elements that the focus reaches, and whether they are visible then. */
function watchFocus() {
  window.stops = [];
  addEventListener("focusin", ({ target }) => {
    const ring = target.querySelector(".ring");
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    window.stops.push([target.id, isOutlined || Boolean(ring && getComputedStyle(ring).stroke !== "none")]);
  });
}

/** The addresses of loaded files, of files that the HTML names, and of links. */
async function loaded() {
  const written = await (await fetch(location.pathname)).text();
  const linked = new DOMParser().parseFromString(written, "text/html").querySelectorAll("link, script, img");
  return [
    ["resource", "navigation"].flatMap((kind) => performance.getEntriesByType(kind).map((e) => e.name)),
    [...linked].map((e) => new URL(e.getAttribute("href") ?? e.getAttribute("src"), location).href),
    [...document.querySelectorAll(".brand, #nav a")].map((e) => e.href),
  ];
}

/** The texts of the page in a folder, and of all pages. */
async function texts(place) {
  const names = [`/${place}texts.js`, "/kit/languages.js"];
  return Promise.all(names.map(async (name) => (await import(new URL(name, location.origin))).TEXTS));
}

/** What the front page says about sets of three cards: how good the town is, and how many are as good. */
async function verdictsOn(data, sets, language) {
  const [{ picture }, { setLanguage }] = await Promise.all(
    ["nine-tiles/front.js", "kit/languages.js", "texts.js"].map((name) => import(new URL(name, location.origin))));
  setLanguage(language);
  return sets.map((one) => {
    const [{ children: [, , verdict] }] = picture({ ...data, sets: [one] }).elements;
    return [...verdict.childNodes].map((e) => e.textContent);
  });
}

/** A perceptual hash of a picture, whether each of 64 parts is lighter than the next one, with its width and height. */
async function hashOf(source) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [9 * 16, 8 * 16];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  Object.assign(context, { imageSmoothingQuality: "high" });
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const light = (column, row) => context.getImageData(16 * column, 16 * row, 16, 16).data
    .reduce((sum, value, i) => sum + (i % 4 < 3 ? value : 0), 0) / (3 * 256);
  const bits = Array.from({ length: 64 }, (_, i) => light(i % 8, i >> 3) > light(i % 8 + 1, i >> 3) + 2);
  return [bits.map(Number).join(""), [image.naturalWidth, image.naturalHeight]];
}

/** What goes wrong while `act` runs for each text: errors, script that ran, and words that only programs write. */
async function faultsFor(texts, act) {
  const found = [];
  let text;
  const note = ({ message, reason }) => found.push([text.slice(0, 40).toWellFormed(), text.length, String(message ?? reason)]);
  addEventListener("error", note);
  addEventListener("unhandledrejection", note);
  const { ready } = document.body.dataset;
  for (text of texts) {
    await act(text);
    await new Promise((done) => { setTimeout(done); });
    const said = document.getElementById("content").innerText.replace(text, "");
    const word = /undefined|NaN|\[object|Infinity/.exec(said)?.[0];
    if (window.hacked || (word && !text.includes(word))) found.push([text.slice(0, 40).toWellFormed(), text.length, word ?? "a script ran"]);
    if (document.body.dataset.ready !== ready) found.push([text.slice(0, 40).toWellFormed(), text.length, "not ready"]);
  }
  removeEventListener("error", note);
  removeEventListener("unhandledrejection", note);
  return found;
}

/** What goes wrong when texts are pasted into a field and Enter is pressed. */
function taken(selector, texts) {
  const field = () => document.querySelector(selector);
  return faultsFor([...texts, "\ud800", "1\udfff"], (text) => { // The driver cannot send halves of characters.
    field().focus();
    field().select();
    document.execCommand(text ? "insertText" : "delete", false, text);
    for (const type of ["keydown", "keyup"]) field().dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
    field().dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** What goes wrong when a page goes to fragments. */
function opened(fragments) {
  return faultsFor(fragments, async (fragment) => {
    const before = location.hash;
    location.replace(`#${fragment}`);
    if (location.hash !== before) await new Promise((done) => { addEventListener("hashchange", done, { once: true }); });
  });
}
