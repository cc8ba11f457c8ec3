import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import { priceUnits } from '#web/money/price-unit.ts';
import { describeDrawing, positionTexts } from './drawing-texts.ts';
import {
  type Anchor,
  changeDrawings,
  type Drawing,
  type DrawingKind,
  isValidDrawing,
  parseDrawing,
  parseDrawings,
  redo,
  roundAnchor,
  serializeDrawing,
  startHistory,
  undo,
} from './drawings.ts';

const anchor: fc.Arbitrary<Anchor> = fc
  .record({
    time: fc.double({ min: 0, max: 253_402_300_799, noNaN: true }),
    price: fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
  })
  .map(roundAnchor);

/** Valid anchors of a kind from any three. */
function anchorsOf(kind: DrawingKind, anchors: readonly Anchor[]): readonly Anchor[] {
  if (kind === 'level') return anchors.slice(0, 1);
  if (kind === 'trend' || kind === 'rectangle') return anchors.slice(0, 2);
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
    kind: fc.constantFrom<DrawingKind>('trend', 'level', 'rectangle', 'long', 'short'),
    unit: fc.constantFrom(...priceUnits),
    anchors: fc.tuple(anchor, anchor, anchor),
    isLocked: fc.boolean(),
  })
  .map((one) => ({ ...one, anchors: anchorsOf(one.kind, one.anchors) }));

test('a text contains all of a drawing, without characters that links escape', () => {
  fc.assert(
    fc.property(drawing, (one) => {
      const text = serializeDrawing(one);
      expect(parseDrawing(text)).toEqual(one);
      expect(encodeURIComponent(text)).toBe(text);
    }),
  );
});

test('any text is a valid drawing or none', () => {
  const part = fc.constantFrom(
    'trend',
    'long',
    'usd',
    'locked',
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
  ['level_usd_1769673600_0.0018', 'Level at 0.0018'],
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
  expect(parsed && describeDrawing(parsed, 'utc', '1h')).toBe(expected);
});

test('a position without risk has no ratio', () => {
  const parsed = parseDrawing('short_usd_1_100_2_90_2_100');
  expect(parsed && positionTexts(parsed)?.ratio).toBe('Risk/reward –');
});
