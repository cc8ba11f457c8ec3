import { type CreateCanvas, type DrawingContext, font } from './canvas.ts';
import type { NameCandidates } from './card-content.ts';

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
