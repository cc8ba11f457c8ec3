import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AVERAGE_COLORS, OVERLAY_COLORS } from '#web/chart/rendering/chart-appearance.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Triple = readonly [number, number, number];

/** Returns the color of a design token as linear RGB. */
function tokenColor(name: string, isDark: boolean): Triple {
  const [, ...colors] =
    new RegExp(`${name}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\)`).exec(tokens) ?? [];
  const [lightness = 0, chroma = 0, hue = 0] = (colors[isDark ? 1 : 0] ?? '').split(' ').map(Number);
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(Math.max(part, 0), 1));
  return [linear[0] ?? 0, linear[1] ?? 0, linear[2] ?? 0];
}

function multiply(rows: readonly Triple[], [x, y, z]: Triple): Triple {
  const [first = 0, second = 0, third = 0] = rows.map(([a, b, c]) => a * x + b * y + c * z);
  return [first, second, third];
}

/** Simulation of color vision deficiencies: matrices of Machado, Oliveira and Fernandes (2009) at full severity. */
const visionMatrices: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Converts linear RGB to Oklab, where distances match perceived differences. */
function toOklab(color: Triple): Triple {
  const [r, g, b] = [Math.max(color[0], 0), Math.max(color[1], 0), Math.max(color[2], 0)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(one: Triple, other: Triple): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Oklab distance. */
const MIN_DISTANCE = 0.1;

for (const isDark of [true, false]) {
  const theme = isDark ? 'dark' : 'light';
  test.each(Object.entries(visionMatrices))(
    `colors of overlays and of averages are distinguishable, ${theme} theme, %s vision`,
    (_, matrix) => {
      for (const names of [OVERLAY_COLORS, AVERAGE_COLORS]) {
        const [one, two, three] = names.map((name) => toOklab(multiply(matrix, tokenColor(name, isDark))));
        if (!one || !two || !three) throw new Error('no colors');
        const smallest = Math.min(distance(one, two), distance(one, three), distance(two, three));
        expect(smallest).toBeGreaterThan(MIN_DISTANCE);
      }
    },
  );

  test.each([...OVERLAY_COLORS, ...AVERAGE_COLORS])(
    `%s contrasts with the ${theme} background and the change colors`,
    (name) => {
      const [line, background] = [tokenColor(name, isDark), tokenColor('--bg', isDark)];
      const [low = 0, high = 0] = [luminance(line), luminance(background)].toSorted((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(3);
      for (const change of ['--up', '--down'])
        expect(distance(toOklab(line), toOklab(tokenColor(change, isDark)))).toBeGreaterThan(MIN_DISTANCE);
    },
  );
}
