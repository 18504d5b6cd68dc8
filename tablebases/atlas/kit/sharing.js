/** The picture of an answer to share, as tablebases/answer/share.py draws it, and texts to copy. Pages load this when they need it. */

/** @import {Picture} from "./controls.js" */
/** @import {Child} from "./dom.js" */

import { copyButton } from "./controls.js";
import { button, byId, h, svg } from "./dom.js";
import { sentence, setLanguage, t } from "./languages.js";

const [WIDTH, HEIGHT, MARGIN, EDGE, PADDING] = [1200, 630, 32, 48, 14];
/** Widths of the panel, and the ratio of drawings that are below the words. */
const [LEAST_PANEL, LARGEST_PANEL, WIDE] = [380, 700, 2.2];
const [GROUND, PAPER, BORDER, INK, QUIET, ACCENT] = ["#f5f2ea", "#ffffff", "#d9d3c5", "#1f2429", "#5a5f66", "#0b5d66"];
const [NAME_SIZE, LINE_SIZE, ADDRESS_SIZE, LEADING, TITLE_LINES] = [28, 27, 20, 1.3, 3];
const TITLE_SIZES = [54, 46, 40, 34];
const FONT = '"DejaVu Sans", system-ui, "Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP", sans-serif';
/** What the style sheets of a page say about drawings. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin",
  "paint-order", "d", "transform", "transform-origin", "opacity", "display", "font-family", "font-size", "font-weight",
  "text-anchor", "dominant-baseline", "writing-mode"];

/** Where a line may end, as in the text of commands: between words, and between Japanese phrases. */
const BREAK = /(?<=[ 、。：；／])(?![、。：；／）」』】])|(?=[（「『【])|(?<=[のをはがにでともへるたてなくらかいす）」』】])(?<!捨て)(?=[ァ-ヶ一-鿿0-9A-Za-z\x60])/;

/**
 * Lines of at most this width; only words and phrases that are longer are broken.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {number} width
 */
function wrapped(context, words, width) {
  const lines = [""];
  /** @param {string} text */
  const fits = (text) => context.measureText(text.trimEnd()).width <= width;
  for (const piece of words.split(BREAK)) {
    for (const part of fits(piece) ? [piece] : piece) {
      if (!fits(lines.at(-1) + part) && lines.at(-1)) {
        lines.push("");
      }
      lines[lines.length - 1] += part;
    }
  }
  return lines.map((line) => line.trimEnd()).filter(Boolean);
}

/**
 * An image of a drawing with the looks that it has in the page, in light colours.
 *
 * @param {SVGElement} drawing
 * @param {number} width
 * @param {number} height
 */
async function imageOf(drawing, width, height) {
  const stage = h("div", { style: "position: absolute; left: -9999px; width: 600px; color-scheme: light", "aria-hidden": "true" });
  const copy =
    /** @type {SVGElement} */
    (drawing.cloneNode(true));
  stage.append(copy);
  byId("content").append(stage);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    const style = getComputedStyle(element);
    const hasLooks = !["svg", "use", "symbol"].includes(element.tagName) || style.display === "none";
    element.setAttribute("style", hasLooks ? LOOKS.map((name) => `${name}: ${style.getPropertyValue(name)};`).join("") : "");
  }
  const definitions = svg("defs");
  const used = new Set([...copy.querySelectorAll("use")].map((use) => use.href.baseVal));
  for (const id of used) {
    const symbol =
      /** @type {SVGElement} */
      (document.querySelector(id)?.cloneNode(true));
    symbol.querySelectorAll("use").forEach((use) => used.add(use.href.baseVal));
    definitions.append(symbol);
  }
  copy.prepend(definitions);
  stage.remove();
  Object.entries({ width, height, xmlns: "http://www.w3.org/2000/svg" }).forEach(([name, value]) => copy.setAttribute(name, String(value)));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/**
 * Draws the picture.
 *
 * @param {Omit<Picture, "place"> & {game: string, address: string}} answer
 * @returns {Promise<Blob>} a PNG
 */
export async function sharePicture({ game, title, lines, address, drawing }) {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const context =
    /** @type {CanvasRenderingContext2D} */
    (canvas.getContext("2d"));
  /**
   * @param {string} words
   * @param {number} y
   * @param {number} size
   * @param {string} fill
   */
  const write = (words, y, size, fill, weight = "normal") => {
    Object.assign(context, { fillStyle: fill, font: `${weight} ${size}px ${FONT}` });
    context.fillText(words, EDGE, y);
  };
  const [, , across, down] = String(drawing.getAttribute("viewBox")).split(" ").map(Number);
  const isWide = across / down > WIDE;
  const inner = HEIGHT - 2 * MARGIN - 2 * PADDING;
  const wanted = isWide ? WIDTH - 2 * MARGIN : (inner * across) / down + 2 * PADDING;
  const panel = Math.round(Math.max(LEAST_PANEL, Math.min(wanted, isWide ? WIDTH : LARGEST_PANEL)));
  const x = WIDTH - MARGIN - panel;
  const column = isWide ? WIDTH - 2 * EDGE : x - EDGE - MARGIN;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = ACCENT;
  context.fillRect(0, 0, WIDTH, 10);

  // The words, from above; the address is at the bottom.
  write(game, EDGE + NAME_SIZE, NAME_SIZE, ACCENT, "bold");
  let y = EDGE + NAME_SIZE + 14;
  /** @type {[size: number, rows: string[]][]} */
  const titles = TITLE_SIZES.map((size) => {
    context.font = `bold ${size}px ${FONT}`;
    return [size, wrapped(context, title, column)];
  });
  const [size, rows] = titles.find(([, found]) => found.length <= TITLE_LINES) ?? titles[titles.length - 1];
  for (const row of rows) {
    y += LEADING * size;
    write(row, y, size, INK, "bold");
  }
  context.font = `${ADDRESS_SIZE}px ${FONT}`;
  const ends = wrapped(context, address, column);
  const bottom = HEIGHT - MARGIN - ADDRESS_SIZE * LEADING * (ends.length - 1) - (isWide ? 0 : EDGE - MARGIN);
  ends.forEach((row, i) => write(row, bottom + i * ADDRESS_SIZE * LEADING, ADDRESS_SIZE, ACCENT));
  y += 16;
  const lowest = isWide ? HEIGHT / 2 : bottom - 2 * ADDRESS_SIZE;
  for (const line of lines) {
    context.font = `${LINE_SIZE}px ${FONT}`;
    const found = wrapped(context, line, column);
    if (y + LEADING * LINE_SIZE * found.length > lowest) {
      break;
    }
    for (const row of found) {
      y += LEADING * LINE_SIZE;
      write(row, y, LINE_SIZE, QUIET);
    }
    y += 8;
  }

  // The panel with the drawing.
  const top = isWide ? Math.round(y + 24) : MARGIN;
  const high = isWide ? Math.round(bottom - 1.6 * ADDRESS_SIZE) - top : HEIGHT - 2 * MARGIN;
  context.beginPath();
  context.roundRect(x, top, panel, high, 16);
  Object.assign(context, { fillStyle: PAPER, strokeStyle: BORDER, lineWidth: 2 });
  context.fill();
  context.stroke();
  const scale = Math.min((panel - 2 * PADDING) / across, (high - 2 * PADDING) / down);
  const image = await imageOf(drawing, across * scale, down * scale);
  context.drawImage(image, x + (panel - across * scale) / 2, top + (high - down * scale) / 2, across * scale, down * scale);
  return new Promise(
    /** @param {(blob: any) => void} done */
    (done) => { canvas.toBlob(done, "image/png"); });
}

/**
 * Shows elements above the page until the reader closes them; returns the dialog.
 *
 * @param {string} label
 * @param {Child[]} content
 * @param {Child[]} buttons what else can be done
 */
export function showDialog(label, content, buttons = []) {
  const dialog = h("dialog", { class: "shared panel", "aria-label": label }, ...content);
  const close = button({ id: "close-dialog", onclick: () => dialog.close() }, t("close"));
  dialog.append(h("div", { class: "actions" }, ...buttons, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Shows a text that the reader can copy, selected.
 *
 * @param {string} text
 */
export function showToCopy(text) {
  setLanguage(document.documentElement.lang);
  const area = h("textarea", { id: "to-copy", "aria-label": t("copyByHand"), readonly: true, rows: 4 }, text);
  showDialog(t("copyByHand"), [h("p", {}, t("copyByHand")), area]);
  area.select();
}

/**
 * Shows a picture with buttons to copy and to keep it.
 *
 * @param {Blob} blob
 * @param {string} name of the file
 * @param {string} title
 */
function showPicture(blob, name, title) {
  const source = new FileReader();
  const image = h("img", { alt: title, width: WIDTH, height: HEIGHT });
  source.addEventListener("load", () => { image.src = String(source.result); });
  source.readAsDataURL(blob); // Pages may show pictures of their own and from data addresses only.
  /** @param {Blob} png */
  const write = (png) => navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  const keep = () => {
    const address = URL.createObjectURL(blob);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const copyIt = copyButton({ id: "copy-picture", label: t("copyPicture"), done: t("pictureCopied"), write }, () => blob);
  showDialog(t("sharePicture"), [image], [navigator.clipboard && window.ClipboardItem ? copyIt : null,
    button({ id: "keep-picture", onclick: keep }, t("keepPicture"))]);
}

/**
 * Hands on the picture of an answer: to another app where the device can do so, or shown to be copied or kept.
 *
 * @param {Picture} answer
 */
export async function share(answer) {
  setLanguage(document.documentElement.lang);
  const link = new URL(answer.place, location.href);
  const place =
    /** @type {HTMLElement} */
    (document.querySelector("#nav [aria-current]"));
  const game = place.textContent.replaceAll("\u200b", "");
  const address = decodeURI(`${link.host}${link.pathname}${link.hash}`);
  const title = sentence(answer.title);
  const blob = await sharePicture({ ...answer, game, title, address });
  const name = `${link.pathname.split("/").at(-2)}.png`;
  const files = [new File([blob], name, { type: blob.type })];
  if (navigator.canShare?.({ files })) {
    await navigator.share({ files, title: `${game}: ${title}`, url: link.href }).catch(() => {}); // Nothing was chosen.
  } else {
    showPicture(blob, name, `${game}: ${title}`);
  }
}
