/** The clock of all pages: no other module reads the time, so tests set it in one place. */

/** @returns {number} milliseconds since the start of 1970, UTC */
export function now() {
  return Date.now();
}
