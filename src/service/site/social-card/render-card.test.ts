import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { colors } from './canvas.ts';
import { type CardContent, createCardContent } from './card-content.ts';
import { renderCard } from './render-card.ts';

const address = `0:${'a'.repeat(64)}`;
const line = Array.from({ length: 43 }, (_, step) => (step < 5 ? null : 2 + Math.sin(step)));
const content = createCardContent({
  summary: examplePageSummary(),
  nativeSymbol: 'GRAM',
  address,
  poolAddress: undefined,
  line,
  now: new Date('2026-01-29T07:50:00Z'),
});
const rendered = async (changes: Partial<CardContent> = {}) =>
  (await renderCard({ ...content, ...changes })).toString('base64');

test('is a PNG of 1200 by 630', async () => {
  const image = await renderCard(content);
  expect(image.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('every part of the content is visible', async () => {
  const original = await rendered();
  expect(await rendered()).toBe(original);
  const others: Partial<CardContent>[] = [
    { pair: [['NOTE']] },
    { pair: [['NOT'], ['GRAM']] },
    { name: ['Not a coin'] },
    { exchange: 'dedust' },
    { verification: { text: 'Verified', badgeColor: 'muted' } },
    { verification: undefined },
    { warning: 'Marked as scam' },
    { prices: [] },
    { prices: content.prices.slice(0, 1) },
    { change: undefined },
    { change: { direction: 'up', text: '+3.10', isTraded: true } },
    { change: { direction: 'down', text: '\u22123.10', isTraded: false } },
    { change: { direction: 'flat', text: '0.00', isTraded: true } },
    { facts: [] },
    { timestamp: '2026-01-29 07:51 UTC' },
    { line: [] },
    { line: line.toReversed() },
    { line: line.map(() => 1) },
  ];
  const images = await Promise.all(others.map(rendered));
  expect(new Set([original, ...images]).size).toBe(others.length + 1);
});

test('a name without glyphs is replaced by the next candidate', async () => {
  const unsupported = '\u{10FFFE}\u{10FFFE}';
  const pair = [[unsupported, 'EQCQ…eCz']] as const;
  expect(await rendered({ pair, name: [unsupported, 'EQCQ…eCz'] })).toBe(
    await rendered({ pair: [['EQCQ…eCz']], name: ['EQCQ…eCz'] }),
  );
});

describe('colors', () => {
  const tokens = readFileSync(new URL('../../../web/style/tokens.css', import.meta.url), 'utf8');

  test.each(Object.entries(colors))('%s is the color of the dashboard', (name, color) => {
    const [, dark] = new RegExp(`--${name}: light-dark\\(.*, (oklch\\([^)]*\\))\\);`).exec(tokens) ?? [];
    expect(color).toBe(dark);
  });
});
