import { priceUnits } from '#contract/price-unit.ts';
import { sanitizeText } from '#contract/text.ts';
import { MAX_DRAWINGS, MAX_SECOND, PRICE_BOUNDS } from '#web/chart/chart-view.ts';

export const drawingKinds = [
  'trend',
  'ray',
  'level',
  'rectangle',
  'fibonacci',
  'text',
  'long',
  'short',
] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** Colors of drawings, the default first. `up` and `down` are those of rising and falling prices. */
export const drawingColors = ['blue', 'yellow', 'purple', 'pink', 'up', 'down', 'neutral'] as const;
export type DrawingColor = (typeof drawingColors)[number];

/** Units of charts: those of prices, and market caps in thousands of USD. */
export const chartUnits = [...priceUnits, 'mcap'] as const;
export type ChartUnit = (typeof chartUnits)[number];

/** A point of a chart: a time in seconds and a price in the unit of the drawing. */
export interface Anchor {
  readonly time: number;
  readonly price: number;
}

/**
 * A drawing on the chart of a market, shown in its unit only: converted at the rates of each time, a line would be bent.
 * The anchors are the ends of a trend line, the start and another point of a ray, one point of a level, opposite corners of
 * a rectangle, the start and the end of the move that a Fibonacci retracement divides, the left end of a text, and of a
 * position the entry, the target and the stop. Target and stop have the time at which the position ends.
 */
export interface Drawing {
  readonly kind: DrawingKind;
  readonly unit: ChartUnit;
  readonly anchors: readonly Anchor[];
  /** Positions have the colors of rising and falling prices instead. */
  readonly color: DrawingColor;
  readonly isLocked: boolean;
  /** A single line, as of `cleanText`. Empty for drawings without a text. */
  readonly text: string;
}

export const anchorCounts: Readonly<Record<DrawingKind, number>> = {
  trend: 2,
  ray: 2,
  level: 1,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
  long: 3,
  short: 3,
};

/** Significant digits of a price: more than labels show, so that a drawing stays where it was put after zooming in. */
const PRICE_DIGITS = 8;

/** Rounds an anchor to what links contain: milliseconds, and eight significant digits. */
export function roundAnchor({ time, price }: Anchor): Anchor {
  return { time: Math.round(time * 1000) / 1000, price: Number(price.toPrecision(PRICE_DIGITS)) };
}

/** Maximum number of code points of a drawing's text. */
const MAX_TEXT_LENGTH = 80;

/** Returns an untrusted text as drawings have it: one line of visible characters, cut to the maximum length. */
export function cleanText(text: string): string {
  const visible = Array.from(sanitizeText(text));
  return sanitizeText(visible.slice(0, MAX_TEXT_LENGTH).join(''));
}

/**
 * Whether links can contain the drawing, a text is not empty, and the target and the stop of a position are on their
 * sides of the entry.
 */
export function isValidDrawing({ kind, anchors, text }: Drawing): boolean {
  if (text !== cleanText(text) || (kind === 'text' && text === '')) return false;
  const isInBounds = ({ time, price }: Anchor) =>
    time >= 0 && time <= MAX_SECOND && price >= PRICE_BOUNDS.min && price <= PRICE_BOUNDS.max;
  if (anchors.length !== anchorCounts[kind] || !anchors.every(isInBounds)) return false;
  const [entry, target, stop] = anchors;
  if (!entry || !target || !stop) return true;
  const [bottom, top] = kind === 'long' ? [stop, target] : [target, stop];
  return target.time === stop.time && bottom.price <= entry.price && entry.price <= top.price;
}

const LOCKED = 'locked';
/** Precedes the text, which is the last part of a drawing and may contain anything. */
const TEXT_MARK = '_text_';

/**
 * Returns a drawing as it is stored and in links: `trend_usd_1769673600_0.00184_1769677200_0.0019`, with a color
 * `level_usd_1769673600_0.00184_pink`, with a text `level_usd_1769673600_0.00184_text_Sell half`.
 */
export function serializeDrawing({ kind, unit, anchors, color, isLocked, text }: Drawing): string {
  const numbers = anchors.flatMap(({ time, price }) => [time, price]);
  const texts = numbers.map((number) => String(number).replace('e+', 'e'));
  const parts = [
    kind,
    unit,
    ...texts,
    ...(color === drawingColors[0] ? [] : [color]),
    ...(isLocked ? [LOCKED] : []),
  ];
  return parts.join('_') + (text === '' ? '' : TEXT_MARK + text);
}

/** Inverse of `serializeDrawing`. Undefined if the text is invalid. */
export function parseDrawing(text: string): Drawing | undefined {
  const [head = '', ...tail] = text.split(TEXT_MARK);
  const [kindText, unitText, ...rest] = head.split('_');
  const kind = drawingKinds.find((one) => one === kindText);
  const unit = chartUnits.find((one) => one === unitText);
  if (!kind || !unit) return undefined;
  const isLocked = rest.at(-1) === LOCKED;
  if (isLocked) rest.pop();
  const color = drawingColors.find((one) => one === rest.at(-1));
  if (color) rest.pop();
  const numbers = rest.map(parseNumber);
  const anchors = Array.from({ length: Math.ceil(numbers.length / 2) }, (_, index) =>
    roundAnchor({
      time: numbers[index * 2] ?? Number.NaN,
      price: numbers[index * 2 + 1] ?? Number.NaN,
    }),
  );
  const drawing = {
    kind,
    unit,
    anchors,
    color: color ?? drawingColors[0],
    isLocked,
    text: cleanText(tail.join(TEXT_MARK)),
  };
  return isValidDrawing(drawing) ? drawing : undefined;
}

function parseNumber(text: string): number {
  return text.length <= 24 && /^\d+(\.\d+)?(e-?\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns the distinct valid drawings of texts, at most as many as are stored. Ignores what is not a text. */
export function parseDrawings(texts: readonly unknown[]): Drawing[] {
  const drawings = texts.flatMap((text) => (typeof text === 'string' ? (parseDrawing(text) ?? []) : []));
  return [...new Map(drawings.map((drawing) => [serializeDrawing(drawing), drawing])).values()].slice(
    0,
    MAX_DRAWINGS,
  );
}

/** The drawings of a chart and what undo and redo restore. */
export interface DrawingHistory {
  readonly past: readonly (readonly Drawing[])[];
  readonly present: readonly Drawing[];
  readonly future: readonly (readonly Drawing[])[];
}

const MAX_UNDO_STEPS = 100;

export function startHistory(present: readonly Drawing[]): DrawingHistory {
  return { past: [], present, future: [] };
}

/** Returns the history after a change, which ends what could be redone. */
export function changeDrawings({ past, present }: DrawingHistory, next: readonly Drawing[]): DrawingHistory {
  return { past: [...past, present].slice(-MAX_UNDO_STEPS), present: next, future: [] };
}

/** Returns the history unchanged if there is nothing to undo. */
export function undo(history: DrawingHistory): DrawingHistory {
  const present = history.past.at(-1);
  if (!present) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] };
}

/** Returns the history unchanged if there is nothing to redo. */
export function redo(history: DrawingHistory): DrawingHistory {
  const [present, ...future] = history.future;
  return present ? { past: [...history.past, history.present], present, future } : history;
}
