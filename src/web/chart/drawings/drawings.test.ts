import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceUnits } from '#contract/price-unit.ts';
import { createBars } from '#web/chart/bars/bars.ts';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import type { Plot } from '#web/chart/rendering/plot.ts';
import {
  anchorAt,
  handlesOf,
  hitTest,
  moveDrawing,
  moveHandle,
  newDrawing,
  pointOf,
  snapToBar,
} from './drawing-geometry.ts';
import { describeDrawing, positionTexts, ratiosText } from './drawing-texts.ts';
import {
  type Anchor,
  anchorCounts,
  changeDrawings,
  cleanText,
  type Drawing,
  type DrawingKind,
  drawingColors,
  drawingKinds,
  isValidDrawing,
  parseDrawing,
  parseDrawings,
  redo,
  roundAnchor,
  serializeDrawing,
  startHistory,
  undo,
} from './drawings.ts';

describe('drawings', () => {
  const anchor: fc.Arbitrary<Anchor> = fc
    .record({
      time: fc.double({ min: 0, max: 253_402_300_799, noNaN: true }),
      price: fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
    })
    .map(roundAnchor);

  /** Valid anchors of a kind from any three. */
  function anchorsOf(kind: DrawingKind, anchors: readonly Anchor[]): readonly Anchor[] {
    if (kind !== 'long' && kind !== 'short') return anchors.slice(0, anchorCounts[kind]);
    const [low = 0, middle = 0, high = 0] = anchors.map(({ price }) => price).sort((a, b) => a - b);
    const [first = 0, second = 0] = anchors.map(({ time }) => time);
    const [target, stop] = kind === 'long' ? [high, low] : [low, high];
    return [
      { time: first, price: middle },
      { time: second, price: target },
      { time: second, price: stop },
    ];
  }

  const drawing: fc.Arbitrary<Drawing> = fc
    .record({
      kind: fc.constantFrom<DrawingKind>(...drawingKinds),
      unit: fc.constantFrom(...priceUnits),
      anchors: fc.tuple(anchor, anchor, anchor),
      color: fc.constantFrom(...drawingColors),
      isLocked: fc.boolean(),
      text: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' }), fc.constant('a_text_b_locked')),
    })
    .map((one) => ({
      ...one,
      anchors: anchorsOf(one.kind, one.anchors),
      text: cleanText(one.text) || (one.kind === 'text' ? 'T' : ''),
    }));

  test('a serialized drawing contains all of it, without characters that links escape before its text', () => {
    fc.assert(
      fc.property(drawing, (one) => {
        const serialized = serializeDrawing(one);
        expect(parseDrawing(serialized)).toEqual(one);
        expect(encodeURIComponent(serialized)).toBe(
          serialized.slice(0, serialized.length - one.text.length) + encodeURIComponent(one.text),
        );
      }),
    );
  });

  test('a text is one line of visible characters of limited length', () => {
    const [level] = parseDrawings([`level_usd_1_1_text_ a\n\u202eb${'c'.repeat(100)}`]);
    expect(level?.text).toBe(`a b${'c'.repeat(77)}`);
    expect(parseDrawing('text_usd_1_1_text_ \u200b ')).toBeUndefined();
    expect(parseDrawing('text_usd_1_1')).toBeUndefined();
    expect(parseDrawing('level_usd_1_1_red')).toBeUndefined();
  });

  test('any text is a valid drawing or none', () => {
    const part = fc.constantFrom(
      'trend',
      'long',
      'usd',
      'locked',
      'pink',
      'text',
      '1',
      '1.5',
      '1e-40',
      '-1',
      'NaN',
      '',
      '1e999',
      '∞',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 10 }).map((parts) => parts.join('_')),
    );
    fc.assert(
      fc.property(text, (one) => {
        const parsed = parseDrawing(one);
        expect(parsed === undefined || isValidDrawing(parsed)).toBe(true);
      }),
    );
  });

  test.each([
    ['an unknown kind', 'circle_usd_1_1_2_2'],
    ['an unknown unit', 'trend_eur_1_1_2_2'],
    ['too few anchors', 'trend_usd_1_1'],
    ['too many anchors', 'level_usd_1_1_2_2'],
    ['half an anchor', 'trend_usd_1_1_2'],
    ['a price of 0', 'level_usd_1_0'],
    ['a price beyond the bounds', 'level_usd_1_1e31'],
    ['a negative price', 'level_usd_1_-1'],
    ['a time beyond the bounds', 'level_usd_253402300800_1'],
    ['a target on the side of the stop', 'long_usd_1_10_2_9_2_8'],
    ['a stop at another time than the target', 'short_usd_1_10_2_9_3_11'],
  ])('rejects %s', (_, text) => {
    expect(parseDrawing(text)).toBeUndefined();
  });

  test('lists contain each drawing once, and no more than the maximum', () => {
    const texts = Array.from({ length: MAX_DRAWINGS + 10 }, (_, index) => `level_usd_1_${index + 1}`);
    expect(parseDrawings(['level_usd_1_1', 'level_usd_1_1.0', 7, null, 'nonsense'])).toHaveLength(1);
    expect(parseDrawings(texts)).toHaveLength(MAX_DRAWINGS);
  });

  test('undo and redo go back and forth through any changes', () => {
    const lists = fc.array(fc.array(drawing, { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, ([first = [], ...changes]) => {
        let history = changes.reduce(changeDrawings, startHistory(first));
        for (const list of [first, ...changes].toReversed()) {
          expect(history.present).toBe(list);
          history = undo(history);
        }
        expect(undo(history)).toBe(history);
        for (const list of [first, ...changes]) {
          expect(history.present).toBe(list);
          history = redo(history);
        }
        expect(redo(history)).toBe(history);
      }),
    );
  });

  test('a change after undo cannot be redone over, and old steps are dropped', () => {
    const [a, b]: readonly [Drawing[], Drawing[]] = [[], []];
    const undone = undo(changeDrawings(startHistory(a), b));
    expect(redo(changeDrawings(undone, b)).future).toEqual([]);
    const long = Array.from({ length: 150 }).reduce<ReturnType<typeof startHistory>>(
      (history) => changeDrawings(history, []),
      startHistory([]),
    );
    expect(long.past).toHaveLength(100);
  });

  test.each([
    ['level_usd_1769673600_0.0018_pink', 'Horizontal line at 0.0018'],
    ['text_usd_1769673600_0.0018_locked_text_Listed', 'Text “Listed” (locked) at 0.0018'],
    [
      'fibonacci_usd_1769673600_1_1769677200_2',
      'Fibonacci retracement: +100% in 1 h, from 1 at 2026-01-29 08:00:00 to 2 at 2026-01-29 09:00:00, 0.236 at 1.764, 0.382 at 1.618, 0.5 at 1.5, 0.618 at 1.382, 0.786 at 1.214',
    ],
    [
      'trend_usd_1769673600_2_1769677200_3',
      'Trend line: +50.0% in 1 h, from 2 at 2026-01-29 08:00:00 to 3 at 2026-01-29 09:00:00',
    ],
    [
      'long_usd_1769673600_100_1769677200_120_1769677200_90_locked',
      'Long position (locked): Risk/reward 2.00, Target 120 +20.0%, Stop 90 −10.0%, entry 100 at 2026-01-29 08:00:00',
    ],
  ])('describes %s', (text, expected) => {
    const parsed = parseDrawing(text);
    expect(parsed && describeDrawing(parsed, 'utc', '1h') + ratiosText(parsed)).toBe(expected);
  });

  test('a position without risk has no ratio', () => {
    const parsed = parseDrawing('short_usd_1_100_2_90_2_100');
    expect(parsed && positionTexts(parsed)?.ratio).toBe('Risk/reward –');
  });
});

describe('drawing geometry', () => {
  const HOUR = 3600;
  const START = 1_769_673_600;

  /** A plot of 100 bars of an hour, with prices from 1 at the bottom to 100 at the top. */
  function plotWith(scale: 'linear' | 'log'): Plot {
    const [width, height] = [1000, 400];
    const share = (y: number) => 1 - y / height;
    return {
      width,
      height,
      barWidth: 10,
      x: (second) => ((second - START) / HOUR) * 10 + 5,
      second: (x) => START + Math.round((x - 5) / 10) * HOUR,
      y: (price) => height * (1 - (scale === 'log' ? Math.log10(price) / 2 : (price - 1) / 99)),
      price: (y) => (scale === 'log' ? 10 ** (2 * share(y)) : 1 + 99 * share(y)),
    };
  }

  const plots = fc.constantFrom('linear' as const, 'log' as const).map(plotWith);
  const kinds = fc.constantFrom<DrawingKind>(...drawingKinds);
  const point = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 60, max: 340 }) });
  const bars = fc.integer({ min: -500, max: 500 });

  function create(kind: DrawingKind, at: { x: number; y: number }, plot: Plot): Drawing {
    const drawing = newDrawing({ kind, unit: 'usd', color: 'blue' }, at, plot);
    if (!drawing) throw new Error('out of bounds');
    return drawing;
  }

  test('a new drawing is valid, on bars, and can be hit where it is', () => {
    fc.assert(
      fc.property(kinds, point, plots, (kind, at, plot) => {
        const drawing = create(kind, at, plot);
        expect(isValidDrawing(drawing)).toBe(true);
        for (const anchor of drawing.anchors) {
          expect((anchor.time - START) % HOUR).toBe(0);
          const hit = hitTest([drawing], pointOf(anchor, plot), plot, { selected: undefined, tolerance: 1 });
          expect(hit).toEqual({ index: 0, part: 'all' });
        }
      }),
    );
  });

  test('a new drawing fits at the lowest price of a plot', () => {
    fc.assert(
      fc.property(kinds, plots, fc.integer({ min: 340, max: 399 }), (kind, plot, y) => {
        // Below the plot, prices of the linear scale are negative.
        expect(isValidDrawing(create(kind, { x: 100, y }, plot))).toBe(true);
      }),
    );
  });

  test('moving all of a drawing by bars and back restores it, also beyond the bars', () => {
    fc.assert(
      fc.property(kinds, point, plots, bars, (kind, at, plot, distance) => {
        const drawing = create(kind, at, plot);
        const moved = moveDrawing(drawing, 'all', { bars: distance, pixels: 0 }, plot);
        expect(moved.anchors.map(({ price }) => price)).toEqual(drawing.anchors.map(({ price }) => price));
        expect(moved.anchors[0]?.time).toBe((drawing.anchors[0]?.time ?? 0) + distance * HOUR);
        expect(moveDrawing(moved, 'all', { bars: -distance, pixels: 0 }, plot)).toEqual(drawing);
      }),
    );
  });

  test('moving up and down keeps the times and the height in pixels', () => {
    fc.assert(
      fc.property(kinds, point, plots, fc.integer({ min: -50, max: 10 }), (kind, at, plot, pixels) => {
        const drawing = create(kind, at, plot);
        const moved = moveDrawing(drawing, 'all', { bars: 0, pixels }, plot);
        for (const [index, { time, price }] of moved.anchors.entries()) {
          const before = drawing.anchors[index] ?? { time: 0, price: 0 };
          expect(time).toBe(before.time);
          expect(plot.y(price)).toBeCloseTo(plot.y(before.price) + pixels, 2);
        }
      }),
    );
  });

  test('any handle can be moved anywhere, and the drawing stays valid', () => {
    const target = fc.record({
      x: fc.integer({ min: -2000, max: 3000 }),
      y: fc.integer({ min: -200, max: 600 }),
    });
    fc.assert(
      fc.property(kinds, point, plots, fc.nat(3), target, (kind, at, plot, handle, to) => {
        const drawing = create(kind, at, plot);
        const index = handle % handlesOf(drawing).length;
        const moved = moveHandle(drawing, index, anchorAt(to, plot));
        expect(isValidDrawing(moved)).toBe(true);
        const isFree = anchorCounts[kind] < 3 && moved !== drawing;
        expect(handlesOf(moved)[index]).toEqual(isFree ? anchorAt(to, plot) : handlesOf(moved)[index]);
      }),
    );
  });

  test('a corner of a rectangle moves, and the opposite one stays', () => {
    const plot = plotWith('linear');
    const drawing = create('rectangle', { x: 405, y: 200 }, plot);
    const corners = [0, 1, 2, 3].map((index) => handlesOf(drawing)[index]);
    for (const [index, opposite] of [
      [0, 1],
      [1, 0],
      [2, 3],
      [3, 2],
    ] as const) {
      const to = anchorAt({ x: 105, y: 50 }, plot);
      const moved = handlesOf(moveHandle(drawing, index, to));
      expect(moved[index]).toEqual(to);
      expect(moved[opposite]).toEqual(corners[opposite]);
    }
  });

  test('the target and the stop of a position end together, on their sides of the entry', () => {
    const plot = plotWith('linear');
    const drawing = create('long', { x: 405, y: 200 }, plot);
    const [entry, , stop] = drawing.anchors;
    const moved = moveHandle(drawing, 1, anchorAt({ x: 805, y: 380 }, plot));
    expect(moved.anchors[1]?.price).toBe(entry?.price);
    expect(moved.anchors[2]).toEqual({ price: stop?.price, time: moved.anchors[1]?.time });
    const raised = moveHandle(drawing, 0, anchorAt({ x: 405, y: 0 }, plot));
    expect(raised.anchors[0]?.price).toBe(raised.anchors[1]?.price);
  });

  test('a drawing is not moved below a price of 0', () => {
    const plot = plotWith('linear');
    const drawing = create('trend', { x: 405, y: 350 }, plot);
    expect(moveDrawing(drawing, 'all', { bars: 0, pixels: 400 }, plot)).toBe(drawing);
  });

  test('the topmost drawing is hit, the handles of the selected one first, and hidden ones are not', () => {
    const plot = plotWith('linear');
    const level = create('level', { x: 405, y: 200 }, plot);
    const trend = create('trend', { x: 305, y: 200 }, plot);
    const end = pointOf(trend.anchors[1] ?? { time: 0, price: 0 }, plot);
    const hit = (
      drawings: readonly (Drawing | undefined)[],
      at: { x: number; y: number },
      selected?: number,
    ) => hitTest(drawings, at, plot, { selected, tolerance: 5 });
    const crossing = { x: 405, y: 200 };
    expect(hit([trend, level], crossing)?.index).toBe(1);
    expect(hit([level, trend], crossing)?.index).toBe(1);
    expect(hit([level, undefined], crossing)?.index).toBe(0);
    expect(hit([trend, level], end, 0)).toEqual({ index: 0, part: 1 });
    expect(hit([trend, level], end)).toEqual({ index: 0, part: 'all' });
    expect(hit([trend, level], { x: 900, y: 300 })).toBeUndefined();
  });

  test('a ray is hit beyond its anchors on one side, a retracement at its ratios, a text where it is written', () => {
    const plot = plotWith('linear');
    const hit = (drawing: Drawing, x: number, y: number) =>
      hitTest([drawing], { x, y }, plot, { selected: undefined, tolerance: 5 }) !== undefined;
    const ray = create('ray', { x: 405, y: 200 }, plot);
    const [start, through] = ray.anchors.map((anchor) => pointOf(anchor, plot));
    const [dx, dy] = [(through?.x ?? 0) - (start?.x ?? 0), (through?.y ?? 0) - (start?.y ?? 0)];
    const along = (share: number) => [(start?.x ?? 0) + dx * share, (start?.y ?? 0) + dy * share] as const;
    expect([-0.5, 0.5, 2.5].map((share) => hit(ray, ...along(share)))).toEqual([false, true, true]);
    const backwards = { ...ray, anchors: ray.anchors.toReversed() };
    expect([-0.5, 0.5, 2.5].map((share) => hit(backwards, ...along(share)))).toEqual([true, true, false]);
    const retracement = create('fibonacci', { x: 405, y: 200 }, plot);
    const [from = 0, to = 0] = retracement.anchors.map(({ price }) => plot.y(price));
    const at = (ratio: number) => hit(retracement, 500, to + (from - to) * ratio);
    expect([0, 0.382, 0.44, 0.5, 1, 1.1].map(at)).toEqual([true, true, false, true, true, false]);
    const text = { ...create('text', { x: 405, y: 200 }, plot), text: 'Listed on an exchange' };
    expect([400, 500, 650].map((x) => hit(text, x, 200))).toEqual([true, true, false]);
  });

  test('only the selected area can be hit inside, so that the chart can be moved in others', () => {
    const plot = plotWith('linear');
    const drawing = create('rectangle', { x: 405, y: 200 }, plot);
    const inside = { x: 500, y: 200 };
    expect(hitTest([drawing], inside, plot, { selected: undefined, tolerance: 5 })).toBeUndefined();
    expect(hitTest([drawing], inside, plot, { selected: 0, tolerance: 5 })).toEqual({
      index: 0,
      part: 'all',
    });
  });

  test('anchors snap to the closest price of their bar only', () => {
    const plot = plotWith('linear');
    const columns = createBars(100);
    for (let index = 0; index < 100; index += 1) {
      columns.time[index] = START + index * HOUR;
      columns.open[index] = 40;
      columns.close[index] = 50;
      columns.high[index] = 60;
      columns.low[index] = 30;
    }
    columns.open[50] = columns.high[50] = columns.low[50] = columns.close[50] = Number.NaN;
    const snap = (bar: number, price: number) =>
      snapToBar({ time: START + bar * HOUR, price }, columns, plot).price;
    expect([snap(20, 41), snap(20, 51.5), snap(20, 61), snap(20, 28)]).toEqual([40, 50, 60, 30]);
    expect(snap(20, 80)).toBe(80);
    expect(snap(50, 41)).toBe(41);
    expect(snap(150, 41)).toBe(41);
    expect(snap(-1, 41)).toBe(41);
  });
});
