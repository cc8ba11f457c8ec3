import { expect, test } from 'vitest';
import type { PageSummary } from '#service/operations/page-summary.ts';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { createCardContent } from './card-content.ts';

const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const short = 'EQCQ…eCz';
const poolAddress = `0:${'c'.repeat(64)}`;
const now = new Date('2026-01-29T08:00:00Z');

const ofJetton = (changes: Partial<PageSummary> = {}) =>
  createCardContent({
    summary: examplePageSummary(changes),
    nativeSymbol: 'GRAM',
    address,
    poolAddress: undefined,
    line: [1, 2],
    now,
  });
const ofPool = (changes: Partial<PageSummary> = {}) =>
  createCardContent({
    summary: examplePageSummary(changes),
    nativeSymbol: 'GRAM',
    address,
    poolAddress,
    line: [1, 2],
    now,
  });

test('a jetton card has the USD price first, and change, liquidity, holders and timestamp', () => {
  expect(ofJetton()).toEqual({
    pair: [['NOT', 'Notcoin', short]],
    name: ['Notcoin', short],
    exchange: undefined,
    verification: { text: 'Verified', badgeColor: 'accent' },
    warning: undefined,
    prices: [
      { prefix: '$', price: { head: '0.001842' }, unit: '' },
      { prefix: '', price: { head: '0.00068' }, unit: 'GRAM' },
    ],
    change: { direction: 'down', text: '\u22123.10', isTraded: true },
    facts: [
      { label: 'Liquidity', value: '$8.12M' },
      { label: 'Holders', value: '2,865,084' },
    ],
    timestamp: '2026-01-29 07:50 UTC',
    line: [1, 2],
  });
});

test('a pool card has the price in the counterpart first', () => {
  const content = ofPool({ counterpart: 'USD₮', isCounterpartNative: false, priceCounterpart: '0.0018' });
  expect(content.pair).toEqual([
    ['NOT', 'Notcoin', short],
    ['USD₮', '?'],
  ]);
  expect(content.exchange).toBe('STON.fi');
  expect(content.prices.map(({ prefix, unit }) => prefix + unit)).toEqual(['USD₮', '$', 'GRAM']);
  expect(content.facts.map(({ label }) => label)).toEqual(['Liquidity']);
  expect(ofPool().prices.map(({ prefix, unit }) => prefix + unit)).toEqual(['GRAM', '$']);
});

test.each<[Partial<PageSummary>, string | undefined, string | undefined]>([
  [{ verification: 'JVS_NONE' }, 'Not verified', undefined],
  [{ verification: 'JVS_SCAM' }, undefined, 'Marked as scam'],
  [{ modifiedContract: true }, 'Verified', 'Modified contract'],
  [{ verification: 'JVS_SCAM', modifiedContract: true }, undefined, 'Marked as scam · Modified contract'],
  [{ modifiedContract: null }, 'Verified', undefined],
])('%o is labeled %s, with the warning %s', (changes, verification, warning) => {
  const content = ofJetton(changes);
  expect({ verification: content.verification?.text, warning: content.warning }).toEqual({
    verification,
    warning,
  });
});

test('unknown values are omitted', () => {
  const unknown = { priceUsd: null, priceTon: null, priceCounterpart: null, changeDay: null };
  const content = ofJetton({ ...unknown, liquidityUsd: null, holdersCount: null, calculatedAt: null });
  expect(content).toMatchObject({
    prices: [],
    change: undefined,
    facts: [],
    timestamp: '2026-01-29 08:00 UTC',
  });
  expect(ofPool(unknown).prices).toEqual([]);
});

test('invisible characters are removed from untrusted names; the address replaces empty names', () => {
  const hostile = { symbol: 'USD\u200B\u202ET', name: '\u3164\u200B\u2800' };
  expect(ofJetton(hostile)).toMatchObject({ pair: [['USDT', short]], name: [short] });
  expect(ofJetton({ symbol: '\u2800', name: '' }).pair).toEqual([[short]]);
  const { pair, prices } = ofPool({ counterpart: '\u202Ex\u200B' });
  expect(pair[1]).toEqual(['x', '?']);
  expect(prices[0]?.unit).toBe('x');
});

test('a name equal to the symbol is replaced by the address', () => {
  expect(ofJetton({ name: ' NOT\u200B ' }).name).toEqual([short]);
});
