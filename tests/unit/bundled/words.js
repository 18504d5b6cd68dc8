import {
  t as say,
} from "./kit/shared.js";

export { count, t } from "./kit/shared.js";
export class Words {
  static n = /** @type {string} */ (say(1));
}
export async function later() {}
