import { expect, test } from 'vitest';
import { loadCanvas } from './canvas.ts';
import {
  createGlyphDetector,
  fitRuns,
  measureRun,
  type Run,
  selectLegibleText,
  truncateRun,
} from './drawing.ts';

const context = (await loadCanvas())(10, 10).getContext('2d');
const run = (text: string): Run => ({ text, size: 40, color: '#fff', gap: 10 });

test('text that fits is unchanged', () => {
  expect(truncateRun(context, run('Notcoin'), 400)).toEqual(run('Notcoin'));
});

test.each(['W'.repeat(300), 'word '.repeat(2000), 'Z\u0335\u0336\u0337'.repeat(80), '👩‍👩‍👧'.repeat(90)])(
  'longer text is truncated with an ellipsis to the available width: %s',
  (text) => {
    const truncated = truncateRun(context, run(text), 400);
    expect(measureRun(context, truncated)).toBeLessThanOrEqual(400);
    expect(measureRun(context, truncated)).toBeGreaterThan(300);
    expect(truncated.text).toMatch(/[^\s…]…$/u);
    expect(text.startsWith(truncated.text.slice(0, -1))).toBe(true);
  },
);

test('runs are scaled down together only if they are too wide', () => {
  const runs = [run('1,234,567,890,123'), run('TON')];
  const width = (of: readonly Run[]) => of.reduce((sum, one) => sum + measureRun(context, one), 0);
  expect(fitRuns(context, runs, 2000).map(({ size }) => size)).toEqual([40, 40]);
  expect(width(fitRuns(context, runs, 200))).toBeCloseTo(200, -1);
});

const isLatin = (character: string) => character < '\u0250';

test.each([
  [['NOT', 'Notcoin'], 'NOT'],
  [['🦊 Fox', 'Parade'], '… Fox'],
  [['Fox 🦊🦊\u0335🦊'], 'Fox …'],
  [['金狗', 'Golden Dog', 'EQCQ…eCz'], 'Golden Dog'],
  [['金 狗', '犬'], '?'],
] as const)('%j is shown as %s if only Latin is supported', (texts, shown) => {
  expect(selectLegibleText(texts, isLatin)).toBe(shown);
});

test('Inter has glyphs of its scripts; no font has glyphs of noncharacters and private-use characters', async () => {
  const hasGlyph = createGlyphDetector(await loadCanvas());
  for (const character of 'NßżКїΩệ\u2212…₮')
    expect([character, hasGlyph(character)]).toEqual([character, true]);
  for (const character of ['\u{10FFFF}', '\uE123']) expect(hasGlyph(character)).toBe(false);
});
