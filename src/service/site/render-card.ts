import type { Canvas } from '@napi-rs/canvas';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CreateCanvas,
  colors,
  type DrawingContext,
  loadCanvas,
  MARGIN,
  RIGHT,
  WIDTH,
} from './card-canvas.ts';
import type { CardContent, CardPrice, NameCandidates, VerificationLabel } from './card-content.ts';
import {
  createGlyphDetector,
  drawArrow,
  drawLogo,
  drawRuns,
  drawSparkline,
  drawVerifiedBadge,
  fitRuns,
  measureRun,
  type Run,
  type SelectText,
  selectLegibleText,
  truncateRun,
} from './card-drawing.ts';

const WARNING_HEIGHT = 68;

/** Renders the social image of a page as PNG. */
export async function renderCard(content: CardContent): Promise<Buffer> {
  tools ??= loadCanvas().then((createCanvas) => ({
    createCanvas,
    selectText: createTextSelector(createCanvas),
  }));
  const { createCanvas, selectText } = await tools;
  return drawCard(createCanvas(CARD_WIDTH, CARD_HEIGHT), content, selectText).encode('png');
}

let tools: Promise<{ readonly createCanvas: CreateCanvas; readonly selectText: SelectText }> | undefined;

function createTextSelector(createCanvas: CreateCanvas): SelectText {
  const hasGlyph = createGlyphDetector(createCanvas);
  return (texts) => selectLegibleText(texts, hasGlyph);
}

function drawCard(canvas: Canvas, content: CardContent, selectText: SelectText): Canvas {
  const context = canvas.getContext('2d');
  context.fillStyle = colors.bg;
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  const top = content.warning === undefined ? 0 : WARNING_HEIGHT - 16;
  if (content.warning !== undefined) drawWarning(context, content.warning);
  drawBrand(context, 60 + top);
  drawNames(context, content, selectText, 112 + top);
  drawPrices(context, content, selectText, 286 + top);
  drawChart(context, content, 372 + top, 526);
  drawFooter(context, content, 584);
  return canvas;
}

function drawWarning(context: DrawingContext, warning: string): void {
  context.fillStyle = colors.danger;
  context.fillRect(0, 0, CARD_WIDTH, WARNING_HEIGHT);
  drawRuns(context, [{ text: warning, size: 40, weight: 600, color: colors.bg }], MARGIN, 48);
}

function drawBrand(context: DrawingContext, y: number): void {
  const run: Run = { text: 'Jetscope', size: 30, weight: 600, color: colors.text };
  const x = RIGHT - measureRun(context, run);
  drawRuns(context, [run], x, y + 32);
  drawLogo(context, x - 56, y, 44);
}

function drawChart(
  context: DrawingContext,
  { line, warning }: CardContent,
  top: number,
  bottom: number,
): void {
  if (line.every((price) => price === null)) return;
  context.fillStyle = colors.line;
  context.fillRect(MARGIN, bottom, WIDTH, 2);
  const period: Run = { text: '7 days', size: 30, color: colors.muted };
  drawRuns(context, [period], RIGHT - measureRun(context, period), top - 26);
  const box = { x: MARGIN, y: top, width: WIDTH, height: bottom - top };
  drawSparkline(context, line, box, warning !== undefined);
}

function drawFooter(context: DrawingContext, { facts, timestamp }: CardContent, y: number): void {
  const size = 30;
  const runs = facts.flatMap(({ label, value }, index): Run[] => [
    { text: label, size, color: colors.muted, gap: index === 0 ? 0 : 44 },
    { text: value, size, weight: 500, color: colors.text, gap: 14 },
  ]);
  const time: Run = { text: timestamp, size, color: colors.muted };
  const width = measureRun(context, time);
  drawRuns(context, fitRuns(context, runs, WIDTH - width - 40), MARGIN, y);
  drawRuns(context, [time], RIGHT - width, y);
}

/** Width of the line without the logo and name of Jetscope. */
const TITLE_WIDTH = WIDTH - 224;

/** Draws the title of the page, and below it the name, exchange and verification. */
function drawNames(context: DrawingContext, content: CardContent, selectText: SelectText, y: number): void {
  const title = titleRuns(context, content.pair, selectText);
  drawRuns(context, title, MARGIN, y);
  const color = colors.muted;
  const name = selectText(content.name);
  const hasName = name !== title[0]?.text;
  const subtitle = hasName ? [truncateRun(context, { text: name, size: 36, color }, 560)] : [];
  if (content.exchange !== undefined)
    subtitle.push({ text: `on ${content.exchange}`, size: 36, color, gap: hasName ? 10 : 0 });
  const end = drawRuns(context, subtitle, MARGIN, y + 56);
  if (content.verification)
    drawVerification(context, content.verification, subtitle.length > 0 ? end + 28 : MARGIN, y + 56);
}

/** Returns the symbols of the title. A long counterpart takes at most half of the line. */
function titleRuns(
  context: DrawingContext,
  [symbol = ['?'], counterpart]: CardContent['pair'],
  selectText: SelectText,
): Run[] {
  const run = (texts: NameCandidates): Run => ({
    text: selectText(texts),
    size: 76,
    weight: 600,
    color: colors.text,
  });
  const slash: Run = { text: '/', size: 76, color: colors.muted, gap: 20 };
  const counterpartRuns = counterpart
    ? [slash, truncateRun(context, { ...run(counterpart), gap: 20 }, TITLE_WIDTH / 2 - 60)]
    : [];
  const symbolWidth = counterpartRuns.reduce((width, part) => width - measureRun(context, part), TITLE_WIDTH);
  return [truncateRun(context, run(symbol), symbolWidth), ...counterpartRuns];
}

function drawVerification(
  context: DrawingContext,
  { text, badgeColor }: VerificationLabel,
  x: number,
  y: number,
): void {
  if (badgeColor) drawVerifiedBadge(context, x, y - 28, 32, colors[badgeColor]);
  const run: Run = { text, size: 32, weight: 500, color: colors[badgeColor ?? 'text'] };
  drawRuns(context, [run], badgeColor ? x + 42 : x, y);
}

function drawPrices(
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
  const maxWidth = change ? WIDTH - (change.isTraded ? 380 : 620) : WIDTH;
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
  const units = unit === '' ? [] : [truncateRun(context, unitRun, size * 4)];
  return [{ ...style, gap, text: prefix + head }, ...zeroRuns, ...units];
}

function drawChange(
  context: DrawingContext,
  change: NonNullable<CardContent['change']>,
  x: number,
  y: number,
): void {
  const { direction, text, isTraded } = change;
  const isFlat = direction === 'flat' || !isTraded;
  if (!isFlat) drawArrow(context, direction, x, y - 2, 36);
  const percent: Run = {
    text: `${text}%`,
    size: 52,
    weight: 600,
    color: isFlat ? colors.muted : colors[direction],
  };
  const period: Run = { text: isTraded ? '24h' : '24h, no trades', size: 34, color: colors.muted, gap: 20 };
  const start = isFlat ? x : x + 50;
  drawRuns(context, fitRuns(context, [percent, period], RIGHT - start), start, y);
}
