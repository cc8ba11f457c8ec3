import { expect, test } from 'vitest';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { type CardText, createCardText } from './card-text.ts';
import { renderCard } from './render-card.ts';

const address = `0:${'a'.repeat(64)}`;
const line = Array.from({ length: 43 }, (_, step) => (step < 5 ? null : 2 + Math.sin(step)));
const words = createCardText({
  card: examplePageSummary(),
  address,
  poolAddress: undefined,
  line,
  now: new Date('2026-01-29T07:50:00Z'),
});
const drawn = async (changes: Partial<CardText> = {}) =>
  (await renderCard({ ...words, ...changes })).toString('base64');

test('is a PNG of 1200 by 630', async () => {
  const picture = await renderCard(words);
  expect(picture.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('shows each thing that it says', async () => {
  const plain = await drawn();
  expect(await drawn()).toBe(plain);
  const others: Partial<CardText>[] = [
    { pair: [['NOTE']] },
    { pair: [['NOT'], ['TON']] },
    { name: ['Not a coin'] },
    { exchange: 'dedust' },
    { standing: { text: 'Verified', mark: 'muted' } },
    { standing: undefined },
    { warning: 'Marked as scam' },
    { prices: [] },
    { prices: words.prices.slice(0, 1) },
    { change: undefined },
    { change: { direction: 'up', text: '+3.10' } },
    { change: { direction: 'flat', text: '0.00' } },
    { facts: [] },
    { moment: '2026-01-29 07:51 UTC' },
    { line: [] },
    { line: line.toReversed() },
    { line: line.map(() => 1) },
  ];
  const pictures = await Promise.all(others.map(drawn));
  expect(new Set([plain, ...pictures]).size).toBe(others.length + 1);
});

test('a name that no font can draw gives way to the next', async () => {
  const nothing = '\u{10FFFE}\u{10FFFE}';
  const pair = [[nothing, 'EQCQ…eCz']] as const;
  expect(await drawn({ pair, name: [nothing, 'EQCQ…eCz'] })).toBe(
    await drawn({ pair: [['EQCQ…eCz']], name: ['EQCQ…eCz'] }),
  );
});
