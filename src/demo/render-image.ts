import type { RawAddress } from '#contract/address.ts';
import { hashSeed, Random } from './random.ts';

interface Colors {
  readonly background: string;
  readonly foreground: string;
  /** Between foreground and background. */
  readonly shade: string;
}

type RenderShape = (random: Random, colors: Colors) => string;

const SIZE = 64;
const CENTER = SIZE / 2;

/** Returns the path of a jetton's image, relative to the base URL of the service. */
export function imagePath(address: RawAddress): string {
  return `/pictures/${address}.svg`;
}

/** Renders a jetton's image as SVG: a mark in two colors on a square. The same address always gives the same image. */
export function renderImage(address: string, symbol: string): string {
  const random = new Random(...hashSeed(`picture ${address}`));
  const colors = generateColors(random);
  const initials = initialsOf(symbol);
  const hasInitials = initials !== undefined && random.chance(0.2);
  const isUpright = hasInitials || random.chance(0.1);
  const renderShape = hasInitials ? letters(initials) : isUpright ? gem : random.pick(marks);
  const angle = isUpright ? 0 : random.pick([0, 45, 90, 180, 270]);
  const shape = renderShape(random, colors);
  const rotated = angle === 0 ? shape : `<g transform="rotate(${angle} ${CENTER} ${CENTER})">${shape}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${colors.background}"/>${rotated}</svg>`;
}

function generateColors(random: Random): Colors {
  const hue = random.integer(0, 359);
  const other = (hue + random.pick([24, 40, 150, 180, 205, 320])) % 360;
  const color = (degrees: number, saturation: number, lightness: number) =>
    `hsl(${degrees} ${saturation}% ${lightness}%)`;
  if (random.chance(0.25)) {
    return { background: color(hue, 38, 84), foreground: color(other, 42, 34), shade: color(other, 34, 60) };
  }
  return { background: color(hue, 40, 33), foreground: color(other, 56, 78), shade: color(hue, 36, 52) };
}

/** Returns the first one or two letters or digits in any alphabet, or undefined if the symbol has none. */
function initialsOf(symbol: string): string | undefined {
  return /[\p{L}\p{N}]{1,2}/u.exec(symbol)?.[0].toUpperCase();
}

function letters(text: string): RenderShape {
  return (_, { foreground }) =>
    `<text x="${CENTER}" y="${CENTER}" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${Array.from(text).length > 1 ? 26 : 34}" font-weight="600" fill="${foreground}">${escapeText(text)}</text>`;
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

const overlap: RenderShape = (random, { foreground, shade }) => {
  const radius = random.integer(12, 16);
  return circle(CENTER - 8, CENTER, radius, shade) + circle(CENTER + 8, CENTER, radius - 3, foreground);
};

const rings: RenderShape = (random, { background, foreground, shade }) => {
  const outer = random.integer(19, 23);
  return (
    circle(CENTER, CENTER, outer, foreground) +
    circle(CENTER, CENTER, outer - 5, background) +
    circle(CENTER, CENTER, random.integer(5, 10), shade)
  );
};

const petals: RenderShape = (random, { foreground, shade }) => {
  const count = random.integer(4, 7);
  const petal = (index: number) =>
    `<ellipse cx="${CENTER}" cy="19" rx="${34 / count}" ry="11" transform="rotate(${Math.round((360 * index) / count)} ${CENTER} ${CENTER})" fill="${foreground}"/>`;
  return (
    Array.from({ length: count }, (_, index) => petal(index)).join('') + circle(CENTER, CENTER, 5, shade)
  );
};

const dots: RenderShape = (random, { foreground, shade }) => {
  // The left half of a 5 × 5 grid, mirrored to the right.
  const half = Array.from({ length: 15 }, (_, cell) => ({
    column: cell % 3,
    row: Math.floor(cell / 3),
    isFilled: random.chance(0.55),
  }));
  return half
    .filter(({ isFilled }) => isFilled)
    .flatMap(({ column, row }) => {
      const fill = column === 2 ? shade : foreground;
      const [left, right, y] = [14 + column * 9, 50 - column * 9, 14 + row * 9];
      return left === right
        ? [circle(left, y, 3.6, fill)]
        : [circle(left, y, 3.6, fill), circle(right, y, 3.6, fill)];
    })
    .join('');
};

const chevrons: RenderShape = (random, { foreground, shade }) => {
  const depth = random.integer(8, 14);
  const chevron = (y: number, fill: string) =>
    path(
      `M12 ${y + depth} 32 ${y} 52 ${y + depth} 52 ${y + depth + 7} 32 ${y + 7} 12 ${y + depth + 7}Z`,
      fill,
    );
  return chevron(14, foreground) + chevron(26, shade) + (random.chance(0.5) ? chevron(38, foreground) : '');
};

const gem: RenderShape = (random, { foreground, shade }) => {
  const width = random.integer(15, 20);
  const shoulder = random.integer(22, 28);
  return (
    path(
      `M${CENTER - width} ${shoulder} ${CENTER} 54 ${CENTER + width} ${shoulder} ${CENTER + width - 8} 14 ${CENTER - width + 8} 14Z`,
      foreground,
    ) + path(`M${CENTER - width} ${shoulder} ${CENTER} 54 ${CENTER} ${shoulder}Z`, shade)
  );
};

const orbit: RenderShape = (random, { foreground, shade }) => {
  const tilt = random.integer(-40, 40);
  return (
    circle(CENTER, CENTER, 11, foreground) +
    `<ellipse cx="${CENTER}" cy="${CENTER}" rx="23" ry="9" transform="rotate(${tilt} ${CENTER} ${CENTER})" fill="none" stroke="${shade}" stroke-width="3.5"/>`
  );
};

const waves: RenderShape = (random, { foreground, shade }) => {
  const height = random.integer(5, 9);
  const wave = (y: number, fill: string) =>
    path(`M8 ${y}q12 ${-height * 2} 24 0t24 0v7q-12 ${height * 2} -24 0t-24 0Z`, fill);
  return wave(20, shade) + wave(30, foreground) + wave(40, shade);
};

const marks = [overlap, rings, petals, dots, chevrons, orbit, waves] as const;
