import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toUserFriendly } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import * as newPoolsContract from '#contract/new-pools.ts';
import * as tradersContract from '#contract/traders.ts';
import * as contract from '#contract/transactions.ts';
import { CsvPage, type ServiceContext } from '#service/config/context.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { getNewPools } from './new-pools.ts';
import { getJettonTraders } from './traders.ts';
import { getJettonTradingIntegrity } from './trading-integrity.ts';
import { getJettonTransactions, getTraderTransactions } from './transactions.ts';

const clock = new Date('2026-01-29T12:34:00Z');
const address = addressOf('a');
const trader = addressOf('e');
const caller = { baseUrl: 'https://jetscope.example' };
const SWAPS = 4_500;
/** Of the oldest swap. The others have none. */
const hash = '0f'.repeat(32);

describeOnOneStore('transactions', (openEmptyStore) => {
  let service: ServiceContext;
  beforeAll(async () => {
    const store = await openEmptyStore();
    // The oldest swap is the only large one and the only sell.
    const swaps = Array.from({ length: SWAPS }, (_, index) =>
      swapRow({
        event_time: String(clock.getTime() / 1000 - SWAPS + index),
        lt: String(index + 1),
        ...(index === 0 && {
          tx_hash: hash.toUpperCase(),
          volume_usd: '9000',
          token_sold_address: address,
          token_bought_address: `0:${'0'.repeat(64)}`,
        }),
      }),
    );
    const files = smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n` });
    service = serviceOf({ AS_OF: clock.toISOString() }, store);
    await importFiles(store, files, { asOf: clock, stables: service.config.stables });
  });

  function call(input: object) {
    return getJettonTransactions(service, z.parse(contract.getJettonTransactions.input, input), caller);
  }

  function callOfTrader(input: object) {
    const { input: schema } = contract.getTraderTransactions;
    return getTraderTransactions(service, z.parse(schema, { traderAddress: trader, ...input }), caller);
  }

  const lists = [
    ['a jetton', (input: object) => call({ address, ...input })],
    ['a trader', callOfTrader],
  ] as const;

  describe.each(lists)('of %s', (_, list) => {
    test.each([{ minUsd: 5000 }, { type: 'TT_SELL' }])(
      'a filter that leaves out most swaps is read in bounded pages: %o',
      async (filter) => {
        const sizes: number[] = [];
        let cursor: string | undefined = '';
        do {
          const page: Awaited<ReturnType<typeof call | typeof callOfTrader>> = await list({
            ...filter,
            cursor,
          });
          if (page instanceof CsvPage) throw new Error('The page is CSV');
          sizes.push(page.transactions.length);
          cursor = page.next;
        } while (cursor);
        expect(sizes).toEqual([0, 0, 1]);
      },
    );
  });

  test('of a trader are also CSV, with totals of what was bought and sold', async () => {
    const from = new Date(clock.getTime() - SWAPS * 1000);
    const input = { format: 'csv', from: from.toISOString() };
    const page = await callOfTrader({ ...input, to: new Date(from.getTime() + 2000).toISOString() });
    expect(page).toBeInstanceOf(CsvPage);
    expect(page.next).toBeUndefined();
    const [head, bought, sold, total, ...rest] = (page as CsvPage).text.split('\r\n');
    const [alpha, gram, pool] = [address, addressOf('0'), addressOf('c')].map(toUserFriendly);
    expect({ head, bought, sold, total, rest }).toEqual({
      head: 'time,timeLt,side,amount,symbol,jetton,counterpartAmount,counterpartSymbol,counterpart,price,boughtUsd,soldUsd,exchange,pool,hash',
      bought: `2026-01-29T11:19:01.000Z,2,buy,2.000000,ALPHA,${alpha},1.000000000,GRAM,${gram},0.500000000,1.500000,,stonfi,${pool},`,
      sold: `2026-01-29T11:19:00.000Z,1,sell,1000.000000,ALPHA,${alpha},0.002000000,GRAM,${gram},0.00000200000000,,9000.000000,stonfi,${pool},${hash}`,
      total: 'total,,,,,,,,,,1.500000,9000.000000,,,',
      rest: [''],
    });
    expect((await callOfTrader({ ...input, limit: 1000 })).next).toBeDefined();
  });

  test('a page ends where the next one starts', async () => {
    const first = await call({ address, limit: 3 });
    const second = await call({ address, limit: 3, cursor: first.next });
    expect([...first.transactions, ...second.transactions].map(({ timeLt }) => Number(timeLt))).toEqual([
      SWAPS,
      SWAPS - 1,
      SWAPS - 2,
      SWAPS - 3,
      SWAPS - 4,
      SWAPS - 5,
    ]);
  });

  test('of a jetton without swaps are empty, of an unknown one not found', async () => {
    expect(await call({ address: addressOf('b') })).toMatchObject({ transactions: [] });
    await expect(call({ address: addressOf('f') })).rejects.toThrow(NotFoundError);
  });

  describe('traders of a jetton', () => {
    function callTraders(input: object) {
      const { input: schema } = tradersContract.getJettonTraders;
      return getJettonTraders(service, z.parse(schema, { address, ...input }));
    }

    test('of an unknown jetton are not found', async () => {
      await expect(callTraders({ address: addressOf('f') })).rejects.toThrow(NotFoundError);
      await expect(getJettonTradingIntegrity(service, { address: addressOf('f') })).rejects.toThrow(
        NotFoundError,
      );
    });

    test('the thresholds of wash trading are flagged', async () => {
      const flags = async (transactions: number, traders: number, volume: number) => {
        await service.store.db.execute(sql`update jetton_activity
          set transactions_buy = ${transactions}, transactions_sell = 0, traders = ${traders},
            volume_buy = ${volume}, volume_sell = 0
          where period = 2 and jetton_id = (select id from jetton where address = ${address})`);
        return (await getJettonTradingIntegrity(service, { address })).washTrading.flags;
      };
      expect(await flags(499, 1, 900_000)).toEqual([]);
      expect(await flags(500, 5, 900_000)).toEqual(['transactions']);
      expect(await flags(500, 6, 900_000)).toEqual([]);
      expect(await flags(60, 2, 1_000_000)).toEqual(['volume']);
      expect(await flags(59, 2, 1_000_000)).toEqual([]);
      expect(await flags(90, 3, 1_000_000)).toEqual([]);
      expect(await flags(700, 2, 1_000_000)).toEqual(['transactions', 'volume']);
    });

    test('of too many swaps are those of a shorter period', async () => {
      expect((await callTraders({})).window).toEqual({ period: 'all', to: clock.toISOString() });
      // By traders without an address, long before the others.
      await service.store.db.execute(sql`insert into trade (market_id, jetton_id, time, lt, trader_id, buy, dust)
        select m.id, m.jetton_id, timestamptz '2025-06-01' + number * interval '1 second', -number, 1000 + number, true, false
        from generate_series(1, ${tradersContract.MAX_COUNTED_SWAPS}) as number
        join market m on m.jetton_id = (select id from jetton where address = ${address}) and m.pool_address = ${addressOf('c')}`);
      const { window, traders } = await callTraders({});
      expect(window).toMatchObject({ period: 'month', from: '2025-12-30T12:34:00.000Z' });
      expect(traders).toMatchObject([{ who: trader, transactions: SWAPS }]);
      await service.store.db.execute(
        sql`update jetton_activity set transactions_buy = 200000 where period > 1`,
      );
      expect((await callTraders({})).window.period).toBe('hour6');
      expect((await callTraders({ period: 'hour' })).window.period).toBe('hour');
      const integrity = await getJettonTradingIntegrity(service, { address });
      expect(integrity).toMatchObject({ window: { period: 'hour6' }, transactions: SWAPS });
      // Of one trader, only their swaps are read.
      expect((await callTraders({ who: trader })).window.period).toBe('all');
    });
  });

  describe('new pools', () => {
    function callNewPools(input: object) {
      return getNewPools(service, z.parse(newPoolsContract.getNewPools.input, input), caller);
    }

    test('first buyers are those of a limited number of swaps', async () => {
      const { items } = await callNewPools({});
      expect(items).toHaveLength(1);
      // The swap before the others is a sell.
      const bought = String((newPoolsContract.MAX_FIRST_SWAPS - 1) * 2_000_000);
      expect(items[0]).toMatchObject({
        firstTickAt: new Date(clock.getTime() - SWAPS * 1000).toISOString(),
        firstBuyers: { buyers: 1, bought: { value: bought } },
      });
      expect(items[0]?.firstBuyers.net).toBeUndefined();
    });

    test('a page reads a limited number of jettons', async () => {
      await service.store.db.execute(sql`
        insert into jetton
        select (jsonb_populate_record(j, jsonb_build_object(
          'id', 1000 + number, 'address', '0:' || lpad(to_hex(number), 64, '0'), 'verification', 'JVS_SCAM',
          'first_tick_at', j.first_tick_at + interval '1 hour'
        ))).* from generate_series(1, 2001) as number cross join jetton j where j.address = ${address}`);
      const filter = { excludeScam: true };
      const first = await callNewPools(filter);
      expect(first.items).toEqual([]);
      const second = await callNewPools({ ...filter, cursor: first.next });
      expect(second.items.map(({ jetton }) => jetton.metadata.address)).toEqual([address]);
      expect(second.next).toBeUndefined();
      await expect(callNewPools({ cursor: first.next })).rejects.toThrow('cursor');
    });
  });
});
