import { hashSeed, Random } from '#demo/random.ts';

interface Colors {
  readonly ground: string;
  readonly figure: string;
  /** Between the two. */
  readonly shade: string;
}

type RenderShape = (random: Random, colors: Colors) => string;

const SIZE = 64;
const CENTRE = SIZE / 2;

/** A mark of two colors on a square, the same for the same address for ever. */
export function renderImage(address: string, symbol: string): string {
  const random = new Random(...hashSeed(`picture ${address}`));
  const colors = generateColors(random);
  const initials = initialsOf(symbol);
  const lettered = initials !== undefined && random.chance(0.2);
  const draw = lettered ? letters(initials) : random.pick(random.chance(0.2) ? uprightMarks : marks);
  const turn = lettered || uprightMarks.includes(draw) ? 0 : random.pick([0, 45, 90, 180, 270]);
  const figure = draw(random, colors);
  const placed = turn === 0 ? figure : `<g transform="rotate(${turn} ${CENTRE} ${CENTRE})">${figure}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${colors.ground}"/>${placed}</svg>`;
}

function generateColors(random: Random): Colors {
  const hue = random.integer(0, 359);
  const other = (hue + random.pick([24, 40, 150, 180, 205, 320])) % 360;
  const color = (degrees: number, saturation: number, lightness: number) =>
    `hsl(${degrees} ${saturation}% ${lightness}%)`;
  if (random.chance(0.25)) {
    return { ground: color(hue, 38, 84), figure: color(other, 42, 34), shade: color(other, 34, 60) };
  }
  return { ground: color(hue, 40, 33), figure: color(other, 56, 78), shade: color(hue, 36, 52) };
}

/** One or two letters or digits of any alphabet; undefined where the symbol has none. */
function initialsOf(symbol: string): string | undefined {
  return /[\p{L}\p{N}]{1,2}/u.exec(symbol)?.[0].toUpperCase();
}

function letters(text: string): RenderShape {
  return (_, { figure }) =>
    `<text x="${CENTRE}" y="${CENTRE}" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${Array.from(text).length > 1 ? 26 : 34}" font-weight="600" fill="${figure}">${escapeText(text)}</text>`;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function path(shape: string, fill: string): string {
  return `<path d="${shape}" fill="${fill}"/>`;
}

const overlap: RenderShape = (random, { figure, shade }) => {
  const radius = random.integer(12, 16);
  return circle(CENTRE - 8, CENTRE, radius, shade) + circle(CENTRE + 8, CENTRE, radius - 3, figure);
};

const rings: RenderShape = (random, { ground, figure, shade }) => {
  const outer = random.integer(19, 23);
  return (
    circle(CENTRE, CENTRE, outer, figure) +
    circle(CENTRE, CENTRE, outer - 5, ground) +
    circle(CENTRE, CENTRE, random.integer(5, 10), shade)
  );
};

const crescent: RenderShape = (random, { ground, figure, shade }) => {
  const shift = random.integer(6, 10);
  return (
    circle(CENTRE, CENTRE, 20, figure) +
    circle(CENTRE + shift, CENTRE - shift / 2, 16, ground) +
    circle(CENTRE + shift, CENTRE - 2, 4, shade)
  );
};

const hills: RenderShape = (random, { figure, shade }) => {
  const peak = random.integer(14, 26);
  return (
    path(`M4 50 ${peak + 4} ${random.integer(16, 26)} 46 50Z`, shade) +
    path(`M20 50 ${peak + 20} ${random.integer(24, 32)} 62 50Z`, figure)
  );
};

const stripes: RenderShape = (random, { figure, shade }) => {
  const count = random.integer(3, 4);
  const gap = 40 / count;
  return Array.from({ length: count }, (_, place) => {
    const width = random.integer(18, 40);
    return `<rect x="${CENTRE - width / 2}" y="${12 + place * gap}" width="${width}" height="${gap - 4}" rx="${(gap - 4) / 2}" fill="${place % 2 ? shade : figure}"/>`;
  }).join('');
};

const petals: RenderShape = (random, { figure, shade }) => {
  const count = random.integer(4, 7);
  const petal = (place: number) =>
    `<ellipse cx="${CENTRE}" cy="19" rx="${34 / count}" ry="11" transform="rotate(${Math.round((360 * place) / count)} ${CENTRE} ${CENTRE})" fill="${figure}"/>`;
  return (
    Array.from({ length: count }, (_, place) => petal(place)).join('') + circle(CENTRE, CENTRE, 5, shade)
  );
};

const quarters: RenderShape = (random, { figure, shade }) => {
  const cells = [
    [14, 14],
    [32, 14],
    [14, 32],
    [32, 32],
  ] as const;
  return cells
    .map(([x, y]) => {
      const fill = random.chance(0.7) ? figure : shade;
      const [cx, cy] = [x + (random.chance(0.5) ? 18 : 0), y + (random.chance(0.5) ? 18 : 0)];
      const [ex, ey] = [cx === x ? x + 18 : x, cy === y ? y + 18 : y];
      const sweep = (cx === x) === (cy === y) ? 1 : 0;
      return path(`M${cx} ${cy}H${ex}A18 18 0 0 ${sweep} ${cx} ${ey}Z`, fill);
    })
    .join('');
};

const dots: RenderShape = (random, { figure, shade }) => {
  // Half of a five by five grid, mirrored.
  const half = Array.from({ length: 15 }, (_, cell) => ({
    column: cell % 3,
    row: Math.floor(cell / 3),
    lit: random.chance(0.55),
  }));
  return half
    .filter(({ lit }) => lit)
    .flatMap(({ column, row }) => {
      const fill = column === 2 ? shade : figure;
      const [left, right, y] = [14 + column * 9, 50 - column * 9, 14 + row * 9];
      return left === right
        ? [circle(left, y, 3.6, fill)]
        : [circle(left, y, 3.6, fill), circle(right, y, 3.6, fill)];
    })
    .join('');
};

const chevrons: RenderShape = (random, { figure, shade }) => {
  const depth = random.integer(8, 14);
  const chevron = (y: number, fill: string) =>
    path(
      `M12 ${y + depth} 32 ${y} 52 ${y + depth} 52 ${y + depth + 7} 32 ${y + 7} 12 ${y + depth + 7}Z`,
      fill,
    );
  return chevron(14, figure) + chevron(26, shade) + (random.chance(0.5) ? chevron(38, figure) : '');
};

const gem: RenderShape = (random, { figure, shade }) => {
  const width = random.integer(15, 20);
  const shoulder = random.integer(22, 28);
  return (
    path(
      `M${CENTRE - width} ${shoulder} ${CENTRE} 54 ${CENTRE + width} ${shoulder} ${CENTRE + width - 8} 14 ${CENTRE - width + 8} 14Z`,
      figure,
    ) + path(`M${CENTRE - width} ${shoulder} ${CENTRE} 54 ${CENTRE} ${shoulder}Z`, shade)
  );
};

const orbit: RenderShape = (random, { figure, shade }) => {
  const tilt = random.integer(-40, 40);
  return (
    circle(CENTRE, CENTRE, 11, figure) +
    `<ellipse cx="${CENTRE}" cy="${CENTRE}" rx="23" ry="9" transform="rotate(${tilt} ${CENTRE} ${CENTRE})" fill="none" stroke="${shade}" stroke-width="3.5"/>`
  );
};

const waves: RenderShape = (random, { figure, shade }) => {
  const height = random.integer(5, 9);
  const wave = (y: number, fill: string) =>
    path(`M8 ${y}q12 ${-height * 2} 24 0t24 0v7q-12 ${height * 2} -24 0t-24 0Z`, fill);
  return wave(20, shade) + wave(30, figure) + wave(40, shade);
};

const uprightMarks: readonly [RenderShape, ...RenderShape[]] = [hills, gem];
const marks: readonly [RenderShape, ...RenderShape[]] = [
  overlap,
  rings,
  crescent,
  stripes,
  petals,
  quarters,
  dots,
  chevrons,
  orbit,
  waves,
];
