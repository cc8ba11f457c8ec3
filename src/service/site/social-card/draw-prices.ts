import type { DrawingContext } from './canvas.ts';
import type { CardContent, CardPrice } from './card-content.ts';
import { drawArrow } from './draw-shapes.ts';
import { drawRuns, fitRuns, type Run, truncateRun } from './draw-text.ts';
import type { SelectText } from './legible-text.ts';
import { colors, MARGIN, RIGHT, WIDTH } from './theme.ts';

export function drawPrices(
  context: DrawingContext,
  { prices, change }: CardContent,
  selectText: SelectText,
  y: number,
): void {
  const [first, ...others] = prices;
  if (!first) {
    drawRuns(context, [{ text: 'No price', size: 56, weight: 500, color: colors.muted }], MARGIN, y);
    return;
  }
  const maxWidth = change ? WIDTH - 380 : WIDTH;
  const main = { size: 100, weight: 600, color: colors.text } as const;
  const end = drawRuns(
    context,
    fitRuns(context, priceRuns(context, first, main, selectText), maxWidth),
    MARGIN,
    y,
  );
  if (change) drawChange(context, change, end + 40, y);
  const runs = others.flatMap((price, index) =>
    priceRuns(context, price, { size: 38, color: colors.muted, gap: index === 0 ? 0 : 36 }, selectText),
  );
  drawRuns(context, fitRuns(context, runs, WIDTH - 160), MARGIN, y + 60);
}

function priceRuns(
  context: DrawingContext,
  { prefix, price, unit }: CardPrice,
  { gap = 0, ...style }: Omit<Run, 'text'>,
  selectText: SelectText,
): Run[] {
  const { size } = style;
  const { head, zeros, tail } = price;
  const zeroRuns: Run[] =
    zeros === undefined
      ? []
      : [
          { ...style, text: String(zeros), size: size * 0.6, baselineShift: size * 0.16 },
          { ...style, text: tail ?? '' },
        ];
  const unitRun: Run = {
    text: selectText([unit]),
    size: Math.max(size * 0.6, 38),
    color: colors.muted,
    gap: size * 0.2,
  };
  const units = unit === '' ? [] : [truncateRun(context, unitRun, size * 3)];
  return [{ ...style, gap, text: prefix + head }, ...zeroRuns, ...units];
}

function drawChange(
  context: DrawingContext,
  change: NonNullable<CardContent['change']>,
  x: number,
  y: number,
): void {
  const { direction, text } = change;
  const isFlat = direction === 'flat';
  if (!isFlat) drawArrow(context, direction, x, y - 2, 36);
  const percent: Run = {
    text: `${text}%`,
    size: 52,
    weight: 600,
    color: isFlat ? colors.muted : colors[direction],
  };
  const period: Run = { text: '24h', size: 34, color: colors.muted, gap: 20 };
  const start = isFlat ? x : x + 50;
  drawRuns(context, fitRuns(context, [percent, period], RIGHT - start), start, y);
}
