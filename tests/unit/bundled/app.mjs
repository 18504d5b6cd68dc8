import { count } from "./kit/shared.js";
import { count as again, later, t, Words } from "./words.js";
const n = 7;
console.log(count(), again(), t(n), Words.n,
  /** @type {string} */ (typeof later));
