/** Says the texts of a page in the language of the moment. */

/**
 * The texts of one page, and the language they are said in.
 *
 * @typedef {Object} Languages
 * @property {(code: string) => void} setLanguage takes `en` or `ja`; any other means English
 * @property {() => string} currentLanguage the code of the language shown
 * @property {(key: string, values?: Object<string, *>) => string} t a text, with the values in its
 *   {gaps}
 * @property {(value: number|bigint) => string} number a number with separators of thousands and a
 *   true minus
 */

/**
 * Makes the texts of a page ready to be said, in English at first.
 *
 * @param {Object<string, Object<string, string>>} texts language -> key -> text with {gaps}
 * @returns {Languages}
 */
export function languagesOf(texts) {
  let language = "en";
  return {
    setLanguage: (code) => { language = code in texts ? code : "en"; },
    currentLanguage: () => language,
    t: (key, values = {}) =>
      texts[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name])),
    number: (value) => value.toLocaleString(language).replace("-", "−"),
  };
}
