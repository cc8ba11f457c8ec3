import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import * as contract from '#contract/price-chart.ts';
import { copyLine } from '#service/store/copy-text.ts';
import type { CursorKeys } from '#service/store/cursor.ts';
import type { Store } from '#service/store/database.ts';
import { generateJettons, insertJettons, rawAddress } from '#testing/datasets/generated-jettons.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { marketSource } from './markets.ts';
import { getJettonPriceChart } from './price-chart.ts';
import { getJettonPriceHistory, queryPriceTicks, type TicksQuery } from './price-history.ts';

const [one] = generateJettons(1);
const address = one?.address ?? '';
const poolAddress = rawAddress('pool');
const at = new Date('2026-01-29T07:50:00Z');

/** Four trades in each of ten seconds, ordered by `lt` within a second. Prices increase from 1 to 40 TON. */
const seconds = Array.from({ length: 10 }, (_, index) => new Date(at.getTime() + (index - 8) * 1000));
const trades = seconds.flatMap((time, second) =>
  [1, 2, 3, 4].map((index) => ({ time, lt: 100 - second * 10 + index, price: second * 4 + index })),
);

async function* lines(rows: readonly Parameters<typeof copyLine>[0][]): AsyncGenerator<string> {
  yield rows.map(copyLine).join('');
}

async function loadTrades(store: Store): Promise<void> {
  await insertJettons(store, one ? [one] : []);
  await store.withExclusiveSession('jetscope', async ({ copy }) => {
    await copy(
      'pool',
      ['id', 'address', 'exchange', 'type', 'asset0', 'asset1'],
      lines([[1, poolAddress, 'x', 'x', 1, 0]]),
    );
    const market = ['id', 'pool_id', 'side', 'jetton_id', 'counterpart_id', 'pool_address'];
    const units = ['jetton_unit', 'counterpart_unit', 'scale'];
    await copy('market', [...market, ...units], lines([[2, 1, 0, 1, 0, poolAddress, '1e-9', '1e-9', 1]]));
    const columns = [
      'market_id',
      'jetton_id',
      'time',
      'lt',
      'trader_id',
      'buy',
      'dust',
      'counterpart',
      'ton',
      'usd',
    ];
    const ticks = trades.map(({ time, lt, price }) => [
      2,
      1,
      time,
      lt,
      1,
      true,
      false,
      price,
      price,
      price * 3,
    ]);
    const dust = seconds.map((time) => [2, 1, time, 999, 1, true, true, null, null, null]);
    const otherSide = trades.map(({ time, lt }) => [3, 7, time, lt, 1, false, false, 1, 1, 1]);
    await copy('trade', columns, lines([...ticks, ...dust, ...otherSide]));
  });
}

describeOnOneStore('price ticks', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await loadTrades(store);
  });

  async function queryAllPrices(query: Partial<TicksQuery>): Promise<number[]> {
    const prices: number[] = [];
    const limit = query.limit ?? 100;
    for (let after: CursorKeys | undefined; ; ) {
      const market = marketSource(address, poolAddress);
      const page = (await queryPriceTicks(store.db, market, { limit, ...query }, after, at))?.ticks ?? [];
      prices.push(...page.map(({ counterpart }) => Number(counterpart)));
      const last = page.at(-1);
      if (!last || page.length < limit) return prices;
      after = [last.timeKey, last.timeLt];
    }
  }

  /** Integers from `from` down to `to`. */
  function countDown(from: number, to: number): number[] {
    return Array.from({ length: from - to + 1 }, (_, index) => from - index);
  }

  test.each([1, 3, 4, 7, 100])('newest first, none after the clock, in pages of %i', async (limit) => {
    expect(await queryAllPrices({ limit })).toEqual(countDown(36, 1));
  });

  test('`from` is inclusive, `to` is exclusive', async () => {
    const [from, to] = [seconds[2], seconds[5]];
    expect(await queryAllPrices({ from, to, limit: 5 })).toEqual(countDown(20, 9));
    expect(await queryAllPrices({ from: to })).toEqual(countDown(36, 21));
    expect(await queryAllPrices({ to: from })).toEqual(countDown(8, 1));
    expect(await queryAllPrices({ from: new Date(at.getTime() + 1) })).toEqual([]);
  });

  test('accepts the whole range of years', async () => {
    expect(
      await queryAllPrices({ from: new Date('0000-01-01T00:00:00Z'), to: new Date('9999-12-31T23:59:59Z') }),
    ).toEqual(countDown(36, 1));
  });

  test('returns undefined for unknown markets', async () => {
    const unknown = marketSource(address, rawAddress('other'));
    expect(await queryPriceTicks(store.db, unknown, { limit: 1 }, undefined, at)).toBeUndefined();
  });

  async function setReferenceMarket(id: number | null) {
    await store.db.execute(sql`update jetton set reference_market_id = ${id}`);
  }

  test('of a jetton stay in the market of their first page', async () => {
    const service = serviceOf({ AS_OF: at.toISOString() }, store);
    await setReferenceMarket(2);
    const first = await getJettonPriceHistory(service, { address, limit: 30 });
    expect(first).toMatchObject({ poolAddress, items: { length: 30 } });
    await setReferenceMarket(null);
    const second = await getJettonPriceHistory(service, { address, limit: 30, cursor: first.next });
    expect(second).toMatchObject({ poolAddress, items: { length: 6 } });
    expect(await getJettonPriceHistory(service, { address, limit: 30 })).toEqual({ items: [] });
    const unknown = { address: rawAddress('other'), limit: 1 };
    await expect(getJettonPriceHistory(service, unknown)).rejects.toThrow(NotFoundError);
  });

  test('of a jetton have a chart of limited length', async () => {
    const service = serviceOf({ AS_OF: at.toISOString() }, store);
    const call = (input: object) =>
      getJettonPriceChart(service, z.parse(contract.getJettonPriceChart.input, { address, ...input }));
    expect(await call({})).toEqual({ points: [] });
    await expect(call({ address: rawAddress('other') })).rejects.toThrow(NotFoundError);
    const day = { from: '2026-01-28T07:50:00Z', to: '2026-01-29T07:50:00Z', resolution: 'min1' };
    expect(await call(day)).toEqual({ points: [] });
    const tooLong = [
      { ...day, to: '2026-01-29T07:50:00.001Z' },
      { ...day, from: '2026-01-28T07:49:59Z', to: undefined },
      { from: '2025-12-30T07:49:59Z' },
    ];
    for (const input of tooLong) await expect(call(input)).rejects.toThrow(new InvalidValueError('from'));
  });
});
