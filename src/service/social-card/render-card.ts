import type { Canvas } from '@napi-rs/canvas';
import { type NewCanvas, openCanvas, type Pen } from './canvas.ts';
import type { CardText } from './card-text.ts';
import { paintNames } from './draw-names.ts';
import { paintPrices } from './draw-prices.ts';
import { drawLine, drawMark } from './draw-shapes.ts';
import { drawRuns, fitted, type Run, widthOf } from './draw-text.ts';
import { glyphsOf, legible, type Read } from './legible-text.ts';
import { CARD_HEIGHT, CARD_WIDTH, look, MARGIN, RIGHT, WIDTH } from './theme.ts';

const BAND = 68;

/** The picture of a page, as PNG. */
export async function renderCard(words: CardText): Promise<Buffer> {
  artist ??= openCanvas().then((newCanvas) => ({ newCanvas, read: readingOf(newCanvas) }));
  const { newCanvas, read } = await artist;
  return paint(newCanvas(CARD_WIDTH, CARD_HEIGHT), words, read).encode('png');
}

let artist: Promise<{ readonly newCanvas: NewCanvas; readonly read: Read }> | undefined;

function readingOf(newCanvas: NewCanvas): Read {
  const hasGlyph = glyphsOf(newCanvas);
  return (texts) => legible(texts, hasGlyph);
}

function paint(canvas: Canvas, words: CardText, read: Read): Canvas {
  const pen = canvas.getContext('2d');
  pen.fillStyle = look.bg;
  pen.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  const top = words.warning === undefined ? 0 : BAND - 16;
  if (words.warning !== undefined) paintWarning(pen, words.warning);
  paintBrand(pen, 60 + top);
  paintNames(pen, words, read, 112 + top);
  paintPrices(pen, words, read, 286 + top);
  paintLine(pen, words, 372 + top, 526);
  paintFoot(pen, words, 584);
  return canvas;
}

function paintWarning(pen: Pen, warning: string): void {
  pen.fillStyle = look.danger;
  pen.fillRect(0, 0, CARD_WIDTH, BAND);
  drawRuns(pen, [{ text: warning, size: 40, weight: 600, color: look.bg }], MARGIN, 48);
}

function paintBrand(pen: Pen, y: number): void {
  const run: Run = { text: 'Jetscope', size: 30, weight: 600, color: look.text };
  const x = RIGHT - widthOf(pen, run);
  drawRuns(pen, [run], x, y + 32);
  drawMark(pen, x - 56, y, 44);
}

function paintLine(pen: Pen, { line, warning }: CardText, top: number, bottom: number): void {
  if (line.every((price) => price === null)) return;
  pen.fillStyle = look.line;
  pen.fillRect(MARGIN, bottom, WIDTH, 2);
  const period: Run = { text: '7 days', size: 30, color: look.muted };
  drawRuns(pen, [period], RIGHT - widthOf(pen, period), top - 26);
  const place = { x: MARGIN, y: top, width: WIDTH, height: bottom - top };
  drawLine(pen, line, place, warning !== undefined);
}

function paintFoot(pen: Pen, { facts, moment }: CardText, y: number): void {
  const size = 30;
  const runs = facts.flatMap(({ label, value }, index): Run[] => [
    { text: label, size, color: look.muted, gap: index === 0 ? 0 : 44 },
    { text: value, size, weight: 500, color: look.text, gap: 14 },
  ]);
  const time: Run = { text: moment, size, color: look.muted };
  const width = widthOf(pen, time);
  drawRuns(pen, fitted(pen, runs, WIDTH - width - 40), MARGIN, y);
  drawRuns(pen, [time], RIGHT - width, y);
}
