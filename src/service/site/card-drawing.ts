import { sparkline } from '#service/operations/sparkline.ts';
import { type CreateCanvas, colors, type DrawingContext, font } from './card-canvas.ts';
import type { NameCandidates } from './card-content.ts';

/** Draws the logo of `public/favicon.svg`, whose size is 32 by 32. */
export function drawLogo(context: DrawingContext, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 32, size / 32);
  context.fillStyle = colors.raised;
  context.beginPath();
  context.roundRect(0, 0, 32, 32, 7);
  context.fill();
  context.strokeStyle = colors.accent;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  stroke(context, 3.2, [6, 21.5], [12.5, 14], [17, 18.5], [26, 9]);
  context.globalAlpha = 0.45;
  stroke(context, 2, [6, 26], [26, 26]);
  context.restore();
}

/** Draws the verification badge of the dashboard, whose size is 16 by 16. */
export function drawVerifiedBadge(
  context: DrawingContext,
  x: number,
  y: number,
  size: number,
  color: string,
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 16, size / 16);
  context.fillStyle = color;
  context.beginPath();
  context.arc(8, 8, 7.5, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = colors.bg;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  stroke(context, 1.7, [4.8, 8.3], [7, 10.5], [11.2, 5.9]);
  context.restore();
}

/** Draws a triangle, because Inter has no such character. */
export function drawArrow(
  context: DrawingContext,
  direction: 'up' | 'down',
  x: number,
  y: number,
  size: number,
): void {
  const [base, tip] = direction === 'up' ? [y, y - size * 0.8] : [y - size * 0.8, y];
  context.fillStyle = colors[direction];
  context.beginPath();
  context.moveTo(x, base);
  context.lineTo(x + size, base);
  context.lineTo(x + size / 2, tip);
  context.fill();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STROKE = 5;
const DOT = 9;

/** Draws the price line of a week, with a dot at the last price. */
export function drawSparkline(
  context: DrawingContext,
  prices: readonly (number | null)[],
  { x, y, width, height }: Box,
  isMuted: boolean,
): void {
  const { points, isFalling } = sparkline(prices, { width: width - DOT, height, margin: DOT });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const isFlat = points.every((point) => point.y === first.y);
  const color = isMuted || isFlat ? colors.muted : isFalling ? colors.down : colors.up;
  context.save();
  context.translate(x, y);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineJoin = 'round';
  context.globalAlpha = 0.1;
  context.beginPath();
  context.moveTo(first.x, height);
  for (const point of points) context.lineTo(point.x, point.y);
  context.lineTo(last.x, height);
  context.fill();
  context.globalAlpha = 1;
  stroke(context, STROKE, ...points.map((point) => [point.x, point.y] as const));
  context.beginPath();
  context.arc(last.x, last.y, DOT, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

function stroke(
  context: DrawingContext,
  width: number,
  ...points: readonly (readonly [number, number])[]
): void {
  context.lineWidth = width;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/** A run of text: a stretch of a line in one style. */
export interface Run {
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly weight?: 400 | 500 | 600;
  /** Space before the run. */
  readonly gap?: number;
  /** Offset below the baseline. */
  readonly baselineShift?: number;
}

const ELLIPSIS = '…';
/** More graphemes never fit on a line. */
const MAX_GRAPHEMES = 200;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function fontOf({ size, weight = 400 }: Run): string {
  return font(size, weight);
}

export function measureRun(context: DrawingContext, run: Run): number {
  context.font = fontOf(run);
  return (run.gap ?? 0) + context.measureText(run.text).width;
}

/** Returns the run, truncated with an ellipsis if it is wider than `width`. */
export function truncateRun(context: DrawingContext, run: Run, width: number): Run {
  const all = [...graphemes.segment(run.text.slice(0, 10 * MAX_GRAPHEMES))].map(({ segment }) => segment);
  const first = (count: number): Run => ({
    ...run,
    text:
      count < all.length
        ? all
            .slice(0, count)
            .join('')
            .replace(/[\s…]+$/u, '') + ELLIPSIS
        : run.text,
  });
  let [fits, over] = [0, Math.min(all.length, MAX_GRAPHEMES) + 1];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measureRun(context, first(middle)) <= width) fits = middle;
    else over = middle;
  }
  return first(fits);
}

/** Draws runs one after another from `x` on the baseline `y`. Returns the x coordinate of their end. */
export function drawRuns(context: DrawingContext, runs: readonly Run[], x: number, y: number): number {
  let end = x;
  for (const run of runs) {
    const width = measureRun(context, run);
    context.save();
    // Clip stacked combining marks to the line.
    context.beginPath();
    context.rect(0, y - run.size * 1.15, context.canvas.width, run.size * 1.5);
    context.clip();
    context.fillStyle = run.color;
    context.font = fontOf(run);
    context.fillText(run.text, end + (run.gap ?? 0), y + (run.baselineShift ?? 0));
    context.restore();
    end += width;
  }
  return end;
}

/** Returns the runs, scaled down together if they are wider than `width`. */
export function fitRuns(context: DrawingContext, runs: readonly Run[], width: number): Run[] {
  const totalWidth = runs.reduce((sum, run) => sum + measureRun(context, run), 0);
  const scale = Math.min(1, width / totalWidth);
  return runs.map((run) => ({
    ...run,
    size: run.size * scale,
    gap: (run.gap ?? 0) * scale,
    baselineShift: (run.baselineShift ?? 0) * scale,
  }));
}

const SIZE = 24;
const PLAIN = /^[\p{ASCII}\p{M}]$/u;
/** A noncharacter, which every font draws as the box for missing glyphs. */
const MISSING_GLYPH = '\u{10FFFE}';
const MAX_CACHED = 10_000;
const OMITTED = '…';

/** Selects the text to draw from candidates. */
export type SelectText = (texts: NameCandidates) => string;

/** Creates a function that returns whether any font on this machine has a glyph for a character. */
export function createGlyphDetector(createCanvas: CreateCanvas): (character: string) => boolean {
  const context = createCanvas(SIZE, SIZE).getContext('2d');
  const cache = new Map<string, boolean>();
  const rasterize = (character: string) => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.font = font(SIZE * 0.6, 400);
    context.fillText(character, 2, SIZE * 0.75);
    return Buffer.from(context.getImageData(0, 0, SIZE, SIZE).data);
  };
  const missing = rasterize(MISSING_GLYPH);
  return (character) => {
    if (PLAIN.test(character)) return true;
    const hasGlyph = cache.get(character) ?? !rasterize(character).equals(missing);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(character, hasGlyph);
    return hasGlyph;
  };
}

/** Returns the first text with any legible character. Characters without a glyph are replaced by an ellipsis. */
export function selectLegibleText(texts: NameCandidates, hasGlyph: (character: string) => boolean): string {
  const legible = texts.map((text) => omitMissingGlyphs(text, hasGlyph));
  return legible.find((text) => /[^\s…]/.test(text)) ?? '?';
}

function omitMissingGlyphs(text: string, hasGlyph: (character: string) => boolean): string {
  return Array.from(text, (character) => (hasGlyph(character) ? character : OMITTED))
    .join('')
    .replace(/…[…\p{M}]*/gu, OMITTED);
}
