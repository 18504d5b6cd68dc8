/** Finds the board on a screenshot: fits the whole grid of circles at once, at any place and size. */

/** @import {Level} from "./solving.js" */

/**
 * A grey picture, its rows one after the other.
 *
 * @typedef {{values: Float32Array, width: number, height: number}} Grey
 */

/**
 * @typedef {Object} Grid where a board is on a picture, in its pixels
 * @property {"square"|"hexagon"} shape
 * @property {number} side
 * @property {[x: number, y: number][]} middles of the tiles in reading order
 * @property {number} spacing
 * @property {number} radius to the outer edge of a tile's border
 * @property {number} score the share of circles that are seen, less that of circles seen around the board
 */

/** Pixels of the shorter side: of the picture that tiles are read from, and of the one that is searched. */
const [FINE, COARSE] = [640, 140];

/** The least change of grey at an edge of the searched picture, and the change that counts in full. */
const [LEAST_EDGE, FULL_EDGE] = [2, 8];

/** From one radius, or spacing, that is tried to the next. */
const [RADIUS_STEP, SPACING_STEP] = [1.055, 1.016];

/** Width of a border, and its middle, as shares of the radius: 3 of 96 pixels on a real screen. */
const BORDER_MIDDLE = 0.969;

/** Steps of grey by which a border differs at least. */
const LEAST_BORDER = 0.7;

/** Of the best score, and of a board. */
const [PROMISING, LEAST_SCORE] = [0.8, 0.6];

/** The least share of a circle that is seen where the search begins. */
const LEAST_PEAK = 0.4;

/** The least share of a board's circles that is seen there. */
const LEAST_SEEN = 0.45;

/** A circle in the units in which the search counts what is missing. */
const WHOLE = 1000;

/** Tiles from which the search begins: one more than are usually covered. */
const ANCHORS = 4;

/** The radius of a circle of which every second point will do. */
const SMALL = 24;

const ANGLES = 32;
const DIRECTIONS = Array.from({ length: ANGLES }, (_, i) => {
  const angle = (2 * Math.PI * (i + 0.5)) / ANGLES;
  return [Math.cos(angle), Math.sin(angle)];
});

/**
 * The average of each square of `factor` pixels.
 *
 * @param {Grey} grey
 * @param {number} factor
 * @returns {Grey}
 */
function reduced({ values, width, height }, factor) {
  const [across, down] = [Math.floor(width / factor), Math.floor(height / factor)];
  const less = new Float32Array(across * down);
  const share = 1 / factor ** 2;
  for (let y = 0; y < down * factor; y++) {
    const [from, to] = [y * width, Math.floor(y / factor) * across];
    for (let x = 0, i = from; x < across; x++) {
      let sum = 0;
      for (const last = i + factor; i < last; i++) {
        sum += values[i];
      }
      less[to + x] += share * sum;
    }
  }
  return { values: less, width: across, height: down };
}

/**
 * By how much a picture is reduced before it is read.
 *
 * @param {number} width
 * @param {number} height
 */
export function factorOf(width, height) {
  return Math.max(1, Math.round(Math.min(width, height) / FINE));
}

/**
 * A picture in grey, reduced by a whole factor where it is large.
 *
 * @param {ArrayLike<number>} pixels red, green, blue and opacity of each, 0 to 255
 * @param {number} width
 * @param {number} height
 * @returns {{grey: Grey, factor: number}}
 */
export function greyOf(pixels, width, height) {
  const values = new Float32Array(width * height);
  for (let at = 0, i = 0; at < values.length; at++, i += 4) {
    values[at] = (pixels[i] + 2 * pixels[i + 1] + pixels[i + 2]) / 4;
  }
  const factor = factorOf(width, height);
  const grey = { values, width, height };
  return { grey: factor > 1 ? reduced(grey, factor) : grey, factor };
}

/**
 * The value at a point between pixels; outside, that of the nearest one.
 *
 * @param {Grey} grey
 * @param {number} x
 * @param {number} y
 */
export function valueAt({ values, width, height }, x, y) {
  const inX = Math.min(Math.max(x, 0), width - 1.001);
  const inY = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(inX);
  const top = Math.floor(inY);
  const right = inX - left;
  const down = inY - top;
  const at = top * width + left;
  return (values[at] * (1 - right) + values[at + 1] * right) * (1 - down)
    + (values[at + width] * (1 - right) + values[at + width + 1] * right) * down;
}

/**
 * The part of a picture without its edges of one colour, such as black bars.
 *
 * @param {Grey} grey
 */
function contentOf({ values, width, height }) {
  const box = { left: 0, top: 0, right: width, bottom: height };
  /** @type {(from: number, step: number, count: number) => boolean} */
  const isPlain = (from, step, count) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0, at = from; i < count && high - low < 14; i++, at += step) {
      low = Math.min(low, values[at]);
      high = Math.max(high, values[at]);
    }
    return high - low < 14;
  };
  /** @param {number} x */
  const column = (x) => isPlain(box.top * width + x, width, box.bottom - box.top);
  /** @param {number} y */
  const row = (y) => isPlain(y * width + box.left, 1, box.right - box.left);
  for (let before = -1; before !== box.left + box.top - box.right - box.bottom;) {
    before = box.left + box.top - box.right - box.bottom;
    while (box.left < box.right - 1 && column(box.left)) box.left++;
    while (box.right > box.left + 1 && column(box.right - 1)) box.right--;
    while (box.top < box.bottom - 1 && row(box.top)) box.top++;
    while (box.bottom > box.top + 1 && row(box.bottom - 1)) box.bottom--;
  }
  return box;
}

/**
 * The cells around a board, as `cells` of a level.
 *
 * @param {{shape: string, side: number, cells: [number, number][]}} board
 */
function cellsAround({ shape, side, cells }) {
  const inside = new Set(cells.map(String));
  const steps = shape === "hexagon" ? [[-1, -1], [-1, 0], [0, -1], [0, 1], [1, 0], [1, 1]]
    : [[-1, 0], [0, -1], [0, 1], [1, 0]];
  const around = cells.flatMap(([row, column]) => steps.map(([down, right]) => [row + down, column + right]));
  return [...new Map(around.filter((cell) => !inside.has(String(cell))).map((cell) => [String(cell), cell])).values()];
}

/**
 * Middles of cells from the middle of the board, in units of the spacing. Hexagons stand in columns.
 *
 * @param {string} shape
 * @param {number} side
 * @param {number[][]} cells
 */
function placesOf(shape, side, cells) {
  const half = (side - 1) / 2;
  return cells.map(([row, column]) => (shape === "square" ? [column - half, row - half]
    : [(row - side + 1) * Math.sqrt(0.75), column - row / 2 - half]));
}

/**
 * Edges of a picture: for each the place, the direction of its gradient, and how much it counts.
 *
 * @param {Grey} grey
 */
function edgesOf({ values, width, height }) {
  const edges = new Float32Array(5 * width * height);
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const right = values[at + 1] - values[at - 1];
      const down = values[at + width] - values[at - width];
      const steep = Math.sqrt(right * right + down * down) / 2;
      if (steep > LEAST_EDGE) {
        edges[count] = x;
        edges[count + 1] = y;
        edges[count + 2] = right / steep / 2;
        edges[count + 3] = down / steep / 2;
        edges[count + 4] = Math.min(steep / FULL_EDGE, 1);
        count += 5;
      }
    }
  }
  return edges.subarray(0, count);
}

/**
 * Finds how much of a circle of a radius is seen around each pixel: 1 is all of it, and two edges count twice.
 *
 * @param {Float32Array} edges
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @param {Float32Array[]} results three of the size of the picture; the last is filled
 * @param {Uint16Array} missing is filled with what is not seen, in units of `WHOLE`
 */
function countCircles(edges, width, height, radius, [votes, lines, seen], missing) {
  votes.fill(0);
  for (let i = 0; i < edges.length; i += 5) {
    for (let way = -radius; way <= radius; way += 2 * radius) {
      const x = Math.round(edges[i] + way * edges[i + 2]);
      const y = Math.round(edges[i + 1] + way * edges[i + 3]);
      if (x >= 0 && y >= 0 && x < width && y < height) {
        votes[y * width + x] += edges[i + 4];
      }
    }
  }
  const most = 1 / (2 * Math.PI * radius);
  for (let at = 1; at < votes.length - 1; at++) {
    lines[at] = most * (votes[at - 1] + votes[at] + votes[at + 1]);
  }
  for (let at = width; at < votes.length - width; at++) {
    const share = lines[at - width] + lines[at] + lines[at + width];
    seen[at] = share;
    missing[at] = share < 1 ? WHOLE * (1 - share) : 0;
  }
}

/**
 * Across and down, the places where most of a circle is seen, and more than beside them.
 *
 * @param {Float32Array} seen
 * @param {number} width
 */
function peaksOf(seen, width) {
  const peaks = [];
  for (let at = width + 1; at < seen.length - width - 1; at++) {
    const here = seen[at];
    if (here > LEAST_PEAK && here >= seen[at - 1] && here >= seen[at + 1] && here >= seen[at - width]
      && here >= seen[at + width]) {
      peaks.push(at % width, Math.floor(at / width));
    }
  }
  return Int32Array.from(peaks);
}

/**
 * @typedef {Object} Guess
 * @property {Board} board
 * @property {number} x
 * @property {number} y
 * @property {number} across spacing to the right
 * @property {number} down spacing downwards
 * @property {number} radius
 * @property {number} score
 */

/** @typedef {{shape: "square"|"hexagon", side: number, places: number[][], around: number[][], ratios: [number, number]}} Board */

/**
 * The best places of a board for circles of a radius.
 *
 * @param {Board} board
 * @param {Uint16Array} missing how much of a circle is not seen around each pixel; whole numbers take half the time
 * @param {Int32Array} peaks
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @param {Guess[]} guesses are added to
 */
function search(board, missing, peaks, width, height, radius, guesses) {
  const { places, around, ratios: [least, most] } = board;
  if (peaks.length / 2 < LEAST_SEEN * places.length) {
    return;
  }
  // A guess with a lower score than that is never chosen.
  const leastSeen = Math.max(LEAST_SEEN, ...guesses.map(({ score }) => PROMISING * score));
  const reach = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
  const anchors = Array.from({ length: ANCHORS }, (_, i) => places[Math.floor(((i + 0.5) * places.length) / ANCHORS)]);
  for (let spacing = (2 * radius) / most; spacing <= (2 * radius) / least; spacing *= SPACING_STEP) {
    const [marginX, marginY] = reach.map((far) => Math.ceil(far * spacing + 0.8 * radius));
    const offsets = Int32Array.from(places, ([x, y]) => Math.round(y * spacing) * width + Math.round(x * spacing));
    /** @type {Guess | null} */
    let best = null;
    // Browsers count faster once they know that a number is whole.
    let mostLost = Math.floor((1 - leastSeen) * places.length * WHOLE) | 0;
    for (const [toRight, toBottom] of anchors) {
      const right = Math.round(toRight * spacing) | 0;
      const down = Math.round(toBottom * spacing) | 0;
      for (let peak = 0; peak < peaks.length; peak += 2) {
        const x = peaks[peak] - right;
        const y = peaks[peak + 1] - down;
        if (x < marginX || y < marginY || x >= width - marginX || y >= height - marginY) {
          continue;
        }
        const at = y * width + x;
        let spared = mostLost;
        for (let i = 0; i < offsets.length && spared > 0; i++) {
          spared -= missing[at + offsets[i]];
        }
        if (spared > 0) {
          mostLost -= spared;
          best = { board, x, y, across: spacing, down: spacing, radius, score: 1 - mostLost / WHOLE / places.length };
        }
      }
    }
    if (best) {
      const { x, y } = best;
      const beside = around.map(([right, down]) => {
        const [toX, toY] = [Math.round(x + right * spacing), Math.round(y + down * spacing)];
        return toX >= 0 && toY >= 0 && toX < width && toY < height ? 1 - missing[toY * width + toX] / WHOLE : 0;
      });
      best.score -= 0.7 * mean(beside);
      guesses.push(best);
    }
  }
}

/**
 * Guesses where a board is, of all sizes.
 *
 * @param {Grey} coarse
 * @param {Board[]} boards
 */
function guessesOn(coarse, boards) {
  const { values, width, height } = coarse;
  const edges = edgesOf(coarse);
  /** @type {Guess[]} */
  const guesses = [];
  const results = [0, 1, 2].map(() => new Float32Array(values.length));
  const missing = new Uint16Array(values.length).fill(WHOLE);
  const shorter = Math.min(width, height);
  for (let radius = shorter / 26; radius < shorter / 5.5; radius *= RADIUS_STEP) {
    countCircles(edges, width, height, radius, results, missing);
    const peaks = peaksOf(results[2], width);
    boards.forEach((board) => search(board, missing, peaks, width, height, radius, guesses));
  }
  return guesses;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * How much the border of a circle differs from what is inside and outside of it. It is seen at a share of its points:
 * `clear` where it is lighter, or darker, than the mean of both, and `ring` where it is so than each of them, as the edge
 * of a disk is not.
 *
 * @param {Grey} grey
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} [step] 2 for every second point
 */
export function borderOf(grey, x, y, radius, step = 1) {
  const middle = BORDER_MIDDLE * radius;
  const gap = Math.max(0.075 * radius, 1.2);
  let [sum, clear, ring] = [0, 0, 0];
  const inside = middle - gap;
  const outside = middle + gap;
  for (let i = 0; i < ANGLES; i += step) {
    const [right, down] = DIRECTIONS[i];
    const on = valueAt(grey, x + middle * right, y + middle * down);
    const more = on - valueAt(grey, x + inside * right, y + inside * down);
    const beyond = on - valueAt(grey, x + outside * right, y + outside * down);
    const differs = (more + beyond) / 2;
    sum += Math.max(-30, Math.min(30, differs));
    clear += Number(differs > LEAST_BORDER) - Number(differs < -LEAST_BORDER);
    ring += Number(Math.min(more, beyond) > LEAST_BORDER) - Number(Math.max(more, beyond) < -LEAST_BORDER);
  }
  const share = step / ANGLES;
  return { contrast: Math.abs(sum * share), clear: Math.abs(clear * share), ring: Math.abs(ring * share) };
}

/**
 * @param {Guess} guess
 * @param {number[][]} places
 * @returns {[number, number][]}
 */
function pointsOf({ x, y, across, down }, places) {
  return places.map(([right, below]) => [x + right * across, y + below * down]);
}

/**
 * How well a guess fits: the contrast of all borders, none of which counts for many.
 *
 * @param {Grey} grey
 * @param {Guess} guess
 */
function fitOf(grey, guess) {
  const step = guess.radius < SMALL ? 2 : 1;
  return mean(pointsOf(guess, guess.board.places).map(([x, y]) => Math.sqrt(borderOf(grey, x, y, guess.radius, step).contrast)));
}

/**
 * Moves and stretches a guess until no small change fits better.
 *
 * @param {Grey} grey
 * @param {Guess} guess
 * @returns {Guess}
 */
function fitted(grey, guess) {
  let [best, fit] = [guess, fitOf(grey, guess)];
  const far = guess.board.side - 1;
  /** @type {(changes: Partial<Guess>[]) => boolean} */
  const isBetter = (changes) => {
    const before = fit;
    for (const change of changes) {
      const tried = { ...best, ...change };
      const stretch = tried.across / tried.down;
      const tighter = Math.max(tried.radius * 2 / tried.across, 1);
      const now = fitOf(grey, tried) / tighter;
      if (now > fit && stretch > 0.95 && stretch < 1.05) {
        [best, fit] = [tried, now];
      }
    }
    return fit > before;
  };
  for (let step = 0.08 * guess.radius; step > 0.01 * guess.radius;) {
    const { x, y, across, down, radius } = best;
    const by = [-step, step];
    const isNearer = isBetter(by.flatMap((more) => [{ x: x + more }, { y: y + more },
      { across: across + more / far, down: down + more / far }, { across: across + more / far },
      { down: down + more / far }, { radius: radius + more / 2 }]))
      // One side stays where it is.
      || isBetter(by.flatMap((aside) => by.flatMap((more) => [
        { x: x + aside, across: across + more / far }, { y: y + aside, down: down + more / far }])));
    step *= isNearer ? 1 : 0.5;
  }
  return best;
}

/**
 * The guesses near one, which is right to about a pixel, that fit best.
 *
 * @param {Grey} grey
 * @param {Guess} guess
 * @returns {Guess}
 */
function nearBy(grey, guess) {
  const aside = [-1.2, 0, 1.2];
  const tried = aside.flatMap((right) => aside.flatMap((down) => [0.9, 0.93, 0.965, 1, 1.035].map((factor) => (
    { ...guess, x: guess.x + right, y: guess.y + down, radius: guess.radius * factor }))));
  const fits = tried.map((each) => fitOf(grey, each));
  return tried[fits.indexOf(Math.max(...fits))];
}

/**
 * The same guess on another picture.
 *
 * @param {Guess} guess
 * @param {number} factor
 * @returns {Guess}
 */
function scaled(guess, factor) {
  const [x, y] = [guess.x, guess.y].map((place) => (place + 0.5) * factor - 0.5);
  return { ...guess, x, y, across: guess.across * factor, down: guess.down * factor, radius: guess.radius * factor };
}

/**
 * Finds the board on a picture; null if there is none.
 *
 * @param {Grey} grey
 * @param {Level[]} levels whose boards may be on it
 * @returns {?Grid}
 */
export function findGrid(grey, levels) {
  const { left, top, right, bottom } = contentOf(grey);
  const [from, to] = [[Math.max(0, left - 4), Math.max(0, top - 4)], [Math.min(grey.width, right + 4), Math.min(grey.height, bottom + 4)]];
  const [width, height] = [to[0] - from[0], to[1] - from[1]];
  if (Math.min(width, height) < 40) {
    return null;
  }
  /** @type {Grey} */
  const content = { values: new Float32Array(width * height), width, height };
  for (let y = 0; y < height; y++) {
    const start = (from[1] + y) * grey.width + from[0];
    content.values.set(grey.values.subarray(start, start + width), y * width);
  }
  /** @type {Board[]} */
  const boards = [...new Map(levels.map(({ shape, side, cells }) => [`${shape}${side}`, { shape, side,
    places: placesOf(shape, side, cells), around: placesOf(shape, side, cellsAround({ shape, side, cells })),
    ratios: /** @type {[number, number]} */ (shape === "hexagon" ? [0.95, 1.01] : [0.8, 1.01]) }])).values()];
  let factor = Math.max(1, Math.floor(Math.min(width, height) / COARSE));
  let coarse = reduced(content, factor);
  let guesses = guessesOn(coarse, boards);
  if (guesses.length === 0) {
    // Large circles are seen better on a smaller picture.
    coarse = reduced(content, ++factor);
    guesses = guessesOn(coarse, boards);
  }
  guesses.sort((one, other) => other.score - one.score);
  /** @type {Guess[]} */
  const chosen = [];
  for (const guess of guesses) {
    const { board, x, y, radius, score } = guess;
    const alike = chosen.filter((other) => other.board === board);
    const isNew = alike.every((other) => Math.hypot(x - other.x, y - other.y) + 4 * Math.abs(radius - other.radius) > radius / 9);
    if (isNew && alike.length < 4 && score > PROMISING * guesses[0].score) {
      chosen.push(guess);
    }
  }
  const between = factor > 2 ? Math.round(factor / 2) : 0;
  /** @type {[Grey, number][]} */
  const finer = between ? [[reduced(content, between), between], [content, 1]] : [[content, 1]];
  const begun = chosen.map((guess) => fitted(coarse, nearBy(coarse, guess)))
    .sort((one, other) => other.score * fitOf(coarse, other) - one.score * fitOf(coarse, one)).slice(0, 3);
  /** @param {Guess} guess */
  const worth = (guess) => Math.max(0, guess.score) ** 3 * fitOf(content, guess);
  const found = begun.map((guess) => {
    let [fit, before] = [guess, factor];
    for (const [picture, now] of finer) {
      fit = fitted(picture, scaled(fit, before / now));
      before = now;
    }
    /** @param {number[][]} places */
    const share = (places) => mean(pointsOf(fit, places).map(([x, y]) => {
      const isInside = x > -1 && y > -1 && x < width && y < height;
      return Number(isInside && borderOf(content, x, y, fit.radius).clear > 0.55);
    }));
    return { ...fit, score: share(fit.board.places) - share(fit.board.around) };
  }).sort((one, other) => worth(other) - worth(one))[0];
  if (!found || found.score < LEAST_SCORE) {
    return null;
  }
  const { shape, side, places } = found.board;
  const middles = pointsOf({ ...found, x: found.x + from[0], y: found.y + from[1] }, places);
  return { shape, side, middles, spacing: (found.across + found.down) / 2, radius: found.radius, score: found.score };
}
