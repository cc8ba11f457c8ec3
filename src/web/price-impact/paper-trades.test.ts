import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type Amount, amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import {
  executeTrades,
  type PaperTrade,
  type PoolSides,
  paperFees,
  paperLink,
  paperTradeKey,
  parseTrade,
  positionResult,
  saleValue,
  writeTrade,
} from './paper-trades.ts';
import { fromCommon, toCommon } from './pool-model.ts';
import { type AmountUnit, givenAmount, type Trade, type TradeSide, tradeOutcome } from './trade.ts';

afterEach(() => vi.unstubAllGlobals());

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
    { held: amount(0), paid: amount(100), cost: amount(0), realized: amount(9) },
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
        expect(worth + BigInt(position.realized.value)).toBeLessThanOrEqual(BigInt(position.cost.value));
      }
    }),
  );
});

/** Returns what is shown of a trade and what its order gives, in a currency of which the counterpart is worth 2. */
function preview({ asset, counterpart }: PoolSides, trade: Trade) {
  const depth = { jetton: toCommon(asset), currency: 2n * toCommon(counterpart) };
  const market = {
    counterpart: jetton,
    exchangeId: 'stonfi',
    poolAddress: pool,
    type: 'JTN_MRKT_LINEAR',
    liquidity: { asset, counterpart },
    price: { counterpart },
  };
  const outcome = tradeOutcome([depth], trade);
  const given =
    outcome && givenAmount({ market, depth, excluded: undefined, isEstimate: false }, trade, outcome);
  if (!outcome || !given) throw new Error('no outcome');
  return { outcome, given };
}

/** Executes an order of a device that holds enough. */
function executed(values: Partial<PaperTrade> & { readonly reserves: PoolSides }) {
  const { asset, counterpart } = values.reserves;
  const plenty = {
    asset: amount(10n ** 40n, asset.decimals),
    counterpart: amount(1, counterpart.decimals),
  };
  const before = order({ amount: plenty.counterpart, placedAt: 1_769_672_000, reserves: plenty });
  const [, outcome] = executeTrades([before, order(values)]).outcomes;
  if (outcome?.state !== 'filled') throw new Error('not executed');
  return outcome;
}

const pool1000 = {
  asset: amountFromDecimal('1000.000000000'),
  counterpart: amountFromDecimal('1000.000000'),
};

test.each<[TradeSide, AmountUnit, number, string, number]>([
  ['buy', 'currency', 0, '200', 90.909],
  ['buy', 'currency', 100, '200', 90.082],
  ['buy', 'jetton', 0, '100', 111.111],
  ['buy', 'jetton', 100, '100', 112.233],
  ['sell', 'jetton', 0, '100', 90.909],
  ['sell', 'jetton', 100, '100', 90.082],
  ['sell', 'currency', 100, '200', 90.082],
])('%s an amount in %s at a fee of %d: as shown', (side, unit, fee, text, expected) => {
  const trade: Trade = { side, unit, amount: amountFromDecimal(text), fee };
  const { outcome, given } = preview(pool1000, trade);
  const { jettons, counterparts, loss } = executed({ side, amount: given, fee, reserves: pool1000 });
  const found = side === 'sell' || unit === 'jetton' ? counterparts : jettons;
  expect(numberFromAmount(found)).toBeCloseTo(expected, 3);
  const shown = [outcome.jettons, outcome.currency].map((units) => numberFromAmount(fromCommon(units, 12)));
  expect(shown[0]).toBeCloseTo(numberFromAmount(jettons), 5);
  expect(shown[1]).toBeCloseTo(2 * numberFromAmount(counterparts), 5);
  expect(outcome.loss).toBeCloseTo(loss, 6);
  expect(numberFromAmount(outcome.averagePrice)).toBeCloseTo((shown[1] ?? 0) / (shown[0] ?? 0), 9);
  expect(outcome.parts).toEqual([{ index: 0, share: 1 }]);
});

test('the order for an amount to receive is the smallest that brings it', () => {
  const fee = fc.constantFrom(...paperFees);
  fc.assert(
    fc.property(sides, whole(10n ** 30n, 1n), fee, (reserves, units, percent) => {
      const { value, decimals } = reserves.asset;
      const wanted = units % BigInt(value);
      if (wanted === 0n) return;
      const trade = { side: 'buy', unit: 'jetton', amount: amount(wanted, decimals), fee: percent } as const;
      const { given } = preview(reserves, trade);
      const brought = executed({ amount: given, fee: percent, reserves });
      expect(BigInt(brought.jettons.value)).toBeGreaterThanOrEqual(wanted);
      const less = { ...given, value: String(BigInt(given.value) - 1n) };
      const [outcome] = executeTrades([order({ amount: less, fee: percent, reserves })]).outcomes;
      const received = outcome?.state === 'filled' ? BigInt(outcome.jettons.value) : 0n;
      expect(received).toBeLessThan(wanted);
    }),
  );
});

test('a removed trade returns to its position, once and as far as there is room', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const { MAX_PAPER_TRADES, removePaperTrade, restorePaperTrade, usePaperJournal } = await import(
    './paper-journal.ts'
  );
  const [removed = order({}), ...others] = [1, 2, 3].map((units) => order({ amount: amount(units) }));
  const stored = [...others.slice(0, 1), removed, ...others.slice(1)].map(writeTrade);
  usePaperJournal.setState({ trades: stored });
  removePaperTrade(paperTradeKey(removed));
  restorePaperTrade(removed, 1);
  restorePaperTrade(removed, 1);
  expect(usePaperJournal.getState().trades).toEqual(stored);
  const full = Array.from({ length: MAX_PAPER_TRADES }, (_, index) => order({ placedAt: 1e9 + index }));
  usePaperJournal.setState({ trades: full.map(writeTrade) });
  restorePaperTrade(removed, 1);
  expect(usePaperJournal.getState().trades).toEqual(full.map(writeTrade));
});
