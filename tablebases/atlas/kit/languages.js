/** The texts of the page in its current language. */

import JAPANESE from "./japanese.json" with { type: "json" };

/**
 * Language -> key -> text.
 *
 * @typedef {Object<string, Object<string, string>>} Texts
 */

/** @type {Texts} */
const texts = { en: {}, ja: {} };
/** @typedef {"en" | "ja"} Language */

/** @type {Language} */
let language = "en";

/**
 * Adds texts with {gaps} to those of the page: English ones by their keys, and English -> Japanese ones. Later texts
 * replace earlier ones with the same key.
 *
 * @param {Object<string, string>} english
 * @param {Object<string, string>} japanese
 */
export function addTexts(english, japanese) {
  /** @type {Texts} */
  const added = { en: english, ja: Object.fromEntries(Object.entries(english).map(([key, text]) => [key, japanese[text]])) };
  Object.keys(texts).forEach((code) => Object.assign(texts[code], added[code]));
  return added;
}

/** What every page says. */
export const TEXTS = addTexts({
  skip: "Skip to the content",
  pages: "Pages",
  menu: "Menu",
  dark: "Dark colours",
  language: "Language",
  loading: "Loading the data",
  loadError: "The data could not be loaded ({error}). This page needs a web server, for example: python -m http.server",
  actions: "Actions",
  share: "Share",
  copyLink: "Copy link",
  shared: "Link copied.",
  copyFailed: "The browser did not allow copying.",
  sharePicture: "Share a picture",
  copyPicture: "Copy the picture",
  pictureCopied: "Picture copied.",
  pictureFailed: "The picture could not be made.",
  keepPicture: "Download",
  copyByHand: "Copy this text:",
  close: "Close",
  percent: " %",
}, JAPANESE);

/**
 * Takes `en` or `ja`; any other code means English.
 *
 * @param {string} code
 */
export function setLanguage(code) {
  language =
    /** @type {Language} */
    (code in texts ? code : "en");
}

export function currentLanguage() {
  return language;
}

/**
 * A text, with the values in its {gaps}.
 *
 * @param {string} key
 * @param {Object<string, string | number>} values
 */
export function t(key, values = {}) {
  return texts[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * A text in two parts, before and after its gap {value}.
 *
 * @param {string} key
 * @param {Object<string, string | number>} others
 */
export function aroundValue(key, others) {
  return t(key, { ...others, value: "\n" }).split("\n");
}

/**
 * A number with separators of thousands and a true minus.
 *
 * @param {number | bigint} value
 */
export function number(value) {
  return value.toLocaleString(language).replace("-", "−");
}

/**
 * A share, 0 to 1, in percent, with the digits of `percent` in tablebases/messages.py.
 *
 * @param {number} share
 */
export function percent(share) {
  const whole = 100 * share;
  let digits = whole < 100 ? 1 : 0;
  if (whole > 99.9 && whole < 100) {
    digits = Math.ceil(-Math.log10(100 - whole));
  } else if (whole > 0 && whole < 0.1) {
    digits = 2 - Math.floor(Math.log10(whole));
  }
  const cut = Math.floor(Number((whole * 10 ** digits).toFixed(6))) / 10 ** digits;
  return `${cut.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })}${t("percent")}`;
}

/**
 * A text that has another form, `<key>One`, for the number 1.
 *
 * @param {string} key
 * @param {string} name of the gap for the number
 * @param {number} count
 * @param {Object<string, string | number>} others
 */
export function counted(key, name, count, others = {}) {
  return t(count === 1 ? `${key}One` : key, { ...others, [name]: number(count) });
}

/**
 * A text with a capital letter at its start.
 *
 * @param {string} text
 */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/**
 * A text as it is compared: full and half width, capitals and small letters, both kana are the same.
 *
 * @param {string} text
 */
export function folded(text) {
  /** @param {string} letter */
  const hiragana = (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60);
  return text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, hiragana);
}
