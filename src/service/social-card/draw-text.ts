import { font, type Pen } from './canvas.ts';

/** A piece of a line of text. */
export interface Run {
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly weight?: 400 | 500 | 600;
  /** Free space before it. */
  readonly gap?: number;
  /** How far below the line it stands. */
  readonly drop?: number;
}

const ELLIPSIS = '…';
/** More of a name fits no line. */
const MOST_LETTERS = 200;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function fontOf({ size, weight = 400 }: Run): string {
  return font(size, weight);
}

export function widthOf(pen: Pen, run: Run): number {
  pen.font = fontOf(run);
  return (run.gap ?? 0) + pen.measureText(run.text).width;
}

/** The run, cut with an ellipsis where it is wider. */
export function cut(pen: Pen, run: Run, width: number): Run {
  const all = [...letters.segment(run.text.slice(0, 10 * MOST_LETTERS))].map(({ segment }) => segment);
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
  let [fits, over] = [0, Math.min(all.length, MOST_LETTERS) + 1];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (widthOf(pen, first(middle)) <= width) fits = middle;
    else over = middle;
  }
  return first(fits);
}

/** Draws runs one after another from `x`, on a line at `y`; answers where they end. */
export function drawRuns(pen: Pen, runs: readonly Run[], x: number, y: number): number {
  let end = x;
  for (const run of runs) {
    const width = widthOf(pen, run);
    pen.save();
    // Letters with piled marks stay on their line.
    pen.beginPath();
    pen.rect(0, y - run.size * 1.15, pen.canvas.width, run.size * 1.5);
    pen.clip();
    pen.fillStyle = run.color;
    pen.font = fontOf(run);
    pen.fillText(run.text, end + (run.gap ?? 0), y + (run.drop ?? 0));
    pen.restore();
    end += width;
  }
  return end;
}

/** Runs made smaller together until they fit. */
export function fitted(pen: Pen, runs: readonly Run[], width: number): Run[] {
  const whole = runs.reduce((sum, run) => sum + widthOf(pen, run), 0);
  const scale = Math.min(1, width / whole);
  return runs.map((run) => ({
    ...run,
    size: run.size * scale,
    gap: (run.gap ?? 0) * scale,
    drop: (run.drop ?? 0) * scale,
  }));
}
