import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { fromCommon, isConstantProduct, poolModel, splitPools } from './pool-model.ts';

interface Values {
  readonly type?: string;
  readonly asset?: string;
  readonly counterpart?: string;
  readonly price?: string;
  readonly usd?: string;
}

/** Returns a market of 1,000 jettons and 500 of a quote worth 3 USD, unless `values` differ. */
function market({
  type = 'JTN_MRKT_LINEAR',
  asset = '1000',
  counterpart = '500',
  price = '0.5',
  usd = '1.5',
}: Values): Market {
  return {
    counterpart: `0:${'1'.repeat(64)}`,
    exchangeId: 'stonfi',
    poolAddress: `0:${'2'.repeat(64)}`,
    type,
    liquidity: asset ? { asset: amountFromDecimal(asset), counterpart: amountFromDecimal(counterpart) } : {},
    price: { counterpart: amountFromDecimal(price), ...(usd && { usd: amountFromDecimal(usd) }) },
  };
}

const sides = (values: Values) => {
  const { depth } = poolModel(market(values), 'usd');
  return depth && [fromCommon(depth.jetton, 6).value, fromCommon(depth.currency, 6).value];
};

test('values the reserves in the currency', () => {
  expect(sides({})).toEqual(['1000000000', '1500000000']);
  const rate = { numerator: amountFromDecimal('0.9'), denominator: amountFromDecimal('1') };
  expect(fromCommon(poolModel(market({}), 'usd', rate).depth?.currency ?? 0n, 2).value).toBe('135000');
});

test.each([
  ['no reserves', { asset: '' }, 'reserves'],
  ['empty reserves', { asset: '0' }, 'reserves'],
  ['an unknown value of the quote', { usd: '' }, 'value'],
  ['a price of zero', { price: '0' }, 'value'],
  ['a stable formula', { type: 'JTN_MRKT_STABLE' }, 'type'],
  ['weights', { type: 'JTN_MRKT_WEIGHTED' }, 'type'],
  ['an unknown type', { type: 'JTN_MRKT_UNKNOWN' }, 'type'],
])('excludes a pool with %s', (_, values, excluded) => {
  expect(poolModel(market(values), 'usd')).toMatchObject({ excluded, depth: undefined });
});

test.each([
  { asset: '1000', counterpart: '250' },
  { asset: '500', counterpart: '700' },
])('estimates a pool whose reserves contradict its price at that price: %o', (values) => {
  expect(poolModel(market(values), 'usd').isEstimate).toBe(true);
  const [jettons = '', usd = ''] = sides(values) ?? [];
  expect(Number(usd) / Number(jettons)).toBe(1.5);
  expect(Number(jettons)).toBe(500_000_000);
});

test('divides trades among constant-product pools of about the same price', () => {
  const pools = [
    { type: 'JTN_MRKT_STABLE' },
    { asset: '10000', counterpart: '5000' },
    { counterpart: '504', price: '0.504', usd: '1.512' },
    { counterpart: '508', price: '0.508', usd: '1.524' },
    { counterpart: '400', price: '0.4', usd: '1.2' },
    { asset: '' },
  ].map((values) => poolModel(market(values), 'usd'));
  expect(splitPools(pools).included).toEqual([pools[1], pools[2]]);
});

test.each([
  ['JTN_MRKT_LINEAR', true],
  ['volatile', true],
  ['constant_product', true],
  ['stable', false],
  ['JTN_MRKT_STABLE_SWAP', false],
  ['JTN_MRKT_CONCENTRATED', false],
  ['JTN_MRKT_UNKNOWN', false],
])('type %s is constant product: %s', (type, expected) => {
  expect(isConstantProduct(type)).toBe(expected);
});
