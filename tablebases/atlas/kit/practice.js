/** Seeded draws. */

/**
 * Random numbers that depend on a text alone; `Draws` in tablebases/practice.py explains them and draws the same ones.
 * They are frozen: daily puzzles depend on them.
 */
export class Draws {
  /** @param {string} text */
  constructor(text) {
    this.state = [...text].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01000193), 0x811c9dc5 | 0);
  }

  /**
   * @param {number} count
   * @returns {number} a whole number from 0 to `count` - 1
   */
  below(count) {
    this.state = (this.state + 0x9e3779b9) | 0;
    let word = this.state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return Math.floor(((word ^ (word >>> 16)) >>> 0) * count / 2 ** 32);
  }
}
