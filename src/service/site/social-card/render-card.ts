import type { Canvas } from '@napi-rs/canvas';
import { type CreateCanvas, type DrawingContext, loadCanvas } from './canvas.ts';
import type { CardContent } from './card-content.ts';
import { drawNames } from './draw-names.ts';
import { drawPrices } from './draw-prices.ts';
import { drawLogo, drawSparkline } from './draw-shapes.ts';
import { drawRuns, fitRuns, measureRun, type Run } from './draw-text.ts';
import { createGlyphDetector, type SelectText, selectLegibleText } from './legible-text.ts';
import { CARD_HEIGHT, CARD_WIDTH, colors, MARGIN, RIGHT, WIDTH } from './theme.ts';

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
