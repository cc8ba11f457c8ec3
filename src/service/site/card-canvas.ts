import { createRequire } from 'node:module';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

export type DrawingContext = SKRSContext2D;

/** Creates an empty canvas that can draw text in Inter. */
export type CreateCanvas = (width: number, height: number) => Canvas;

/** The font files of Inter, by character set. Characters are looked up in this order, then in the system fonts. */
const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;
const familyOf = (subset: string) => `Jetscope ${subset}`;
const FAMILIES = subsets.map((subset) => `"${familyOf(subset)}"`).join(', ');

export function font(size: number, weight: 400 | 500 | 600): string {
  return `${weight} ${size}px ${FAMILIES}`;
}

let loaded: Promise<CreateCanvas> | undefined;

/** Loads the canvas library and fonts with the first image, because that would slow down the start of the service. */
export function loadCanvas(): Promise<CreateCanvas> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<CreateCanvas> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const { resolve } = createRequire(import.meta.url);
  for (const subset of subsets) {
    const file = resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
    GlobalFonts.registerFromPath(file, familyOf(subset));
  }
  return createCanvas;
}

/** The dark colors of the dashboard, from `src/web/style/tokens.css`. */
export const colors = {
  bg: 'oklch(0.165 0.012 260)',
  raised: 'oklch(0.235 0.015 260)',
  line: 'oklch(0.285 0.014 260)',
  text: 'oklch(0.945 0.006 260)',
  muted: 'oklch(0.715 0.014 260)',
  accent: 'oklch(0.735 0.13 238)',
  up: 'oklch(0.775 0.15 158)',
  down: 'oklch(0.7 0.175 22)',
  danger: 'oklch(0.66 0.2 25)',
} as const;

/** The size that social networks recommend for `og:image`. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
export const MARGIN = 64;
export const RIGHT = CARD_WIDTH - MARGIN;
export const WIDTH = CARD_WIDTH - 2 * MARGIN;
