import { createRequire } from 'node:module';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

export type Pen = SKRSContext2D;

/** New empty canvases, with Inter. */
export type NewCanvas = (width: number, height: number) => Canvas;

/** By the letters that each file of Inter has; a letter is looked for in this order, then in the system's fonts. */
const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;
const groupOf = (subset: string) => `Jetscope ${subset}`;
const FAMILIES = subsets.map((subset) => `"${groupOf(subset)}"`).join(', ');

export function font(size: number, weight: 400 | 500 | 600): string {
  return `${weight} ${size}px ${FAMILIES}`;
}

let opened: Promise<NewCanvas> | undefined;

/** Only with the first picture: loading takes as long as much of the service's own start. */
export function openCanvas(): Promise<NewCanvas> {
  opened ??= load();
  return opened;
}

async function load(): Promise<NewCanvas> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const { resolve } = createRequire(import.meta.url);
  for (const subset of subsets) {
    const file = resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
    GlobalFonts.registerFromPath(file, groupOf(subset));
  }
  return createCanvas;
}
