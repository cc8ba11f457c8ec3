import { expect, test } from 'vitest';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { JettonPage } from '#web/api/decoding/decode-page.ts';
import { emptyRowList, extendRows } from './loaded-rows.ts';
import { findMinimumEnd } from './minimum-end.ts';

function row(address: string, holders: number): ListedJetton {
  const { identity } = listedJetton(0);
  return listedJetton(0, { identity: { ...identity, address }, holders: String(holders) });
}

const pages: JettonPage[] = [
  { id: 1, jettons: [row('a', 90), row('b', 70)], next: 'x', loadedAt: 0 },
  { id: 2, jettons: [row('c', 50), row('d', 30)], next: 'y', loadedAt: 0 },
];
const list = extendRows(emptyRowList, pages);
const none = () => undefined;

test('shows all rows without a minimum', () => {
  expect(findMinimumEnd(list, { sort: 'holders' }, undefined, none)).toEqual({ count: 4, state: 'none' });
});

test.each([
  ['20', 4, 'none'],
  ['30', 4, 'none'],
  ['31', 3, 'reached'],
  ['70', 2, 'reached'],
  ['100', 0, 'reached'],
])('a minimum of %s ends the list after %i rows', (floor, count, state) => {
  expect(findMinimumEnd(list, { sort: 'holders' }, floor, none)).toEqual({ count, state });
});

function day(usd: string): Activity {
  const volume24h = { value: usd, decimals: 0 };
  const volume = { current: volume24h, percent: 0, calculatedAt: '2026-01-29T07:50:00Z' };
  return { ton: {}, usd: {}, transactions: {}, traders: {}, volume: { day: volume }, volume24h };
}

test('ends before the first row whose value is not loaded', () => {
  const loaded = new Map([
    ['a', day('900')],
    ['b', day('800')],
  ]);
  const activityOf = (_: JettonPage, address: string) => loaded.get(address);
  expect(findMinimumEnd(list, { sort: 'volume24h' }, '100', activityOf)).toEqual({
    count: 2,
    state: 'loading',
  });
});
