import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import { createStonfiSource } from '#service/feeds/sources/stonfi.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { ManualClock, startSwapFeed } from './manual-feed.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
  await prepareForFeeds(store, readConfig({}));
});
afterEach(() => store.close());

test('ranges whose responses are too large for a source are split until they fit', async () => {
  const {
    base,
    upstream,
    market,
    clock: end,
  } = await serveMarket(4, {
    formats: { stonfi: 'stonfi' },
    faults: { maxRows: 12 },
  });
  const clock = new ManualClock(new Date(end));
  upstream.setNow(clock.now());
  const from = new Date(end - 12 * 3_600_000);
  const client = createClient({ url: `${base}/stonfi`, rate: 1e6 });
  const source = createStonfiSource(client, { exchange: 'stonfi', now: clock.now });
  const feed = await startSwapFeed(store, { name: 'stonfi', clock, from }, source);
  const MAX_STEPS = 300;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    clock.advance(await feed.step());
    upstream.setNow(clock.now());
    const { head, ranges } = await feed.status();
    if (head !== undefined && ranges.open === 0) break;
  }
  const swaps = market.swaps.filter(({ time }) => time >= from.getTime() && time < end);
  expect(upstream.requests['stonfi/v1/stats/operations']?.['504']).toBeGreaterThan(0);
  expect(await feed.status()).toMatchObject({ historyRead: 1, ranges: { open: 0, failed: 0 } });
  expect((await feed.status()).events.ingested).toBeGreaterThanOrEqual(swaps.length);
  expect(swaps.length).toBeGreaterThan(0);
});

test('a row that is nested too deeply is rejected alone, and what is stored of it is bounded', async () => {
  const {
    base,
    upstream,
    market,
    clock: end,
  } = await serveMarket(4, {
    formats: { stonfi: 'stonfi' },
    faults: { probabilities: { nestedRow: 1 } },
  });
  const clock = new ManualClock(new Date(end));
  upstream.setNow(clock.now());
  const from = new Date(end - 3_600_000);
  const client = createClient({ url: `${base}/stonfi`, rate: 1e6 });
  const source = createStonfiSource(client, { exchange: 'stonfi', now: clock.now });
  const feed = await startSwapFeed(store, { name: 'nested', clock, from }, source);
  await feed.settle();
  const swaps = market.swaps.filter(({ time }) => time >= from.getTime() && time < end);
  expect(swaps.length).toBeGreaterThan(0);
  const { events, ranges, failing } = await feed.status();
  expect({ rejected: events.rejected, ranges, failing }).toEqual({
    rejected: 1,
    ranges: { open: 0, failed: 0 },
    failing: undefined,
  });
  const [rejected] = await rows(
    store.db,
    sql`select reason, length(event) < 5000 as "isBounded" from feed_rejected where feed = 'nested'`,
  );
  expect(rejected).toEqual({ reason: 'expected a JSON object', isBounded: true });
});
