import { expect, test } from 'vitest';
import { openCanvas } from './canvas.ts';
import { cut, fitted, type Run, widthOf } from './draw-text.ts';

const pen = (await openCanvas())(10, 10).getContext('2d');
const run = (text: string): Run => ({ text, size: 40, color: '#fff', gap: 10 });

test('what fits is left alone', () => {
  expect(cut(pen, run('Notcoin'), 400)).toEqual(run('Notcoin'));
});

test.each(['W'.repeat(300), 'word '.repeat(2000), 'Z\u0335\u0336\u0337'.repeat(80), '👩‍👩‍👧'.repeat(90)])(
  'a longer name ends in an ellipsis within its room: %s',
  (text) => {
    const shown = cut(pen, run(text), 400);
    expect(widthOf(pen, shown)).toBeLessThanOrEqual(400);
    expect(widthOf(pen, shown)).toBeGreaterThan(300);
    expect(shown.text).toMatch(/[^\s…]…$/u);
    expect(text.startsWith(shown.text.slice(0, -1))).toBe(true);
  },
);

test('runs become smaller together, or stay', () => {
  const runs = [run('1,234,567,890,123'), run('TON')];
  const width = (of: readonly Run[]) => of.reduce((sum, one) => sum + widthOf(pen, one), 0);
  expect(fitted(pen, runs, 2000).map(({ size }) => size)).toEqual([40, 40]);
  expect(width(fitted(pen, runs, 200))).toBeCloseTo(200, -1);
});
