/** Said. */
let n = 0;
export const t = (a) => `t${a}`;
export function count() {
  return ++n;
}
