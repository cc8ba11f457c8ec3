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
