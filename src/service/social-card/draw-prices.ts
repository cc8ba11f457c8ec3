import type { Pen } from './canvas.ts';
import type { CardPrice, CardText } from './card-text.ts';
import { drawArrow } from './draw-shapes.ts';
import { cut, drawRuns, fitted, type Run } from './draw-text.ts';
import type { Read } from './legible-text.ts';
import { look, MARGIN, RIGHT, WIDTH } from './theme.ts';

export function paintPrices(pen: Pen, { prices, change }: CardText, read: Read, y: number): void {
  const [first, ...others] = prices;
  if (!first) {
    drawRuns(pen, [{ text: 'No price is known', size: 56, weight: 500, color: look.muted }], MARGIN, y);
    return;
  }
  const room = change ? WIDTH - 380 : WIDTH;
  const main = { size: 100, weight: 600, color: look.text } as const;
  const end = drawRuns(pen, fitted(pen, priceRuns(pen, first, main, read), room), MARGIN, y);
  if (change) paintChange(pen, change, end + 40, y);
  const runs = others.flatMap((price, index) =>
    priceRuns(pen, price, { size: 38, color: look.muted, gap: index === 0 ? 0 : 36 }, read),
  );
  drawRuns(pen, fitted(pen, runs, WIDTH - 160), MARGIN, y + 60);
}

function priceRuns(
  pen: Pen,
  { before, price, unit }: CardPrice,
  { gap = 0, ...style }: Omit<Run, 'text'>,
  read: Read,
): Run[] {
  const { size } = style;
  const { head, zeros, tail } = price;
  const zeroRuns: Run[] =
    zeros === undefined
      ? []
      : [
          { ...style, text: String(zeros), size: size * 0.6, drop: size * 0.16 },
          { ...style, text: tail ?? '' },
        ];
  const unitRun: Run = {
    text: read([unit]),
    size: Math.max(size * 0.6, 38),
    color: look.muted,
    gap: size * 0.2,
  };
  const units = unit === '' ? [] : [cut(pen, unitRun, size * 3)];
  return [{ ...style, gap, text: before + head }, ...zeroRuns, ...units];
}

function paintChange(pen: Pen, change: NonNullable<CardText['change']>, x: number, y: number): void {
  const { direction, text } = change;
  const isFlat = direction === 'flat';
  if (!isFlat) drawArrow(pen, direction, x, y - 2, 36);
  const percent: Run = {
    text: `${text}%`,
    size: 52,
    weight: 600,
    color: isFlat ? look.muted : look[direction],
  };
  const period: Run = { text: '24 h', size: 34, color: look.muted, gap: 20 };
  const start = isFlat ? x : x + 50;
  drawRuns(pen, fitted(pen, [percent, period], RIGHT - start), start, y);
}
