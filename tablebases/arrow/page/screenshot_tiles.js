/** Reads the tiles of a board on a screenshot: greys, digits and arrows, with a likelihood for each number. */

/**
 * @import {Grey, Grid} from "./screenshot_grid.js"
 * @import {Level} from "./solving.js"
 */

import { borderOf, valueAt } from "./screenshot_grid.js";

/**
 * @typedef {Object} Reading one way to read all tiles
 * @property {Level} level
 * @property {number[][]} logs for each tile and number of turns, the logarithm of its likelihood
 * @property {boolean} isOpen whether a scale of grey was fitted freely, so that no number is certain
 */

/** Points across in which the sign of a tile is read, and the share of the radius that they reach from its middle. */
const [POINTS, REACH] = [40, 0.72];

/** Steps of grey between signs and tiles, at least. */
const LEAST_SIGN = 14;

/** No number of a tile is less likely than the likeliest one by more than this logarithm, as any tile may mislead. */
const MOST_SURE = 14;

/** Steps that the grey of a tile's border, or a colour of its face, may differ from what is usual. */
const MOST_TINT = 3;

/** Independent points of a sign; and the share of its contrast that is noise even on a clear picture. */
const [INDEPENDENT, NOISE] = [44, 0.02];

/** How much worse than that of other tiles the fit of a sign may be before it counts as covered. */
const LESS_FIT = 0.22;

/** How much less of its border than of that of most tiles may be seen before a tile counts as covered. */
const LESS_RING = 0.5;

/** The first and the last grey of a level, from the ground at 0 to the border at 1: 17 to 85, or 0 to 68, of 51 to 102. */
const SCALES = [[-2 / 3, 2 / 3], [-1, 1 / 3]];

/** A grey that is off the scale by more than this logarithm says nothing. */
const MOST_GREY = 9.5;

/** The least deviation of a grey on this scale. */
const LEAST_NOISE = 0.018;

/** Greys of the ground and of borders on the dark theme. */
const [GROUND, BORDER] = [51, 102];

/** Width of the digits below, and the height, in points. */
const [DIGIT_WIDTH, DIGIT_HEIGHT] = [12, 17];

/** Half the height of a digit on the points of a tile that is looked at nearer. */
const HALF_DIGIT = 0.42;

/**
 * The ink, 0 to 9, of the digits 1 to 6 in Latin Modern: of a thin face and of the bold one. All have the same baseline
 * and width.
 */
const DIGITS = [
  [
    "000000100000000015800000002656800000000004800000000004800000000004800000000004800000000004800000000004"
      + "800000000004800000000004800000000004800000000004800000000004800000000004800000000127932100001444444300",
    "000013210000000543485000005100018600023000004920047100002940049300002940001000003920000000007700000000"
      + "029200000000183000000000630000000005300000000043000010000330000130002300000320028888889900024444444400",
    "000013310000000542376000005100008600009500006900007500006900000000008600000000038100000011461000000033"
      + "352000000000018400000000004920001000002950059200002960067100003940033000005910004400039300000255651000",
    "000000002000000000055000000000285000000000475000000003175000000013075000000040075000000310075000001400"
      + "075000004000075000022000075000052222286220044444486440000000085000000000085000000001297210000004444430",
    "001100000100003975567100003678740000003200000000003200000000003200000000003213420000003530036000002200"
      + "006500000000003910000000002930013000001940049200001930044000003910014000006600003400047100000255640000",
    "000000231000000036324400000460003800002800004800007500000000019300000000039113430000059230027100059400"
      + "005600059200002920059100001940049100001950029100001940008300002920005600005700000730027100000045551000",
  ], [
    "000000110000000014850000056799950000044339950000000029950000000029950000000029950000000029950000000029"
      + "950000000029950000000029950000000029950000000029950000000029950000000029950000036679986650024443334440",
    "000011100000004899996100068200389930399500039981499800008993299500008994012000009993000000039970000000"
      + "089810000000697100000005950000000058300053000571000083005955555691049999999990399999999980244444444430",
    "000011100000003787897200039400079930089910049970089930039980048600059960000000189810000034796100000155"
      + "796200000000059950000000019992166200009996699700009996699800019994398300039980049643499710001466652000",
    "000000001100000000018700000000079700000000699700000004799700000028199700000182099700000740099700006600"
      + "099700047000099700281000099700863333399833777777799877000000299700000000299700000056799866000044433444",
    "000000000000039754456920039999999500039999983000039454300000039000000000039012210000039775698300038200"
      + "039930001000009991000000008993188200008994499600008994499400019991185000049950028633599500000466641000",
    "000000111000000158878610002893002960029930008990079800007970299600001310499504541000699574369610699920"
      + "008970699700006993699600005995599500005996399500005995089600006993049910008970005984369710000156653000",
  ],
];

/** Shares of the bold face in the digits that are tried. */
const WEIGHTS = [0, 0.4, 0.9];

/**
 * A filled arrow that points up.
 *
 * @param {number} head half its width
 * @param {number} neck where it meets the stem
 * @param {number} stem half its width
 */
function filledArrow(head, neck, stem) {
  return { width: 0, lines: [[0, -1, head, neck, stem, neck, stem, 1, -stem, 1, -stem, neck, -head, neck]] };
}

/** Outlines of arrows that point up, from (-1, -1) to (1, 1): filled ones, or strokes of a width. */
const ARROWS = [
  filledArrow(0.4, -0.45, 0.1), filledArrow(0.45, -0.4, 0.2), filledArrow(0.62, -0.3, 0.15), filledArrow(0.66, -0.15, 0.27),
  { width: 0, lines: [[0, -1, 0.8, 0.65, -0.8, 0.65]] },
  { width: 0, lines: [[0, -1, 0.72, 0.8, 0, 0.4, -0.72, 0.8]] },
  { width: 0.14, lines: [[0, -0.95, 0, 1], [-0.45, -0.4, 0, -0.95, 0.45, -0.4]] },
  { width: 0.24, lines: [[0, -0.95, 0, 1], [-0.55, -0.35, 0, -0.95, 0.55, -0.35]] },
  { width: 0.24, lines: [[-0.8, 0.45, 0, -0.45, 0.8, 0.45]] },
];

/**
 * A sign as it is looked for: the ink at a point between (-1, -1) and (1, 1).
 *
 * @typedef {(x: number, y: number) => number} Ink
 */

/**
 * The ink of a digit whose height is 2.
 *
 * @param {number} digit less 1
 * @param {number} weight
 * @returns {Ink}
 */
function digitInk(digit, weight) {
  const [thin, bold] = DIGITS.map((face) => face[digit]);
  const [width, height] = [DIGIT_WIDTH + 2, DIGIT_HEIGHT + 2];
  // Nothing is around it.
  const values = new Float32Array(width * height);
  for (let i = 0; i < thin.length; i++) {
    const place = (Math.floor(i / DIGIT_WIDTH) + 1) * width + (i % DIGIT_WIDTH) + 1;
    values[place] = ((1 - weight) * Number(thin[i]) + weight * Number(bold[i])) / 9;
  }
  const inks = { values, width, height };
  return (x, y) => valueAt(inks, (x * DIGIT_HEIGHT + width - 1) / 2, ((y + 1) * DIGIT_HEIGHT + 1) / 2);
}

/** Points across a drawn outline, and how far they reach. */
const [DRAWN, FAR] = [60, 1.2];

/**
 * The ink of an outline, its edge a little soft.
 *
 * @param {{width: number, lines: number[][]}} outline
 * @returns {Ink}
 */
function outlineInk({ width, lines }) {
  /** @type {Ink} */
  const inkAt = (x, y) => {
    let nearest = Infinity;
    let isInside = false;
    for (const line of lines) {
      const last = width ? line.length - 2 : line.length;
      for (let i = 0; i < last; i += 2) {
        const fromX = line[i];
        const fromY = line[i + 1];
        const toY = line[(i + 3) % line.length];
        const right = line[(i + 2) % line.length] - fromX;
        const down = toY - fromY;
        const along = Math.min(1, Math.max(0, ((x - fromX) * right + (y - fromY) * down) / (right ** 2 + down ** 2)));
        nearest = Math.min(nearest, (x - fromX - along * right) ** 2 + (y - fromY - along * down) ** 2);
        isInside = (fromY > y) !== (toY > y) && x < fromX + (right * (y - fromY)) / down ? !isInside : isInside;
      }
    }
    nearest = Math.sqrt(nearest);
    const inside = width ? width / 2 - nearest : isInside ? nearest : -nearest;
    return Math.min(1, Math.max(0, 0.5 + inside / 0.12));
  };
  const places = Array.from({ length: DRAWN }, (_, i) => FAR * ((2 * i + 1) / DRAWN - 1));
  // Arrows are the same on the right as on the left.
  const values = new Float32Array(places.flatMap((y) => {
    const left = places.slice(0, DRAWN / 2).map((x) => inkAt(x, y));
    return [...left, ...left.toReversed()];
  }));
  return (x, y) => {
    const column = Math.floor(((x / FAR + 1) * DRAWN) / 2);
    const row = Math.floor(((y / FAR + 1) * DRAWN) / 2);
    return column < 0 || row < 0 || column >= DRAWN || row >= DRAWN ? 0 : values[row * DRAWN + column];
  };
}

/** Those of all arrows, made when the first are compared. @type {?Ink[]} */
let arrowInks = null;

/** @param {ArrayLike<number>} values */
function median(values) {
  const sorted = new Float64Array(values).sort();
  return sorted[sorted.length >> 1];
}

/** @param {ArrayLike<number>} values */
function sumOf(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
  }
  return sum;
}

/** Points of a tile: right and down, as shares of the radius, row by row. */
const PLACES = Array.from({ length: POINTS ** 2 }, (_, i) => (
  [i % POINTS, Math.floor(i / POINTS)].map((step) => REACH * ((2 * step + 1) / POINTS - 1))));

/** From one point to the next. */
const POINT = (2 * REACH) / POINTS;

/** Whether a point is in the circle that a tile is read from. */
const IN_CIRCLE = PLACES.map(([x, y]) => Math.hypot(x, y) < REACH);

/**
 * @typedef {Object} Tile
 * @property {Float32Array} points how much each differs from the face
 * @property {number} face the grey of most points
 * @property {number} sign how much the points differ that differ most
 * @property {number} border the grey around its border
 * @property {number} ring the share of its border that is seen
 * @property {boolean} isCovered whether its border is not seen, or something lies over its face
 */

/**
 * The greys of the points of a tile.
 *
 * @param {Grey} grey
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function pointsAt(grey, x, y, radius) {
  const off = (POINT * radius) / 4;
  const points = new Float32Array(PLACES.length);
  for (let i = 0; i < points.length; i++) {
    const toX = x + PLACES[i][0] * radius;
    const toY = y + PLACES[i][1] * radius;
    points[i] = (valueAt(grey, toX - off, toY - off) + valueAt(grey, toX + off, toY - off)
      + valueAt(grey, toX - off, toY + off) + valueAt(grey, toX + off, toY + off)) / 4;
  }
  return points;
}

/**
 * Looks at a tile.
 *
 * @param {Grey} grey
 * @param {[number, number]} middle
 * @param {number} radius
 * @returns {Tile}
 */
function tileAt(grey, [x, y], radius) {
  const points = pointsAt(grey, x, y, radius);
  const face = median(points.filter((_, i) => IN_CIRCLE[i]));
  const differences = points.map((value) => value - face);
  const inside = differences.map((value, i) => (IN_CIRCLE[i] ? Math.abs(value) : 0)).sort();
  /** @param {number[]} radii */
  const ring = (radii) => Array.from({ length: 32 }, (_, i) => {
    const angle = (Math.PI * i) / 16;
    const far = radius * radii[i % radii.length];
    return valueAt(grey, x + far * Math.cos(angle), y + far * Math.sin(angle));
  });
  const border = sumOf(ring([0.9, 1.02, 0.94, 1.06, 0.98, 0.92, 1.04, 0.96])) / 32;
  /** @param {number} share */
  const differs = (share) => median(ring([share]).map((value) => Math.abs(value - face))) > 6;
  const { clear, ring: edge } = borderOf(grey, x, y, radius);
  const isCovered = differs(0.8) || differs(radius > 30 ? 0.88 : 0.86) || clear < 0.4;
  return { points: differences, face, sign: sumOf(inside.slice(-14)) / 14, border, ring: edge, isCovered };
}

/**
 * A sign on the points of a tile, its mean being 0 and its length 1 on the points of `area`.
 *
 * @param {Ink} ink
 * @param {number[]} area
 * @param {number} size half the height, as a share of the radius
 * @param {number} right
 * @param {number} down
 * @param {number} [turned]
 */
function drawn(ink, area, size, right, down, turned = 0) {
  const [cos, sin] = [Math.cos(turned) / size, Math.sin(turned) / size];
  const values = new Float32Array(area.length);
  for (let i = 0; i < area.length; i++) {
    const x = PLACES[area[i]][0] - right;
    const y = PLACES[area[i]][1] - down;
    values[i] = ink(x * cos + y * sin, y * cos - x * sin);
  }
  return normed(values);
}

/**
 * Changes values so that their mean is 0 and their length 1.
 *
 * @param {Float32Array} values
 */
function normed(values) {
  const middle = sumOf(values) / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] -= middle;
    squares += values[i] * values[i];
  }
  const factor = 1 / (Math.sqrt(squares) || 1);
  for (let i = 0; i < values.length; i++) {
    values[i] *= factor;
  }
  return values;
}

/**
 * How well a tile fits a sign, -1 to 1.
 *
 * @param {Float32Array} one
 * @param {Float32Array} other
 */
function likeness(one, other) {
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    sum += one[i] * other[i];
  }
  return sum;
}

/**
 * The points of tiles in an area, as signs are.
 *
 * @param {{points: Float32Array}[]} tiles
 * @param {number[]} area
 */
function cut(tiles, area) {
  return tiles.map(({ points }) => {
    const values = new Float32Array(area.length);
    for (let i = 0; i < area.length; i++) {
      values[i] = points[area[i]];
    }
    return normed(values);
  });
}

/**
 * @param {number} width half of it, as a share of the radius
 * @param {number} height
 * @param {number} [right]
 * @param {number} [down]
 */
function areaOf(width, height, right = 0, down = 0) {
  return [...PLACES.keys()].filter((i) => (
    Math.abs(PLACES[i][0] - right) <= width && Math.abs(PLACES[i][1] - down) <= height && IN_CIRCLE[i]));
}

/** @param {number[]} values */
function bestOf(values) {
  return values.indexOf(Math.max(...values));
}

/**
 * How well tiles fit their best signs, in the mean; and every likeness.
 *
 * @param {Float32Array[]} cuts
 * @param {Float32Array[]} signs
 */
function compared(cuts, signs) {
  let fit = 0;
  const fits = cuts.map((points) => {
    const each = signs.map((sign) => Math.abs(likeness(points, sign)));
    fit += Math.max(...each) / cuts.length;
    return each;
  });
  return { fits, fit };
}

/**
 * Where signs are on the tiles: half their height, half their width, and the place of their middle.
 *
 * @param {Tile[]} tiles
 */
function extentOf(tiles) {
  const ink = PLACES.map((_, i) => (IN_CIRCLE[i]
    ? sumOf(tiles.map(({ points, sign }) => Math.min(1, Math.abs(points[i]) / Math.max(1, sign)))) / tiles.length : 0));
  const least = 0.22 * Math.max(...ink);
  /** @param {0 | 1} axis */
  const range = (axis) => {
    const inked = PLACES.filter((_, i) => ink[i] > least).map((place) => place[axis]);
    const [low, high] = [Math.min(...inked), Math.max(...inked)];
    return [(low + high) / 2, (high - low + POINT) / 2];
  };
  const [[right, width], [down, height]] = [range(0), range(1)];
  return { right, width, down, height };
}

/**
 * The same tiles nearer, so that their signs are as high as digits are looked for.
 *
 * @param {Grey} grey
 * @param {Grid} grid
 * @param {Tile[]} tiles
 * @param {Tile[]} clear some of them
 */
function nearer(grey, { middles, radius }, tiles, clear) {
  const { right, down, height } = extentOf(clear);
  const zoom = Math.min(1, height / HALF_DIGIT);
  return tiles.map((tile, i) => {
    const [x, y] = middles[i];
    const points = pointsAt(grey, x + right * radius, y + down * radius, radius * zoom).map((value) => value - tile.face);
    return { ...tile, points };
  });
}

/** @typedef {{fit: number, area: number[], size: number, right: number, down: number, inks: Ink[]}} Digits */

/**
 * Every second point of an area, right and down.
 *
 * @param {number[]} area
 */
function halved(area) {
  return area.filter((i) => i % 2 === 0 && Math.floor(i / POINTS) % 2 === 0);
}

/** The digits of each weight. */
const FACES = WEIGHTS.map((weight) => DIGITS[0].map((_, digit) => digitInk(digit, weight)));

/**
 * Those of several digits that fit tiles best.
 *
 * @param {Tile[]} clear
 * @param {{size: number, right: number, down: number}} start
 * @param {number[]} sizes shares of that of `start`
 * @param {number[]} steps aside, in points
 * @param {Ink[][]} faces
 * @param {boolean} isRough whether every second point will do
 */
function bestDigits(clear, { size, right, down }, sizes, steps, faces, isRough = false) {
  /** @type {Digits} */
  let best = { fit: 0, area: [0], size, right, down, inks: faces[0] };
  for (const half of sizes.map((factor) => factor * size)) {
    const area = areaOf(0.75 * half + POINT, 1.25 * half + POINT, right, down);
    const compare = isRough ? halved(area) : area;
    const cuts = cut(clear, compare);
    for (const [x, y] of steps.flatMap((across) => steps.map((along) => [right + across * POINT, down + along * POINT]))) {
      for (const inks of faces) {
        const { fit } = compared(cuts, inks.map((ink) => drawn(ink, compare, half, x, y)));
        best = fit > best.fit ? { fit, area, size: half, right: x, down: y, inks } : best;
      }
    }
  }
  return best;
}

/**
 * The digits near some roughly placed ones that fit tiles best: first their face, then their place.
 *
 * @param {Tile[]} clear
 * @param {Digits} rough
 */
function fineDigits(clear, rough) {
  const digits = bestDigits(clear, rough, [1], [0], FACES);
  return bestDigits(clear, digits, [0.96, 1, 1.04], [-0.7, 0, 0.7], [digits.inks]);
}

/**
 * How well each tile fits each digit; a tile may be a little aside.
 *
 * @param {Tile[]} tiles
 * @param {Digits} digits
 */
function readDigits(tiles, { area, size, right, down, inks }) {
  const cuts = cut(tiles, area);
  const aside = [-1.6, -0.8, 0, 0.8, 1.6];
  const placed = aside.flatMap((x) => aside.map((y) => (
    compared(cuts, inks.map((ink) => drawn(ink, area, size, right + x * POINT, down + y * POINT))))));
  return cuts.map((_, tile) => inks.map((_, digit) => Math.max(...placed.map((each) => each.fits[tile][digit]))));
}

/** @typedef {{fit: number, area: number[], angles: number[], signs: Float32Array[]}} Arrows */

/**
 * The outline of arrows that fits tiles best, turned in all directions, and how well it fits.
 *
 * @param {Tile[]} clear
 * @param {number} directions
 * @returns {Arrows}
 */
function findArrows(clear, directions) {
  arrowInks ??= ARROWS.map(outlineInk);
  const inks = arrowInks;
  const { width, height } = extentOf(clear);
  const reach = Math.max(width, height);
  const area = areaOf(REACH, REACH).filter((i) => Math.hypot(...PLACES[i]) < Math.min(REACH, reach * 1.15));
  const angles = Array.from({ length: directions }, (_, turns) => (2 * Math.PI * turns) / directions);
  const few = halved(area);
  const cuts = cut(clear, few);
  /** @type {(ink: Ink, size: number, along: number, area: number[]) => Float32Array[]} */
  const turnedSigns = (ink, size, along, points) => angles.map((angle) => (
    drawn(ink, points, size, -along * size * Math.sin(angle), along * size * Math.cos(angle), angle)));
  let best = { fit: 0, ink: inks[0], size: reach, along: 0 };
  for (const ink of inks) {
    for (let size = 0.72 * reach; size < 1.15 * reach; size *= 1.16) {
      for (const along of [-0.15, 0, 0.15]) {
        const { fit } = compared(cuts, turnedSigns(ink, size, along, few));
        best = fit > best.fit ? { fit, ink, size, along } : best;
      }
    }
  }
  return { fit: best.fit, area, angles, signs: turnedSigns(best.ink, best.size, best.along, area) };
}

/**
 * How well each tile fits an arrow in each direction. The outline says which way the arrows of the picture point; then
 * their own average, turned, is what each is compared with.
 *
 * @param {Tile[]} tiles
 * @param {Arrows} arrows
 */
function readArrows(tiles, { area, angles, signs }) {
  const cuts = cut(tiles, area);
  const first = compared(cuts, signs).fits;
  let found = first;
  for (let times = 0; times < 2; times++) {
    const average = new Float32Array(POINTS ** 2);
    tiles.forEach(({ points, sign, isCovered }, tile) => {
      if (!isCovered) {
        turnedTile(points, angles[bestOf(found[tile])]).forEach((value, i) => { average[i] += value / Math.max(1, sign); });
      }
    });
    found = compared(cuts, cut(angles.map((angle) => ({ points: turnedTile(average, -angle) })), area)).fits;
  }
  // Where the average says another thing than the outline, neither counts.
  return found.map((fit, tile) => (bestOf(fit) === bestOf(first[tile]) ? fit : fit.map(() => 0)));
}

/**
 * The points of a tile after a turn.
 *
 * @param {Float32Array} values
 * @param {number} angle
 */
function turnedTile(values, angle) {
  const points = { values, width: POINTS, height: POINTS };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return new Float32Array(PLACES.map(([x, y]) => valueAt(points,
    (((x * cos - y * sin) / REACH + 1) * POINTS - 1) / 2, (((x * sin + y * cos) / REACH + 1) * POINTS - 1) / 2)));
}

/**
 * Whether each tile is covered, because no sign is on it, or it fits signs much worse than other tiles.
 *
 * @param {Tile[]} tiles
 * @param {number[][]} fits
 */
function withoutSign(tiles, fits) {
  const usual = median(fits.map((fit) => Math.max(...fit)));
  return tiles.map(({ sign }, tile) => Math.max(...fits[tile]) < usual - LESS_FIT || sign < LEAST_SIGN / 2);
}

/**
 * Whether the faces of tiles follow their signs, as greys do.
 *
 * @param {Tile[]} tiles that are not covered
 * @param {number[][]} fits
 */
function facesFollow(tiles, fits) {
  const turns = fits.map(bestOf);
  const [middle, centre] = [sumOf(turns) / turns.length, sumOf(tiles.map(({ face }) => face)) / tiles.length];
  /** @type {(one: number[], other: number[]) => number} */
  const product = (one, other) => sumOf(one.map((value, i) => value * other[i]));
  const [across, up] = [turns.map((value) => value - middle), tiles.map(({ face }) => face - centre)];
  const spread = product(up, up);
  return spread > 16 * tiles.length && product(across, up) ** 2 > 0.7 * spread * product(across, across);
}

/**
 * Whether each tile lies far from the line through most of them: then something lies over it.
 *
 * @param {number[]} faces greys of tiles
 * @param {number[]} values of each tile, such as the grey of its border
 */
function offTheLine(faces, values) {
  const slope = median(faces.flatMap((face, one) => faces.flatMap((lighter, other) => (
    lighter > face + 4 ? [(values[other] - values[one]) / (lighter - face)] : []))).concat(0));
  const rests = values.map((value, i) => value - slope * faces[i]);
  const usual = median(rests);
  const far = rests.map((rest) => Math.abs(rest - usual));
  const most = Math.max(MOST_TINT, 5 * median(far));
  return far.map((rest) => rest > most);
}

/**
 * Red less green, and blue less green, of the faces of tiles.
 *
 * @param {{data: ArrayLike<number>, width: number}} picture before it was reduced
 * @param {Grid} grid
 * @param {number} factor by which it was reduced
 * @returns {[number[], number[]]}
 */
export function coloursOf({ data, width }, { middles, radius }, factor) {
  const steps = Array.from({ length: 7 }, (_, i) => (i / 6 - 0.5) * radius);
  /** @param {number} channel */
  const less = (channel) => middles.map(([x, y]) => median(steps.flatMap((down) => steps.map((right) => {
    const at = 4 * (Math.floor((y + down + 0.5) * factor) * width + Math.floor((x + right + 0.5) * factor));
    return data[at + channel] - data[at + 1];
  }))));
  return [less(0), less(2)];
}

/**
 * Greys of the ground and of the borders.
 *
 * @param {Grey} grey
 * @param {Grid} grid
 * @param {Tile[]} tiles
 */
function anchorsOf(grey, { shape, middles, radius, spacing }, tiles) {
  const angles = shape === "hexagon" ? [0, 1, 2, 3, 4, 5].map((i) => (i * Math.PI) / 3)
    : [1, 3, 5, 7].map((i) => (i * Math.PI) / 4);
  const gap = shape === "hexagon" ? spacing / Math.sqrt(3) : spacing / Math.SQRT2;
  /** @type {(tile: number, far: number) => number[]} */
  const around = (tile, far) => angles.flatMap((angle) => [-0.06, 0, 0.06].map((aside) => (
    valueAt(grey, middles[tile][0] + far * Math.cos(angle + aside), middles[tile][1] + far * Math.sin(angle + aside)))));
  const every = [...middles.keys()];
  const ground = median(every.flatMap((tile) => around(tile, gap)));
  const width = 0.0306 * spacing;
  // Narrow lines are not as light as they should be, but as much in all.
  const borders = every.filter((tile) => !tiles[tile].isCovered).map((tile) => {
    const steps = Array.from({ length: 15 }, (_, i) => radius * (0.86 + (i * 0.22) / 14));
    const profile = steps.map((far) => median(around(tile, far)));
    const most = profile.reduce((far, value) => (Math.abs(value - ground) > Math.abs(far - ground) ? value : far), ground);
    const whole = (sumOf(profile) * 0.22 * radius) / 15;
    const narrow = (whole - (0.22 * radius - width) / 2 * (tiles[tile].face + ground)) / width;
    return width > 2.5 ? most : narrow;
  });
  const border = median(borders);
  if (Math.abs(ground - GROUND) < 2.5) {
    return { ground, border: ground + BORDER - GROUND, doubt: 0.015 };
  }
  // A tint that multiplies keeps the ratio.
  const tinted = (ground * BORDER) / GROUND;
  const isTinted = width <= 2.5 && ground < 1.2 * GROUND && Math.abs(border - tinted) < 0.4 * (tinted - ground);
  return { ground, border: isTinted ? tinted : border, doubt: 0.05 };
}

/**
 * Readings of the greys of tiles, for each scale that may be theirs.
 *
 * @param {Tile[]} tiles
 * @param {{ground: number, border: number, doubt: number}} anchors
 * @param {Level} level
 * @returns {Reading[]}
 */
function greyReadings(tiles, { ground, border, doubt }, level) {
  const { directions } = level;
  const faces = tiles.map(({ face }) => (face - ground) / (border - ground));
  const clear = faces.filter((_, tile) => !tiles[tile].isCovered);
  const isDark = border > ground + 6;
  const scales = isDark ? SCALES : [[Math.min(...clear), Math.max(...clear)], [Math.max(...clear), Math.min(...clear)]];
  return scales.map(([first, last]) => {
    const steps = Array.from({ length: directions }, (_, turns) => first + ((last - first) * turns) / (directions - 1));
    /** @type {Reading & {evidence: number}} */
    let best = { level, logs: [], isOpen: !isDark, evidence: -Infinity };
    for (let gain = -2; gain <= 2; gain += 0.25) {
      const stretch = isDark ? 1 + gain * doubt : 1;
      const far = (/** @type {number} */ face) => steps.map((step) => (face - step * stretch) ** 2);
      const noise = Math.max(LEAST_NOISE, 1.5 * Math.sqrt(median(clear.map((face) => Math.min(...far(face))))));
      const wide = Math.log(noise / LEAST_NOISE);
      const logs = faces.map((face, tile) => {
        const each = far(face).map((square) => -square / 2 / noise ** 2);
        return tiles[tile].isCovered ? each.map(() => 0) : each.map((log) => Math.max(log, -MOST_GREY) - wide);
      });
      // A scale is not stretched for a single tile, over which something may lie.
      const evidence = sumOf(logs.map((log) => Math.max(...log, -MOST_GREY / 2 - wide))) - gain ** 2 / 2;
      best = evidence > best.evidence ? { level, logs, isOpen: !isDark, evidence } : best;
    }
    return best;
  });
}

/**
 * Reads all tiles in every way that the picture allows.
 *
 * @param {Grey} grey
 * @param {Grid} grid
 * @param {[number[], number[]]} colours of the tiles
 * @param {Level[]} levels those with a board of this shape
 * @returns {Reading[]}
 */
export function readTiles(grey, grid, colours, levels) {
  const tiles = grid.middles.map((middle) => tileAt(grey, middle, grid.radius));
  const leastRing = median(tiles.map(({ ring }) => ring)) - LESS_RING;
  tiles.forEach((tile) => { tile.isCovered ||= tile.ring < leastRing; });
  const clear = tiles.filter(({ isCovered }) => !isCovered);
  if (clear.length < 0.4 * tiles.length) {
    return [];
  }
  const most = Math.max(...levels.map(({ directions }) => directions));
  /** @type {number[][] | null} */
  let fits = null;
  /** @type {boolean[]} */
  let lacks = [];
  let isDigits = true;
  if (median(clear.map(({ sign }) => sign)) > LEAST_SIGN) {
    const signed = clear.filter(({ sign }) => sign > LEAST_SIGN).slice(0, 16);
    const near = nearer(grey, grid, tiles, signed);
    const nearSigned = signed.map((tile) => near[tiles.indexOf(tile)]);
    const { height: size, right, down } = extentOf(nearSigned);
    const sizes = [0.8, 0.87, 0.94, 1, 1.07, 1.14];
    const rough = bestDigits(nearSigned, { size, right, down }, sizes, [-1.5, 0, 1.5], [FACES[1]], true);
    const arrows = findArrows(signed, most);
    isDigits = rough.fit > arrows.fit;
    fits = isDigits ? readDigits(near, fineDigits(nearSigned, rough)) : readArrows(tiles, arrows);
    lacks = withoutSign(tiles, fits);
    lacks.forEach((isCovered, tile) => { tiles[tile].isCovered ||= isCovered; });
  } else {
    // Where no tile has a sign, faces are plain.
    const plain = 3 * median(tiles.map(({ sign }) => sign)) + MOST_TINT;
    tiles.forEach((tile) => { tile.isCovered ||= tile.sign > plain; });
  }
  const uncovered = [...tiles.keys()].filter((tile) => !tiles[tile].isCovered);
  const hasGreys = !fits || facesFollow(uncovered.map((tile) => tiles[tile]), uncovered.map((tile) => fits[tile]));
  if (hasGreys) {
    // A border is as light, and a face as coloured, as the grey of the face lets expect.
    const faces = tiles.map(({ face }) => face);
    for (const values of [tiles.map(({ border }) => border), ...colours]) {
      offTheLine(faces, values).forEach((isOff, tile) => { tiles[tile].isCovered ||= isOff; });
    }
  }
  const anchors = anchorsOf(grey, grid, tiles);
  return levels.flatMap((level) => {
    const { directions } = level;
    const step = isDigits ? 1 : most / directions;
    const signs = fits && fits.map((fit, tile) => Array.from({ length: directions }, (_, turns) => (
      lacks[tile] ? 0 : (-INDEPENDENT / 2) * Math.log(1 - fit[turns * step] ** 2 + NOISE))));
    const greys = hasGreys ? greyReadings(tiles, anchors, level) : [];
    const ways = greys.length ? greys : [{ level, logs: tiles.map(() => Array(directions).fill(0)), isOpen: false }];
    return ways.map(({ logs, isOpen }) => ({ level, isOpen: isOpen && !signs, logs: logs.map((log, tile) => {
      const sums = log.map((value, turns) => value + (signs?.[tile][turns] ?? 0));
      return sums.map((sum) => Math.max(sum, Math.max(...sums) - MOST_SURE));
    }) }));
  });
}
