import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import { MAX_DRAWINGS, MAX_SECOND, PRICE_BOUNDS } from '#web/chart/chart-view.ts';

export const drawingKinds = ['trend', 'level', 'rectangle', 'long', 'short'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** A point of a chart: a time in seconds and a price in the unit of the drawing. */
export interface Anchor {
  readonly time: number;
  readonly price: number;
}

/**
 * A drawing on the chart of a market, shown in its unit only: converted at the rates of each time, a line would be bent.
 * The anchors are the ends of a trend line, one point of a level, opposite corners of a rectangle, and of a position the
 * entry, the target and the stop. Target and stop have the time at which the position ends.
 */
export interface Drawing {
  readonly kind: DrawingKind;
  readonly unit: PriceUnit;
  readonly anchors: readonly Anchor[];
  readonly isLocked: boolean;
}

const ANCHOR_COUNTS: Readonly<Record<DrawingKind, number>> = {
  trend: 2,
  level: 1,
  rectangle: 2,
  long: 3,
  short: 3,
};

/** Significant digits of a price: more than labels show, so that a drawing stays where it was put after zooming in. */
const PRICE_DIGITS = 8;

/** Rounds an anchor to what links contain: milliseconds, and eight significant digits. */
export function roundAnchor({ time, price }: Anchor): Anchor {
  return { time: Math.round(time * 1000) / 1000, price: Number(price.toPrecision(PRICE_DIGITS)) };
}

/** Whether links can contain the drawing, and the target and the stop of a position are on their sides of the entry. */
export function isValidDrawing({ kind, anchors }: Drawing): boolean {
  const isInBounds = ({ time, price }: Anchor) =>
    time >= 0 && time <= MAX_SECOND && price >= PRICE_BOUNDS.min && price <= PRICE_BOUNDS.max;
  if (anchors.length !== ANCHOR_COUNTS[kind] || !anchors.every(isInBounds)) return false;
  const [entry, target, stop] = anchors;
  if (!entry || !target || !stop) return true;
  const [bottom, top] = kind === 'long' ? [stop, target] : [target, stop];
  return target.time === stop.time && bottom.price <= entry.price && entry.price <= top.price;
}

const LOCKED = 'locked';

/** Returns a drawing as it is stored and in links: `trend_usd_1769673600_0.00184_1769677200_0.0019`. */
export function serializeDrawing({ kind, unit, anchors, isLocked }: Drawing): string {
  const numbers = anchors.flatMap(({ time, price }) => [time, price]);
  const texts = numbers.map((number) => String(number).replace('e+', 'e'));
  return [kind, unit, ...texts, ...(isLocked ? [LOCKED] : [])].join('_');
}

/** Inverse of `serializeDrawing`. Undefined if the text is invalid. */
export function parseDrawing(text: string): Drawing | undefined {
  const [kindText, unitText, ...rest] = text.split('_');
  const kind = drawingKinds.find((one) => one === kindText);
  const unit = priceUnits.find((one) => one === unitText);
  if (!kind || !unit) return undefined;
  const isLocked = rest.at(-1) === LOCKED;
  const numbers = (isLocked ? rest.slice(0, -1) : rest).map(parseNumber);
  const anchors = Array.from({ length: Math.ceil(numbers.length / 2) }, (_, index) =>
    roundAnchor({
      time: numbers[index * 2] ?? Number.NaN,
      price: numbers[index * 2 + 1] ?? Number.NaN,
    }),
  );
  const drawing = { kind, unit, anchors, isLocked };
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
