import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as contract from '#contract/candles.ts';
import { NotFoundError } from '#contract/errors.ts';
import * as exchanges from '#contract/exchanges.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest, storeAllCandles } from '#testing/stores/ingest.ts';
import { getJettonMarketCandles } from './candles.ts';
import { getExchangeVolume } from './exchanges.ts';

const clock = new Date('2026-01-29T12:34:00Z');
const [address, poolAddress] = [addressOf('a'), addressOf('c')];

/** A swap at each of these times. */
const times = ['08:10', '09:50', '10:00', '12:30'].map((time) => `2026-01-29T${time}:00Z`);

/** A swap a minute in two hours, one on the day before, and one after the clock. */
const busyTimes = ['29T11', '29T12']
  .flatMap((hour) => Array.from({ length: 20 }, (_, minute) => `${hour}:${10 + minute}`))
  .concat('28T12:00', '29T12:50')
  .map((time) => `2026-01-${time}:00Z`);

describeOnOneStore('candles', (openEmptyStore) => {
  let store: Store;
  let service: ServiceContext;
  beforeAll(async () => {
    store = await openEmptyStore();
    const swaps = times.map((time, index) =>
      swapRow({ event_time: String(Date.parse(time) / 1000), lt: String(index + 1) }),
    );
    const [busyPool, other] = [addressOf('d'), addressOf('b')];
    const tokens = { pool_address: busyPool, token_sold_address: address, token_bought_address: other };
    for (const [index, time] of busyTimes.entries())
      swaps.push(swapRow({ ...tokens, event_time: String(Date.parse(time) / 1000), lt: String(index + 1) }));
    const files = smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n` });
    service = newService();
    await importFiles(store, files, { asOf: clock, stables: service.config.stables });
  });

  function newService(): ServiceContext {
    return serviceOf({ AS_OF: clock.toISOString() }, store);
  }

  /** Calls the operation without its cache of responses. */
  function call(input: object) {
    return getJettonMarketCandles(service, z.parse(contract.getJettonMarketCandles.input, input));
  }

  async function completeHours() {
    const { items } = await call({ address, poolAddress });
    return items.filter(({ complete }) => complete).map(({ time }) => time.slice(11, 16));
  }

  async function storeFeed(
    head: string,
    ranges: readonly (readonly [subject: string, from: string, to: string])[],
  ) {
    await store.db.execute(sql`update pool set feed = 'source' where address = ${poolAddress}`);
    await store.db.execute(sql`truncate feed, feed_range`);
    await store.db.execute(sql`
      insert into feed (name, kind, start_time, head) values ('source', 'stonfi', '2026-01-01', ${head}::timestamptz)`);
    for (const [subject, from, to] of ranges)
      await store.db.execute(sql`
        insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose)
        values ('source', ${subject}, 0, 1, ${from}::timestamptz, ${to}::timestamptz, 'live')`);
    // A service finds out only every few seconds what feeds have not read.
    service = newService();
  }

  test('of imported pools are complete when their interval has ended', async () => {
    expect(await completeHours()).toEqual(['10:00', '09:00', '08:00']);
  });

  test.each([
    { name: 'all is read', head: '12:34', ranges: [], complete: ['10:00', '09:00', '08:00'] },
    { name: 'its source is behind', head: '10:30', ranges: [], complete: ['09:00', '08:00'] },
    {
      name: 'a range is unread',
      head: '12:34',
      ranges: [['', '08:30', '09:20']],
      complete: ['10:00'],
    },
    {
      name: 'a range that ends with an interval is unread',
      head: '12:34',
      ranges: [[poolAddress, '09:30', '10:00']],
      complete: ['10:00', '08:00'],
    },
    {
      name: 'a range of another pool is unread',
      head: '12:34',
      ranges: [[addressOf('d'), '08:00', '12:00']],
      complete: ['10:00', '09:00', '08:00'],
    },
  ] as const)('of pools with a feed: $name', async ({ head, ranges, complete }) => {
    const at = (time: string) => `2026-01-29T${time}:00Z`;
    await storeFeed(
      at(head),
      ranges.map(([subject, from, to]) => [subject, at(from), at(to)] as const),
    );
    expect(await completeHours()).toEqual(complete);
  });

  test('are found beyond long pauses, page by page', async () => {
    const input = { address, poolAddress, interval: '1m', limit: 1 } as const;
    const found: string[] = [];
    let cursor: string | undefined = '';
    do {
      const { items, next } = await call({ ...input, cursor });
      found.push(...items.map(({ time }) => time));
      cursor = next;
    } while (cursor);
    expect(found).toEqual(times.map((time) => time.replace('Z', '.000Z')).toReversed());
  });

  test('of days add up to those of exchanges, which are stored once they have ended', async () => {
    const days = async (input: object = {}) => {
      const query = { exchangeId: 'stonfi', ...input };
      return await getExchangeVolume(service, z.parse(exchanges.getExchangeVolume.input, query));
    };
    const { items: today } = await days();
    const { items: candles } = await call({ address, poolAddress, interval: '1d' });
    expect(today).toEqual(
      candles.map(({ time, volume: { ton, usd }, transactions, traders, complete }) => ({
        time,
        volume: { ton, usd },
        transactions,
        traders,
        complete,
      })),
    );

    await store.db.execute(sql`update dataset set as_of = null`);
    await ingest(store, new Date(clock.getTime() + 60_000), {});
    await store.db.execute(sql`update exchange_day set transactions = transactions + 100`);
    const busy = await days({ exchangeId: 'dedust' });
    expect(busy.items.map(({ transactions }) => transactions)).toEqual([40, 101]);
    expect(await days({ exchangeId: 'tonco' })).toEqual({ items: [] });
  });

  test('that are not stored are derived from the ticks between stored ones', async () => {
    await storeAllCandles(store);
    const pages = async () =>
      await Promise.all(
        contract.candleIntervals.map((interval) => call({ address, poolAddress: addressOf('d'), interval })),
      );
    const before = await pages();
    const inFirstHour = sql`length = 300 and start < '2026-01-29T12:00:00Z'`;
    const deleted = await rows(
      store.db,
      sql`delete from candle where ${inFirstHour} or length = 900 returning length`,
    );
    expect(deleted.length).toBeGreaterThan(0);
    expect(await pages()).toEqual(before);
  });

  test('are read from the store once this version has calculated them, without later ticks', async () => {
    const hours = async () => {
      const { items } = await call({ address, poolAddress: addressOf('d') });
      return items.map(({ time, transactions }) => `${time.slice(11, 16)} ${transactions}`);
    };
    const calculated = ['12:00 20', '11:00 20', '12:00 1'];
    expect(await hours()).toEqual(calculated);
    await storeAllCandles(store);
    await store.db.execute(sql`update candle set transactions = transactions + 100`);
    expect(await hours()).toEqual(['12:00 20', '11:00 120', '12:00 1']);
    await store.db.execute(sql`update dataset set calculation_hashes = array['of another version']`);
    expect(await hours()).toEqual(calculated);
  });

  test('of an unknown market are not found', async () => {
    await expect(call({ address: addressOf('f'), poolAddress })).rejects.toThrow(NotFoundError);
    const before = { to: '2026-01-01T00:00:00Z' };
    expect(await call({ address, poolAddress, ...before })).toMatchObject({ items: [] });
  });
});
