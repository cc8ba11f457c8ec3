import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { buildApp } from '#service/app.ts';
import { handlers } from '#service/operations/handlers.ts';
import { previewImageRoutes, previewPath } from '#service/operations/preview.ts';
import { rows, type Store } from '#service/store/database.ts';
import { arbitraryDataset, stable } from '#testing/datasets/arbitrary-dataset.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import {
  addressOf,
  jsonLines,
  type SwapCells,
  swapHeader,
  swapRow,
} from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

const MINUTES = 60_000;

describeOnEachStore('arbitrary values in any field', (openEmptyStore, _, shareCases) => {
  test('are stored or skipped with a reason, and all computed values can be served', {
    timeout: timeLimit(2 * MINUTES),
  }, async () => {
    const store = await openEmptyStore();
    await fc.assert(
      fc.asyncProperty(arbitraryDataset, async ({ files, ...counts }) => {
        const { skipped, jettons, pools, dates } = await importFiles(store, files, { skipBad: true });
        const skippedIn = (file: string) =>
          skipped.filter((row) => row.file === file).reduce((sum, { count }) => sum + count, 0);
        expect({
          jettons: jettons + skippedIn('jettons.json'),
          pools: pools + skippedIn('pools.json'),
          rates: dates + skippedIn('fx.csv'),
        }).toEqual(counts);
        await expectServed(store);
      }),
      { numRuns: shareCases(Array.from({ length: 4 })).length, endOnFailure: true },
    );
  });

  test('serves prices that change from one limit to the other', async () => {
    const store = await openEmptyStore();
    const [jetton, indirectJetton] = [addressOf('b'), addressOf('d')];
    const markets = [
      { pool: addressOf('1'), base: stable, quote: TON_ADDRESS },
      { pool: addressOf('2'), base: jetton, quote: TON_ADDRESS },
      { pool: addressOf('3'), base: indirectJetton, quote: jetton },
    ];
    const swaps = markets.flatMap(({ pool, base, quote }) => [
      swapAtLimit({ event_time: '1769580000', pool_address: pool, token_sold_address: quote }, base),
      swapAtLimit({ event_time: '1769673000', pool_address: pool, token_sold_address: base }, quote),
    ]);
    const counts = await importFiles(store, {
      'jettons.json': jsonLines([stable, jetton, indirectJetton].map((address) => ({ address }))),
      'pools.json': jsonLines(
        markets.map(({ pool, base, quote }) => ({
          address: pool,
          exchange: 'stonfi',
          asset0: base,
          asset1: quote,
        })),
      ),
      'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n`,
    });
    expect(counts).toMatchObject({ swaps: 6 });
    await expectServed(store);
  });
});

/** Sells the smallest amount above the dust limit for the largest supported one. */
function swapAtLimit(cells: Partial<SwapCells>, token_bought_address: string): string {
  const amounts = { amount_sold_raw: '1000', amount_bought_raw: `1${'0'.repeat(42)}` };
  return swapRow({ ...cells, ...amounts, lt: cells.event_time ?? '', token_bought_address, volume_usd: '' });
}

/** Requests every jetton and market. Expects no number that JSON.parse reads as Infinity. */
async function expectServed(store: Store): Promise<void> {
  const service = serviceOf({ AS_OF: importClock.toISOString(), STABLES: stable }, store);
  const app = await buildApp({ service, handlers, version: '0.0.0', imageRoutes: previewImageRoutes });
  for (const request of [...lists, ...(await createRequests(store))]) {
    const { statusCode, headers, body } = await app.inject(request);
    expect([200, 302, 404], `${request.url}: ${statusCode} ${body.slice(0, 300)}`).toContain(statusCode);
    if (String(headers['content-type']).startsWith('application/json')) JSON.parse(body, expectFinite);
  }
  await app.close();
}

function expectFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number') expect(Number.isFinite(value) || key).toBe(true);
  return value;
}

const lists = [
  { method: 'POST', url: '/v1/jettons', payload: { limit: 100 } },
  { method: 'POST', url: '/v1/jettons/metrics', payload: { limit: 100, currency: 'eur' } },
  { method: 'POST', url: '/v1/jettons/stats', payload: { limit: 100 } },
] as const;

async function createRequests(store: Store): Promise<{ method: 'GET'; url: string }[]> {
  const found = await rows<{ jetton: string; pool: string }>(
    store.db,
    sql`select jetton.address as jetton, pool_address as pool from jetton join market on market.jetton_id = jetton.id`,
  );
  const jettons = Array.from(new Set(found.map(({ jetton }) => jetton)));
  const ofJettons = jettons.flatMap((jetton) => [
    `/v1/jettons/${jetton}/price?currency=eur`,
    `/v1/jettons/${jetton}/markets`,
    previewPath(jetton, 'price', 'dark'),
    `/social-card/${jetton}.png`,
  ]);
  const ofMarkets = found.flatMap(({ jetton, pool }) =>
    ['stats', 'liquidity', 'price/ticks'].map((path) => `/v1/jettons/${jetton}/markets/${pool}/${path}`),
  );
  return [...ofJettons, ...ofMarkets].map((url) => ({ method: 'GET', url }));
}
