import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NotFoundError } from '#contract/errors.ts';
import * as contract from '#contract/transactions.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { writeFolder } from '#testing/datasets/text-folder.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { getJettonTransactions } from './transactions.ts';

const clock = new Date('2026-01-29T12:34:00Z');
const address = addressOf('a');
const caller = { baseUrl: 'https://jetscope.example' };
const SWAPS = 4_500;

describeOnEachStore('transactions', (openEmptyStore) => {
  let service: ServiceContext;
  beforeAll(async () => {
    const store = await openEmptyStore();
    // The oldest swap is the only large one and the only sell.
    const swaps = Array.from({ length: SWAPS }, (_, index) =>
      swapRow({
        event_time: String(clock.getTime() / 1000 - SWAPS + index),
        lt: String(index + 1),
        ...(index === 0 && {
          volume_usd: '9000',
          token_sold_address: address,
          token_bought_address: `0:${'0'.repeat(64)}`,
        }),
      }),
    );
    const { path: folder, remove } = await writeFolder(
      smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n` }),
    );
    service = serviceOf({ AS_OF: clock.toISOString() }, store);
    const { exchanges, stables } = service.config;
    await importDataset(store, { folder, asOf: clock, exchanges, stables });
    await remove();
  });

  function call(input: object) {
    return getJettonTransactions(service, z.parse(contract.getJettonTransactions.input, input), caller);
  }

  test.each([{ minUsd: 5000 }, { type: 'TT_SELL' }])(
    'a filter that leaves out most swaps is read in bounded pages: %o',
    async (filter) => {
      const sizes: number[] = [];
      let cursor: string | undefined = '';
      do {
        const { transactions, next } = await call({ address, ...filter, cursor });
        sizes.push(transactions.length);
        cursor = next;
      } while (cursor);
      expect(sizes).toEqual([0, 0, 1]);
    },
  );

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
});
