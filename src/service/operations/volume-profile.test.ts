import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { numberFromAmount } from '#contract/amount.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import * as contract from '#contract/volume-profile.ts';
import type { ServiceContext } from '#service/config/context.ts';
import type { Store } from '#service/store/database.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { getJettonMarketVolumeProfile } from './volume-profile.ts';

const clock = new Date('2026-01-29T12:00:00Z');
const HOUR = 3_600;
const [address, poolAddress, poolWithoutValue] = [addressOf('a'), addressOf('c'), addressOf('d')];

/** What was paid for a jetton in TON, an hour after the one before; the last is a sell. */
const prices = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.2];
const start = clock.getTime() / 1000 - prices.length * HOUR;

describeOnOneStore('volume profile', (openEmptyStore) => {
  let store: Store;
  let service: ServiceContext;
  beforeAll(async () => {
    store = await openEmptyStore();
    const swaps = prices.map((price, index) => {
      const [ton, jettons] = [String(Math.round(price * 1e9)), '1000000'];
      const cells = { event_time: String(start + index * HOUR), lt: String(index + 1), volume_usd: '' };
      return index < prices.length - 1
        ? swapRow({ ...cells, amount_sold_raw: ton, amount_bought_raw: jettons })
        : swapRow({
            ...cells,
            token_sold_address: address,
            token_bought_address: `0:${'0'.repeat(64)}`,
            amount_sold_raw: jettons,
            amount_bought_raw: ton,
          });
    });
    // At a price of 0.1.
    const dust = { lt: '100', event_time: String(start), amount_sold_raw: '90000', amount_bought_raw: '900' };
    const other = { token_sold_address: address, token_bought_address: addressOf('b'), volume_usd: '' };
    swaps.push(swapRow(dust), swapRow({ ...other, pool_address: poolWithoutValue }));
    const files = smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n` });
    service = serviceOf({ AS_OF: clock.toISOString() }, store);
    await importFiles(store, files, { asOf: clock, stables: service.config.stables });
  });

  const range = { address, poolAddress, low: 0.1, high: 0.5, rows: 4 };

  /** Calls the operation without its cache of responses. */
  function call(input: object) {
    return getJettonMarketVolumeProfile(service, z.parse(contract.getJettonMarketVolumeProfile.input, input));
  }

  async function rowsOf(input: object = {}) {
    const { rows } = await call({ ...range, ...input });
    return rows.map(({ from, to, bought, sold, buys, sells }) => [
      ...[from, to, bought, sold].map(numberFromAmount),
      buys,
      sells,
    ]);
  }

  test('a price between two rows is in the upper one, the highest price in the last', async () => {
    expect(await rowsOf()).toEqual([
      [0.1, 0.2, 0.1, 0, 1, 0],
      [0.2, 0.3, 0.2, 0.2, 1, 1],
      [0.3, 0.4, 0.3, 0, 1, 0],
      [0.4, 0.5, 0.9, 0, 2, 0],
    ]);
    expect(await rowsOf({ unit: 'ton' })).toEqual(await rowsOf());
  });

  test('in USD, prices and volumes are those at the time of the swap', async () => {
    // A TON is two USD.
    expect(await rowsOf({ unit: 'usd', low: 0.2, high: 1, rows: 2 })).toEqual([
      [0.2, 0.6, 0.6, 0.4, 2, 1],
      [0.6, 1, 2.4, 0, 3, 0],
    ]);
  });

  test('logarithmic rows have equal ratios', async () => {
    expect(await rowsOf({ low: 0.05, high: 0.4, rows: 3, division: 'logarithmic' })).toEqual([
      [0.05, 0.1, 0.05, 0, 1, 0],
      [0.1, 0.2, 0.1, 0, 1, 0],
      [0.2, 0.4, 0.9, 0.2, 3, 1],
    ]);
  });

  test('time ranges include their start, not their end, and nothing after the clock', async () => {
    const at = (index: number) => new Date((start + index * HOUR) * 1000).toISOString();
    const total = async (input: object) =>
      (await rowsOf({ rows: 1, low: 0.01, high: 1, ...input })).map(([, , , , buys, sells]) => [buys, sells]);
    expect(await total({ from: at(1), to: at(3) })).toEqual([[2, 0]]);
    expect(await total({ from: at(7) })).toEqual([[0, 1]]);
    expect(await total({ from: clock.toISOString(), to: '2027-01-01T00:00:00Z' })).toEqual([[0, 0]]);
  });

  test('ticks of unknown value are left out', async () => {
    const input = { poolAddress: poolWithoutValue, low: 1e-9, high: 1e9, rows: 1 };
    expect((await rowsOf(input)).map(([, , , , buys, sells]) => [buys, sells])).toEqual([[0, 1]]);
    for (const unit of ['ton', 'usd'])
      expect(await rowsOf({ ...input, unit })).toEqual([[1e-9, 1e9, 0, 0, 0, 0]]);
  });

  test.each([
    ['low', { low: 0.5, high: 0.1 }],
    ['low', { low: 0.5, high: 0.5 }],
    ['from', { from: '2026-01-29T00:00:00Z', to: '2026-01-28T00:00:00Z' }],
    ['rows', { rows: 101 }],
  ])('an invalid %s is named', (name, input) => {
    const { error } = contract.getJettonMarketVolumeProfile.input.safeParse({ ...range, ...input });
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });

  test('ranges with too many ticks and unknown markets are rejected', async () => {
    await expect(call({ ...range, poolAddress: addressOf('f') })).rejects.toThrow(NotFoundError);
    await store.db.execute(sql`
      insert into trade (market_id, jetton_id, time, lt, trader_id, buy, dust)
      select m.id, m.jetton_id, ${clock.toISOString()}::timestamptz - interval '1 second', 1000 + index, 1, true, false
      from market m join pool on pool.id = m.pool_id join jetton j on j.id = m.jetton_id,
        generate_series(1, ${contract.MAX_VALUED_PROFILE_TICKS}::int) as index
      where pool.address = ${poolWithoutValue} and j.address = ${address}`);
    const input = { ...range, poolAddress: poolWithoutValue, unit: 'ton' };
    await expect(call(input)).rejects.toThrow(new InvalidValueError('from'));
    expect(await rowsOf({ ...input, to: new Date((start + HOUR) * 1000).toISOString() })).toHaveLength(4);
  });
});
