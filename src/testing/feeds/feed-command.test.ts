import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { createFeed, writeCursors } from '#service/feeds/ledger/feed-state.ts';
import { openStore } from '#service/open-store.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import type { StoreLocation } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { type TextFolder, withDatasetFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jettons, pools } from '#testing/datasets/small-dataset.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { feedMarket } from '#tools/upstream/feed-market.ts';
import { createUpstream, type Upstream } from '#tools/upstream/server.ts';

const formats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
const unusedLocation = { dataDir: '/nonexistent/store' };

let command: BundledCommand;
let upstream: Upstream;
let folder: TextFolder;
beforeAll(async () => {
  command = await bundleCommand('src/service/feed-command.ts');
  const { files } = feedMarket(generateMarket(1), formats);
  upstream = createUpstream({ market: await withDatasetFolder(files, readDataset), formats });
  const base = await upstream.listen();
  const feed = (name: string, kind: string, path: string, fields: object = {}) => ({
    name,
    kind,
    url: `${base}/${path}`,
    rate: 100,
    ...fields,
  });
  const working = [
    feed('ston.fi', 'stonfi', 'stonfi'),
    feed('dedust', 'dedust', 'dedust', { poolsUrl: `${base}/dedust` }),
    feed('tonco', 'dexscreener', 'dexscreener/tonco', { exchange: 'tonco' }),
    feed('center', 'toncenter', 'toncenter'),
    feed('api', 'tonapi', 'tonapi'),
  ];
  folder = await writeFolder({
    'feeds.json': JSON.stringify(working),
    'failing.json': JSON.stringify([working[0], feed('gone', 'stonfi', 'nowhere')]),
    'invalid.json': '[{"name":"a","kind":"telepathy"}]',
    'broken.json': '[',
  });
});
afterAll(async () => {
  await command.remove();
  await upstream.close();
  await folder.remove();
});

function run(location: StoreLocation, feedsFile: string | undefined, ...args: readonly string[]) {
  const settings = feedsFile === undefined ? {} : { FEEDS_FILE: join(folder.path, feedsFile) };
  return command.startWith(location, settings, ...args);
}

describe('npm run feed -- check', () => {
  test('reports which sources work, without a store', async () => {
    const { output, errors, code } = await run(unusedLocation, 'feeds.json', 'check').outcome;
    expect(errors).toBe('');
    expect(output.split('\n')).toEqual([
      expect.stringMatching(
        /^ston\.fi {2}stonfi {6} works {2}STON\.fi operations of the last minute: 0 swaps, signs of 0 confirmed; \d+ routers$/,
      ),
      expect.stringMatching(
        /^dedust {3}dedust {6} works {2}DeDust list: \d+ pools on the first page of \d+ pairs; newest trade of the busiest pool 0 s before its last activity; order of trades not confirmed: no full page$/,
      ),
      expect.stringMatching(
        /^tonco {4}dexscreener {2}works {2}DEX Screener adapter: latest block \d+, \d+ s old; \d+ swaps in the last 1,000 blocks$/,
      ),
      expect.stringMatching(
        /^center {3}toncenter {4}works {2}TON Center: metadata of Tether USD with \d+ decimals$/,
      ),
      expect.stringMatching(/^api {6}tonapi {6} works {2}TonAPI: metadata of Tether USD with \d+ decimals$/),
      '',
    ]);
    expect(code).toBe(0);
  });

  test('fails if a source does', async () => {
    const { output, code } = await run(unusedLocation, 'failing.json', 'check').outcome;
    expect(output).toMatch(
      /^ston\.fi .*works.*\ngone {5}stonfi {2}FAILS {2}\/v1\/stats\/operations: status 404\n$/,
    );
    expect(code).toBe(1);
  });
});

test.each([
  ['FEEDS_FILE is not set, or contains no feeds', undefined, ['check']],
  ['FEEDS_FILE: FOLDER/absent.json: it cannot be read (ENOENT)', 'absent.json', ['check']],
  ['FEEDS_FILE: FOLDER/broken.json: it is not valid JSON', 'broken.json', ['status']],
  [
    'FEEDS_FILE: FOLDER/invalid.json: entry 1: "kind" must be one of ' +
      'stonfi, dedust, dexscreener, ndjson, toncenter, tonapi, toncenter-holders, tonapi-holders, fx',
    'invalid.json',
    ['check'],
  ],
  ['Unknown command "start"; see --help', 'feeds.json', ['start']],
  ['DATA_DIR: there is no store in /nonexistent/store', 'feeds.json', ['status']],
])('%s', async (message, file, args) => {
  const { code, output, errors } = await run(unusedLocation, file, ...args).outcome;
  expect(errors.replaceAll(folder.path, 'FOLDER')).toBe(`${message}\n`);
  expect({ code, output }).toEqual({ code: 1, output: '' });
});

const config: FeedConfig = {
  name: 'ston.fi',
  kind: 'stonfi',
  url: '',
  exchange: 'stonfi',
  from: new Date('2026-01-01T00:00:00Z'),
  rate: 1,
  key: undefined,
};

describeOnEachStore('npm run feed without a service', (_, newLocation) => {
  test('shows, continues and fills feeds', async () => {
    const location = await newLocation();
    const store = await openStore(location);
    await prepareForFeeds(store, readConfig({}));
    await createFeed(store.db, config, new Date());
    await writeCursors(store.db, config.name, new Map([['', BigInt(Date.UTC(2026, 1))]]));
    await store.close();

    const period = ['--from', '2026-01-10T00:00:00Z', '--to', '2026-01-11T00:00:00Z'];
    expect(await run(location, 'feeds.json', 'backfill', 'ston.fi', ...period).outcome).toMatchObject({
      code: 0,
      errors: '',
      output: 'Added 1 range to ston.fi; the service reads them\n',
    });
    expect(await run(location, 'feeds.json', 'retry', 'ston.fi').outcome).toMatchObject({
      code: 0,
      output: 'Retrying 0 failed ranges of ston.fi\n',
    });
    const ingesting = run(location, undefined, 'ingest', '--name', 'indexer');
    const swap = {
      type: 'swap',
      event_time: 1769673000,
      lt: 1,
      trader_address: addressOf('e'),
      pool_address: pools[0]?.address,
      token_sold_address: pools[0]?.asset0,
      token_bought_address: pools[0]?.asset1,
      amount_sold_raw: '1000000000',
      amount_bought_raw: '2000000',
    };
    const records = [
      ...jettons.map((jetton) => ({ ...jetton, type: 'jetton' })),
      ...pools.map((pool) => ({ ...pool, type: 'pool' })),
      swap,
      { ...swap, lt: 2 },
      swap,
      {},
    ];
    ingesting.input.end(records.map((record) => JSON.stringify(record)).join('\n'));
    expect(await ingesting.outcome).toMatchObject({
      code: 0,
      errors: '',
      output: `Read ${records.length} lines: 2 new swaps, 1 duplicate, 1 invalid line\n`,
    });
    const status = await run(location, 'feeds.json', 'status').outcome;
    expect(status.output.split('\n')).toEqual([
      expect.stringMatching(/^FEED +KIND +POSITION +LAG +HISTORY +OPEN +FAILED /),
      expect.stringMatching(/^indexer +stream +2\S+ +\d+ s +100% +0 +0 +2 +1 +0 +1 +— +—$/),
      expect.stringMatching(/^ston\.fi +stonfi +— +— +0% +1 +0 +0 +0 +0 +0 +— +—$/),
      '',
    ]);
    expect(status.code).toBe(0);
  });

  test('rejects undefined feeds and a simulated market', async () => {
    const location = await newLocation();
    expect(await run(location, 'feeds.json', 'retry', 'other').outcome).toMatchObject({
      code: 1,
      output: '',
      errors: 'There is no feed "other"\n',
    });
    const store = await openStore(location);
    await replaceData(store, { source: 'simulated', stables: [] });
    await store.close();
    const ingesting = run(location, undefined, 'ingest');
    ingesting.input.end('{}');
    expect(await ingesting.outcome).toMatchObject({
      code: 1,
      output: '',
      errors:
        'The store contains a simulated market, which feeds cannot continue; use another DATA_DIR or DATABASE_URL\n',
    });
  });
});
