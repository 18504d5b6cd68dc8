// Draws a screen of the arrow puzzle on a canvas: a second program, which shares no code with the first. Returns the
// picture as a data URL, and the tiles that something covers.

const [game, seed] = arguments;

let state = seed >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const between = (low, high) => low + (high - low) * random();
const pick = (list) => list[Math.floor(random() * list.length)];
const shade = (value) => `rgb(${value} ${value} ${value})`;

const canvas = document.createElement("canvas");
const { kind, harm } = game;
let [width, height] = pick(harm === "jpeg"
  ? [[750, 1334], [828, 1792], [1080, 2340], [1440, 2560], [1200, 1600]]
  : [[320, 480], [360, 640], [412, 915], [480, 854], [600, 1024], [768, 1024], [750, 1334], [828, 1792], [1080, 2340]]);
if (random() < 0.15) [width, height] = [height, width];
canvas.width = width;
canvas.height = height;
const draw = canvas.getContext("2d");

const isDark = kind === "greys" || random() < 0.5;
const [ground, border, inside, ink] = isDark
  ? [51, 102, pick([51, 43, 60]), pick([255, 230])] : pick([[250, 170, 250, 20], [230, 160, 242, 0]]);
draw.fillStyle = shade(ground);
draw.fillRect(0, 0, width, height);

// Where the tiles are.
const isHexagon = game.shape === "hexagon";
const upright = height > width;
const pitch = isHexagon ? Math.min(0.1225 * width, (upright ? 0.62 : 0.78) * height / 7)
  : (upright ? between(0.5, 0.9) * width : between(0.55, 0.75) * height) / game.side;
const radius = pitch * (isHexagon ? 0.49 : between(0.42, 0.49));
const centre = [width / 2, upright ? height * between(0.42, 0.55) : height * 0.51];
const spots = game.cells.map(([row, column]) => {
  if (!isHexagon) {
    return [centre[0] + pitch * (column - (game.side - 1) / 2), centre[1] + pitch * (row - (game.side - 1) / 2)];
  }
  const line = row - (game.side - 1); // The columns of the screen, from the one in the middle.
  const length = 2 * game.side - 1 - Math.abs(line);
  const place = column - Math.max(0, line);
  return [centre[0] + line * pitch * Math.sqrt(3) / 2, centre[1] + (place - (length - 1) / 2) * pitch];
});

// What stands around them.
const unit = Math.min(width, height);
draw.fillStyle = shade(ink);
draw.strokeStyle = shade(border);
draw.textAlign = "center";
draw.textBaseline = "middle";
draw.font = `${Math.round(unit / 18)}px "Latin Modern Roman"`;
if (upright) {
  draw.fillText("Minigame", width / 2, 0.05 * height);
  draw.fillText(`${Math.floor(between(1, 9))}:${Math.floor(between(10, 60))}`, width / 2, 0.1 * height);
  draw.lineWidth = 2;
  draw.strokeRect(0.35 * width, 0.9 * height, 0.3 * width, 0.05 * height);
  draw.fillText("New board", width / 2, 0.925 * height);
}
draw.beginPath();
draw.arc(width - 0.07 * unit, height - 0.06 * unit, 0.03 * unit, 0, 2 * Math.PI);
draw.lineWidth = 0.012 * unit;
draw.stroke();

// The tiles.
const face = pick(["10pt", "12pt", "bold"]);
const glyph = pick(["solid", "rod", "dart", "hooked"]);
const lowest = pick([17, 0]);
const alsoDigits = kind === "greys" && random() < 0.3;
spots.forEach(([x, y], tile) => {
  const turns = game.turns[tile];
  const thick = pitch * 3 / 98;
  draw.beginPath();
  draw.arc(x, y, radius - thick / 2, 0, 2 * Math.PI);
  draw.fillStyle = shade(kind === "greys" ? Math.round(lowest + turns * 68 / (game.directions - 1)) : inside);
  draw.fill();
  draw.lineWidth = thick;
  draw.strokeStyle = shade(border);
  draw.stroke();
  draw.fillStyle = draw.strokeStyle = shade(ink);
  if (kind === "digits" || alsoDigits) {
    const size = 0.2 * pitch / 0.65;
    draw.font = face === "bold" ? `bold ${size}px "Latin Modern Roman"`
      : `${size}px "${face === "12pt" ? "LM Roman 12" : "LM Roman 10"}", "Latin Modern Roman"`;
    draw.textBaseline = "alphabetic";
    draw.fillText(String(turns + 1), x, y + 0.1 * pitch);
  } else if (kind === "arrows") {
    draw.save();
    draw.translate(x, y);
    draw.rotate(2 * Math.PI * turns / game.directions);
    draw.scale(radius / 100, radius / 100);
    draw.lineWidth = 11;
    draw.lineCap = draw.lineJoin = "round";
    draw.beginPath();
    if (glyph === "solid") {
      [[0, -62], [42, -8], [16, -8], [16, 58], [-16, 58], [-16, -8], [-42, -8]].forEach((point) => draw.lineTo(...point));
      draw.fill();
    } else if (glyph === "rod") {
      [[0, 55], [0, -55], [-28, -25], [0, -55], [28, -25]].forEach((point) => draw.lineTo(...point));
      draw.stroke();
    } else if (glyph === "dart") {
      [[0, -58], [36, 50], [0, 30], [-36, 50]].forEach((point) => draw.lineTo(...point));
      draw.fill();
    } else {
      draw.moveTo(0, 60);
      draw.lineTo(0, -55);
      draw.moveTo(-30, -20);
      draw.quadraticCurveTo(-6, -32, 0, -58);
      draw.quadraticCurveTo(6, -32, 30, -20);
      draw.stroke();
    }
    draw.restore();
  }
});

// What happens to screenshots.
let made = canvas;
const redrawn = (across, down, act) => {
  const next = document.createElement("canvas");
  [next.width, next.height] = [Math.round(across), Math.round(down)];
  const context = next.getContext("2d");
  context.imageSmoothingQuality = "high";
  act(context, next);
  made = next;
};
const covered = [];
if (harm === "spoiled") {
  const chance = random();
  if (chance < 0.4) {
    const left = new Set();
    const many = 1 + Math.floor(random() * 3);
    while (left.size < many) left.add(Math.floor(random() * spots.length));
    covered.push(...left);
    for (const tile of left) {
      draw.fillStyle = `hsl(${between(0, 360)} 60% ${between(20, 80)}%)`;
      const half = radius * between(0.95, 1.1);
      draw.fillRect(spots[tile][0] - half, spots[tile][1] - half, 2 * half, 2 * half);
    }
  } else if (chance < 0.75) {
    draw.strokeStyle = `rgb(255 255 255 / ${between(0.05, 0.2)})`;
    draw.lineWidth = radius * between(0.3, 0.8);
    draw.lineCap = "round";
    draw.beginPath();
    const [from, to] = [pick(spots), pick(spots)];
    draw.moveTo(from[0], from[1]);
    draw.quadraticCurveTo(between(0, width), centre[1], to[0], to[1]);
    draw.stroke();
  }
  if (random() < 0.5) {
    draw.globalCompositeOperation = "multiply";
    draw.fillStyle = `rgb(255 ${between(190, 255)} ${between(130, 255)})`;
    draw.fillRect(0, 0, width, height);
    draw.globalCompositeOperation = "source-over";
  }
}
const cut = random();
if (cut < 0.15) {
  const [left, right] = [Math.min(...spots.map(([x]) => x)) - pitch * 0.7, Math.max(...spots.map(([x]) => x)) + pitch * 0.7];
  const [top, bottom] = [Math.min(...spots.map(([, y]) => y)) - pitch * 0.7, Math.max(...spots.map(([, y]) => y)) + pitch * 0.7];
  redrawn(right - left, bottom - top, (context) => {
    context.fillStyle = shade(ground);
    context.fillRect(0, 0, right - left, bottom - top);
    context.drawImage(canvas, -Math.round(left), -Math.round(top));
  });
} else if (cut < 0.25) {
  const bar = between(0.05, 0.25);
  redrawn(width * (1 + bar), height, (context, next) => {
    context.fillRect(0, 0, next.width, next.height);
    context.drawImage(canvas, Math.round(width * bar / 2), 0);
  });
}
const before = made;
if (harm === "jpeg") {
  redrawn(made.width / 2, made.height / 2, (context, next) => context.drawImage(before, 0, 0, next.width, next.height));
} else if (harm === "spoiled" && Math.min(made.width, made.height) > 400) {
  const scale = between(0.8, 1.15);
  redrawn(made.width * scale, made.height * scale, (context, next) => context.drawImage(before, 0, 0, next.width, next.height));
}
return [harm === "clean" ? made.toDataURL() : made.toDataURL("image/jpeg", harm === "jpeg" ? 0.6 : 0.85), covered];
