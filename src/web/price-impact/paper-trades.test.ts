import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from '#contract/amount.ts';
import {
  executeTrades,
  type PaperTrade,
  paperLink,
  paperTradeKey,
  parseTrade,
  positionResult,
  saleValue,
  writeTrade,
} from './paper-trades.ts';

const [jetton, pool] = [`0:${'1'.repeat(64)}`, `0:${'2'.repeat(64)}`];

function amount(units: number | bigint, decimals = 0): Amount {
  return { value: String(units), decimals };
}

function order(values: Partial<PaperTrade>): PaperTrade {
  return {
    jetton,
    pool,
    side: 'buy',
    amount: amount(100),
    placedAt: 1_769_672_927,
    delay: 5,
    fee: 0,
    ...values,
  };
}

const whole = (max: bigint, min = 0n) => fc.bigInt({ min, max });
const decimals = fc.integer({ min: 0, max: 18 });
const sides = fc
  .record({ asset: whole(10n ** 30n, 1n), counterpart: whole(10n ** 30n, 1n), a: decimals, c: decimals })
  .map(({ asset, counterpart, a, c }) => ({ asset: amount(asset, a), counterpart: amount(counterpart, c) }));
const address = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `0:${hex}`);
const trade: fc.Arbitrary<PaperTrade> = fc.record(
  {
    jetton: address,
    pool: address,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    amount: fc.tuple(whole(10n ** 40n), decimals).map(([value, scale]) => amount(value, scale)),
    placedAt: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
    delay: fc.integer({ min: 0, max: 60 }),
    fee: fc.integer({ min: 0, max: 5000 }),
    reserves: sides,
  },
  { requiredKeys: ['jetton', 'pool', 'side', 'amount', 'placedAt', 'delay', 'fee'] },
);

test('links restore trades, with the same result', () => {
  fc.assert(
    fc.property(fc.uniqueArray(trade, { maxLength: 30, selector: paperTradeKey }), (trades) => {
      const restored = paperLink.parse(paperLink.serialize({ trades }));
      expect(restored.trades).toEqual(trades);
      expect(executeTrades(restored.trades)).toEqual(executeTrades(trades));
    }),
  );
});

test.each([
  '',
  'b',
  writeTrade(order({})).replace('b_', 'x_'),
  writeTrade(order({ fee: 5001 })),
  writeTrade(order({})).replace('EQ', 'EA'),
  `${writeTrade(order({}))}_1e0`,
  `${writeTrade(order({}))}_1e256_1e0`,
  writeTrade(order({ amount: amount(10n ** 80n) })),
])('%s is not a trade', (text) => {
  expect(parseTrade(text)).toBeUndefined();
});

test('a purchase and a sale pay the fee and the price impact', () => {
  const reserves = { asset: amount(1000), counterpart: amount(1000) };
  const trades = [
    order({ fee: 100, reserves }),
    order({
      side: 'sell',
      amount: amount(90),
      placedAt: 1_769_673_000,
      reserves: { asset: amount(900), counterpart: amount(1200) },
    }),
  ];
  const { outcomes, positions } = executeTrades(trades);
  // 99 of 100 buy 1000 × 99 ÷ 1099; the sale brings 1200 × 90 ÷ 990.
  expect(outcomes).toMatchObject([
    { state: 'filled', jettons: amount(90), counterparts: amount(100) },
    { state: 'filled', jettons: amount(90), counterparts: amount(109) },
  ]);
  expect(outcomes[0]).toHaveProperty('loss', expect.closeTo(0.1));
  expect(positions).toMatchObject([
    { held: amount(0), paid: amount(100), cost: amount(0), realised: amount(9) },
  ]);
});

test('the result of a position is what it is worth and was sold for, less all that was paid', () => {
  const trades = [
    order({ reserves: { asset: amount(1000), counterpart: amount(900) } }),
    order({
      side: 'sell',
      amount: amount(40),
      placedAt: 1_769_673_000,
      reserves: { asset: amount(960), counterpart: amount(1000) },
    }),
  ];
  const [position] = executeTrades(trades).positions;
  // 100 of the jetton for 100; 40 of them are sold for 40.
  expect(position).toMatchObject({ held: amount(60), paid: amount(100), cost: amount(60) });
  expect(position && positionResult(position, amount(75))).toEqual(amount(15));
});

test('pending sales cannot be sold again', () => {
  const reserves = { asset: amount(1000), counterpart: amount(900) };
  const sale = order({ side: 'sell', amount: amount(30), placedAt: 1_769_673_000 });
  const trades = [order({ reserves }), sale, { ...sale, amount: amount(50) }];
  expect(executeTrades(trades).positions).toMatchObject([{ held: amount(100), sellable: amount(20) }]);
  expect(executeTrades([...trades, sale]).positions).toMatchObject([{ sellable: amount(0) }]);
  const unknown = new Set([paperTradeKey(sale)]);
  expect(executeTrades(trades, unknown).positions).toMatchObject([{ sellable: amount(50) }]);
});

test('sales are limited to what is held, in the order of execution', () => {
  const reserves = { asset: amount(1000), counterpart: amount(1000) };
  const sale = order({ side: 'sell', amount: amount(50), reserves });
  const purchase = order({ placedAt: sale.placedAt - 1, reserves });
  expect(executeTrades([sale, purchase]).outcomes.map(({ state }) => state)).toEqual(['filled', 'filled']);
  expect(executeTrades([{ ...sale, placedAt: purchase.placedAt - 1 }, purchase]).outcomes[0]).toEqual({
    state: 'failed',
    reason: 'held',
  });
});

test('orders without reserves are pending until those are known to be unknown', () => {
  const pending = order({});
  expect(executeTrades([pending]).outcomes).toEqual([{ state: 'pending' }]);
  expect(executeTrades([pending], new Set([paperTradeKey(pending)])).outcomes).toEqual([
    { state: 'failed', reason: 'unknown' },
  ]);
  const empty = { asset: amount(0), counterpart: amount(1000) };
  expect(executeTrades([order({ reserves: empty })]).outcomes).toEqual([
    { state: 'failed', reason: 'small' },
  ]);
});

test('no sequence of trades against an unchanged pool gains anything, and none holds less than nothing', () => {
  const orders = fc.array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      units: whole(10n ** 12n),
      fee: fc.constantFrom(0, 30),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(orders, sides, (list, reserves) => {
      const trades = list.map(({ side, units, fee }, index) =>
        order({
          side,
          fee,
          amount: amount(units, side === 'buy' ? reserves.counterpart.decimals : reserves.asset.decimals),
          placedAt: 1_769_672_927 + index,
          reserves,
        }),
      );
      for (const position of executeTrades(trades).positions) {
        expect(BigInt(position.held.value)).toBeGreaterThanOrEqual(0n);
        const worth = BigInt(saleValue(position, reserves).value);
        expect(worth + BigInt(position.realised.value)).toBeLessThanOrEqual(BigInt(position.cost.value));
      }
    }),
  );
});
