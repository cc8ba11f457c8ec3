import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { minimalInput } from '#testing/requests/valid-inputs.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { handlers } from './operations/handlers.ts';
import { previewImageRoutes } from './operations/preview.ts';
import type { Store } from './store/database.ts';

const [beta, pool] = [addressOf('b'), addressOf('d')];
const webRoot = mkdtempSync(join(tmpdir(), 'jetscope-web-'));
writeFileSync(join(webRoot, 'index.html'), readFileSync(new URL('../../index.html', import.meta.url)));
writeFileSync(join(webRoot, 'embed.html'), '<title>Chart</title>');
afterAll(() => rmSync(webRoot, { recursive: true }));

const ordinarySwap = swapRow({
  event_time: String(importClock.getTime() / 1000 - 48 * 3600),
  pool_address: pool,
  token_sold_address: addressOf('a'),
  token_bought_address: beta,
  amount_sold_raw: '5000',
  amount_bought_raw: '7000',
});

/** Inserts a swap with these amounts and sets the values that a calculation would derive from it and from TON at 1 USD. */
async function insertExtremeSwap({ db }: Store, amount0: SQL, amount1: SQL): Promise<void> {
  const price = sql`(round(${amount0}, 400) / ${amount1})`;
  await db.execute(sql`
    insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1)
    select id, ${importClock.toISOString()}::timestamptz - interval '2 hours', 1000, 1, true, false, ${amount0}, ${amount1}
    from pool where address = ${pool}`);
  await db.execute(sql`
    insert into trade (market_id, jetton_id, time, lt, trader_id, buy, dust, counterpart, ton, usd)
    select m.id, m.jetton_id, s.time, s.lt, s.trader_id, true, false, ${price}, ${price}, ${price}
    from swap s join market m using (pool_id) where s.lt = 1000 and s.amount0 = ${amount0}`);
  await db.execute(sql`update dataset set rates = array_fill(1::numeric, array[8])`);
  await db.execute(sql`update market set tick_price = ${price}, liquidity_ton = ${price}`);
  await db.execute(sql`update jetton set price = ${price}, usd_based = true where address = ${beta}`);
  await db.execute(
    sql`update jetton_statistics set prices = array[${price}] || array_fill(1::numeric, array[7])`,
  );
}

describeOnEachStore('prices outside the range of a double', (openEmptyStore, _, shareCases) => {
  // Alpha is worth 1 USD. The price of alpha and beta is ordinary two days ago, then extreme.
  describe.each([
    ['huge', '1e340', '1000'],
    ['tiny', '1000', '1e340'],
  ])('%s', (_name, amount0, amount1) => {
    let app: FastifyInstance;
    beforeAll(async () => {
      const store = await openEmptyStore();
      await importFiles(store, smallDataset({ 'swaps.csv': `${swapHeader}\n${ordinarySwap}\n` }));
      await insertExtremeSwap(store, sql`${amount0}::numeric`, sql`${amount1}::numeric`);
      app = await buildHttpApp({
        service: serviceOf({ AS_OF: importClock.toISOString(), STABLES: addressOf('a') }, store),
        handlers,
        imageRoutes: previewImageRoutes,
        webRoot,
      });
    });
    afterAll(() => app.close());

    test.each(
      shareCases([
        `/jetton/${beta}`,
        `/jetton/${beta}/pool/${pool}`,
        `/embed/${beta}/${pool}`,
        `/social-card/${beta}.png`,
        `/social-card/${beta}/pool/${pool}.png`,
        `/previews/${beta}/price-week-dark.svg`,
        `/oembed?url=http://localhost:80/jetton/${beta}`,
      ]),
    )('serves %s', async (url) => {
      expect((await app.inject(url)).statusCode).toBe(200);
    });

    test.each(shareCases(Object.values(operations)))('serves $name', async (operation) => {
      const input = minimalInput(operation, [beta], pool);
      const { method, url, body } = toRequest(operation, input as never);
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
      expect(response.statusCode).toBe(200);
    });

    test('the preview omits prices that are not finite', async () => {
      const { body } = await app.inject(`/previews/${beta}/price-week-dark.svg`);
      expect(body).toContain('<polyline');
      expect(body).not.toMatch(/NaN|Infinity/);
    });
  });
});
