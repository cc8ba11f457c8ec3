import { indexAt } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';
import { PRICE_BOUNDS } from '#web/chart/chart-view.ts';
import type { Plot } from '#web/chart/rendering/plot.ts';
import { type Anchor, type Drawing, type DrawingKind, isValidDrawing, roundAnchor } from './drawings.ts';

/** A point of the plot in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What can be moved of a drawing: one of its handles by index, or all of it. */
export type Part = number | 'all';

export function pointOf({ time, price }: Anchor, plot: Plot): Point {
  return { x: plot.x(time), y: plot.y(price) };
}

/** Returns the anchor at a point: at the start of a bar. */
export function anchorAt({ x, y }: Point, plot: Plot): Anchor {
  return roundAnchor({ time: plot.second(x), price: plot.price(y) });
}

/** Returns where the handles of a drawing are: at its anchors, and at the other corners of a rectangle. */
export function handlesOf({ kind, anchors }: Drawing): readonly Anchor[] {
  const [first, second] = anchors;
  if (kind !== 'rectangle' || !first || !second) return anchors;
  return [...anchors, { time: first.time, price: second.price }, { time: second.time, price: first.price }];
}

/** Returns the drawing with a handle at another place. The target and the stop of a position remain on their sides. */
export function moveHandle(drawing: Drawing, handle: number, to: Anchor): Drawing {
  const { kind, anchors } = drawing;
  const [first = to, second = to, third = to] = anchors;
  if (kind === 'rectangle' && handle === 2)
    return withAnchors(drawing, [
      { ...first, time: to.time },
      { ...second, price: to.price },
    ]);
  if (kind === 'rectangle' && handle === 3)
    return withAnchors(drawing, [
      { ...first, price: to.price },
      { ...second, time: to.time },
    ]);
  if (kind !== 'long' && kind !== 'short') return withAnchors(drawing, anchors.with(handle, to));
  const sign = kind === 'long' ? 1 : -1;
  const beyond = (price: number, limit: number, side: number) =>
    side > 0 ? Math.max(price, limit) : Math.min(price, limit);
  if (handle === 0) {
    const price = beyond(beyond(to.price, third.price, sign), second.price, -sign);
    return withAnchors(drawing, [{ time: to.time, price }, second, third]);
  }
  const { time } = to;
  if (handle === 1)
    return withAnchors(drawing, [
      first,
      { time, price: beyond(to.price, first.price, sign) },
      { ...third, time },
    ]);
  return withAnchors(drawing, [
    first,
    { ...second, time },
    { time, price: beyond(to.price, first.price, -sign) },
  ]);
}

/** Returns the drawing unchanged if the anchors are out of bounds, for example below a price of 0. */
function withAnchors(drawing: Drawing, anchors: readonly Anchor[]): Drawing {
  const changed = { ...drawing, anchors };
  return isValidDrawing(changed) ? changed : drawing;
}

export interface Offset {
  /** Number of bars to the right. */
  readonly bars: number;
  /** Pixels downwards. */
  readonly pixels: number;
}

/** Moves a part of a drawing. What does not move keeps its exact time and price. */
export function moveDrawing(drawing: Drawing, part: Part, { bars, pixels }: Offset, plot: Plot): Drawing {
  const moved = ({ time, price }: Anchor) =>
    roundAnchor({
      time: bars === 0 ? time : plot.second(plot.x(time) + bars * plot.barWidth),
      price: pixels === 0 ? price : plot.price(plot.y(price) + pixels),
    });
  if (part === 'all') return withAnchors(drawing, drawing.anchors.map(moved));
  const anchor = handlesOf(drawing)[part];
  return anchor ? moveHandle(drawing, part, moved(anchor)) : drawing;
}

/** Distance in pixels within which a price of a bar attracts an anchor. */
const MAGNET_PIXELS = 14;

/** Returns the anchor at the closest open, high, low or close of its bar, if there is one nearby. */
export function snapToBar(anchor: Anchor, bars: Bars, plot: Plot): Anchor {
  const index = indexAt(bars, anchor.time);
  const time = bars.time[index];
  if (time === undefined || plot.x(anchor.time) - plot.x(time) >= plot.barWidth) return anchor;
  const distance = (price: number) => Math.abs(plot.y(price) - plot.y(anchor.price));
  const prices = [bars.open, bars.high, bars.low, bars.close].map((column) => column[index] ?? Number.NaN);
  const closest = prices
    .filter((price) => distance(price) <= MAGNET_PIXELS)
    .sort((a, b) => distance(a) - distance(b))[0];
  return closest === undefined ? anchor : roundAnchor({ time, price: closest });
}

/** Width and height of a new drawing, as shares of those of the plot. */
const NEW_SIZE = { width: 0.2, height: 0.12 };

/** What a text is until another one is typed. */
export const NEW_TEXT = 'Text';

/** Returns a drawing of the default size at a point, or around it. Undefined if it would be out of bounds. */
export function newDrawing(
  { kind, unit, color }: Pick<Drawing, 'kind' | 'unit' | 'color'>,
  { x, y }: Point,
  plot: Plot,
  isCentered = false,
): Drawing | undefined {
  const width = Math.max(plot.width * NEW_SIZE.width, plot.barWidth);
  const height = plot.height * NEW_SIZE.height;
  const left = isCentered ? x - width / 2 : x;
  const { price: middle } = anchorAt({ x, y }, plot);
  /** Where the plot has no positive prices, half of that of the point. */
  const at = (share: number, pixels: number) => {
    const anchor = anchorAt({ x: left + width * share, y: y + pixels }, plot);
    return anchor.price >= PRICE_BOUNDS.min ? anchor : roundAnchor({ ...anchor, price: middle / 2 });
  };
  const anchors: Readonly<Record<DrawingKind, readonly Anchor[]>> = {
    trend: [at(0, height / 2), at(1, -height / 2)],
    ray: [at(0, height / 2), at(1, -height / 2)],
    level: [anchorAt({ x, y }, plot)],
    rectangle: [at(0, -height / 2), at(1, height / 2)],
    fibonacci: [at(0, height), at(1, -height)],
    text: [anchorAt({ x, y }, plot)],
    long: [at(0, 0), at(1, -height), at(1, height / 2)],
    short: [at(0, 0), at(1, height), at(1, -height / 2)],
  };
  const text = kind === 'text' ? NEW_TEXT : '';
  const drawing = { kind, unit, anchors: anchors[kind], color, isLocked: false, text };
  return isValidDrawing(drawing) ? drawing : undefined;
}

export interface Hit {
  readonly index: number;
  readonly part: Part;
}

interface HitOptions {
  /** Index of the selected drawing, whose handles and inner area can be hit too. */
  readonly selected: number | undefined;
  /** Maximum distance in pixels. */
  readonly tolerance: number;
}

/** Returns what is at a point: a handle of the selected drawing, or the topmost drawing. Undefined drawings are hidden. */
export function hitTest(
  drawings: readonly (Drawing | undefined)[],
  point: Point,
  plot: Plot,
  { selected, tolerance }: HitOptions,
): Hit | undefined {
  const selectedDrawing = selected === undefined ? undefined : drawings[selected];
  if (selected !== undefined && selectedDrawing) {
    const distances = handlesOf(selectedDrawing).map((handle) => distance(pointOf(handle, plot), point));
    const part = distances.indexOf(Math.min(...distances));
    // What has one handle is moved as a whole.
    if ((distances[part] ?? Number.NaN) <= tolerance * 1.5)
      return { index: selected, part: distances.length === 1 ? 'all' : part };
  }
  const index = drawings.findLastIndex(
    (drawing, position) =>
      drawing !== undefined &&
      (distanceOf(drawing, point, plot) <= tolerance ||
        (position === selected && isInside(drawing, point, plot))),
  );
  return index < 0 ? undefined : { index, part: 'all' };
}

/** Shares of a move that a Fibonacci retracement marks, from its end. */
const fibonacciRatios = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Returns the prices of a Fibonacci retracement by ratio: 0 is the end of the move. They divide prices, on any scale. */
export function fibonacciPrices([start, end]: readonly Anchor[]): readonly (readonly [number, number])[] {
  if (!start || !end) return [];
  return fibonacciRatios.map((ratio) => [ratio, end.price + (start.price - end.price) * ratio]);
}

const AREA_KINDS: ReadonlySet<DrawingKind> = new Set(['rectangle', 'fibonacci', 'long', 'short']);

/** Returns the corners of the area of a drawing that has one: its top left and its bottom right. */
export function areaOf({ kind, anchors }: Drawing, plot: Plot): readonly [Point, Point] | undefined {
  if (!AREA_KINDS.has(kind)) return undefined;
  const points = anchors.map((anchor) => pointOf(anchor, plot));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [
    { x: Math.min(...xs), y: Math.min(...ys) },
    { x: Math.max(...xs), y: Math.max(...ys) },
  ];
}

function isInside(drawing: Drawing, { x, y }: Point, plot: Plot): boolean {
  const [from, to] = areaOf(drawing, plot) ?? [];
  return from !== undefined && to !== undefined && x >= from.x && x <= to.x && y >= from.y && y <= to.y;
}

/** A straight line between two points. */
export type Line = readonly [Point, Point];

/** Returns the lines of a drawing. Those of a text are where it is written. */
export function linesOf(drawing: Drawing, plot: Plot): readonly Line[] {
  const [first, second] = drawing.anchors.map((anchor) => pointOf(anchor, plot));
  if (!first) return [];
  const horizontal = (y: number, [from, to]: Line): Line => [
    { x: from.x, y },
    { x: to.x, y },
  ];
  const end = second ?? first;
  const area: Line = areaOf(drawing, plot) ?? [first, end];
  const [from, to] = area;
  const edges: readonly Line[] = [
    horizontal(from.y, area),
    horizontal(to.y, area),
    [from, { x: from.x, y: to.y }],
    [{ x: to.x, y: from.y }, to],
  ];
  const lines: Readonly<Record<DrawingKind, () => readonly Line[]>> = {
    trend: () => [[first, end]],
    ray: () => [[first, rayEnd(first, end, plot)]],
    level: () => [
      horizontal(first.y, [
        { x: 0, y: 0 },
        { x: plot.width, y: 0 },
      ]),
    ],
    rectangle: () => edges,
    fibonacci: () => fibonacciPrices(drawing.anchors).map(([, price]) => horizontal(plot.y(price), area)),
    text: () => [[first, { x: first.x + TEXT_GAP + textWidth(drawing.text), y: first.y }]],
    long: () => [...edges, horizontal(first.y, area)],
    short: () => [...edges, horizontal(first.y, area)],
  };
  return lines[drawing.kind]();
}

/** Returns a point of a ray beyond the plot. */
function rayEnd(start: Point, through: Point, plot: Plot): Point {
  const length = distance(start, through);
  if (length === 0) return through;
  const factor = (plot.width + plot.height + Math.abs(start.x) + Math.abs(start.y)) / length;
  return { x: start.x + (through.x - start.x) * factor, y: start.y + (through.y - start.y) * factor };
}

/** Pixels between the anchor of a text and its first letter. */
export const TEXT_GAP = 8;

/** Returns the width at which a text can be pressed: an estimate, for letters of 12 pixels. Chinese ones and emoji are wide. */
function textWidth(text: string): number {
  return Array.from(text).reduce((width, letter) => width + (letter < '\u1100' ? 7 : 13), 0);
}

/** Returns the distance of a point from the lines of a drawing in pixels. */
function distanceOf(drawing: Drawing, point: Point, plot: Plot): number {
  return Math.min(...linesOf(drawing, plot).map(([start, end]) => distanceToSegment(point, start, end)));
}

/** Returns the distance of two points in pixels. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared;
  const clamped = Math.min(Math.max(share, 0), 1);
  return distance(point, { x: from.x + dx * clamped, y: from.y + dy * clamped });
}
