/** The texts of the page in its current language. */

import { TEXTS } from "./texts.js";

const texts = { en: { ...TEXTS.en }, ja: { ...TEXTS.ja } };
let language = "en";

/**
 * Adds the texts of one page to those of all pages.
 *
 * @param {Object<string, Object<string, string>>} more language -> key -> text with {gaps}
 */
export function addTexts(more) {
  Object.keys(texts).forEach((code) => Object.assign(texts[code], more[code]));
}

/** Takes `en` or `ja`; any other code means English. */
export function setLanguage(code) {
  language = code in texts ? code : "en";
}

/** @returns {string} the code of the current language */
export function currentLanguage() {
  return language;
}

/** @returns {string} a text, with the values in its {gaps} */
export function t(key, values = {}) {
  return texts[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @returns {string} a number with separators of thousands and a true minus */
export function number(value) {
  return value.toLocaleString(language).replace("-", "−");
}

/** @returns {string} a text that has another form, `<key>One`, for the number 1 */
export function counted(key, name, count, others = {}) {
  return t(count === 1 ? `${key}One` : key, { ...others, [name]: number(count) });
}
