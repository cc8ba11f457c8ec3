import { formatChange, priceLabel } from '#contract/format/format-numbers.ts';
import type { BarInterval, TimeZone } from '#web/chart/bars/intervals.ts';
import { durationText, timeLabels } from '#web/chart/rendering/time-labels.ts';
import { fibonacciPrices } from './drawing-geometry.ts';
import type { Anchor, Drawing, DrawingColor, DrawingKind } from './drawings.ts';

export const drawingNames: Readonly<Record<DrawingKind, string>> = {
  trend: 'Trend line',
  ray: 'Ray',
  level: 'Horizontal line',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci retracement',
  text: 'Text',
  long: 'Long position',
  short: 'Short position',
};

export const drawingColorNames: Readonly<Record<DrawingColor, string>> = {
  blue: 'Blue',
  yellow: 'Yellow',
  purple: 'Purple',
  pink: 'Pink',
  up: 'Rise color',
  down: 'Fall color',
  neutral: 'Neutral',
};

function changeText(from: Anchor, to: Anchor): string {
  return `${formatChange((to.price / from.price - 1) * 100).text}%`;
}

/** What a position gains and loses, and the ratio of both: `2.5`. Undefined for other drawings. */
export function positionTexts({ kind, anchors: [entry, target, stop] }: Drawing) {
  if ((kind !== 'long' && kind !== 'short') || !entry || !target || !stop) return undefined;
  const [reward, risk] = [Math.abs(target.price - entry.price), Math.abs(entry.price - stop.price)];
  return {
    target: `Target ${priceLabel(target.price)} ${changeText(entry, target)}`,
    stop: `Stop ${priceLabel(stop.price)} ${changeText(entry, stop)}`,
    ratio: `Risk/reward ${risk > 0 ? (reward / risk).toFixed(2) : '–'}`,
  };
}

/** Returns a drawing in words: its name, what it says, and where it is. */
export function describeDrawing(drawing: Drawing, zone: TimeZone, interval: BarInterval): string {
  const { kind, anchors, isLocked, text } = drawing;
  const [first, second] = anchors;
  const name = `${drawingNames[kind]}${text === '' ? '' : ` “${text}”`}${isLocked ? ' (locked)' : ''}`;
  if (!first || !second) return `${name} at ${priceLabel(first?.price ?? Number.NaN)}`;
  const place = ({ time, price }: Anchor) =>
    `${priceLabel(price)} at ${timeLabels(zone, interval).dateTime(time)}`;
  const texts = positionTexts(drawing);
  if (texts) return [`${name}: ${texts.ratio}`, texts.target, texts.stop, `entry ${place(first)}`].join(', ');
  const duration = durationText(Math.abs(second.time - first.time));
  return `${name}: ${changeText(first, second)} in ${duration}, from ${place(first)} to ${place(second)}`;
}

/** Returns the prices of a Fibonacci retracement, which its lines show. Empty for other drawings. */
export function ratiosText({ kind, anchors }: Drawing): string {
  if (kind !== 'fibonacci') return '';
  const ratios = fibonacciPrices(anchors).slice(1, -1);
  return ratios.map(([ratio, price]) => `, ${ratio} at ${priceLabel(price)}`).join('');
}
