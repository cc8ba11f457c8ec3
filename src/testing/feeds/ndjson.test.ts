import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseAddress } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import { createControlClient } from '#service/feeds/commands/control-client.ts';
import { readControlFile } from '#service/feeds/commands/control-file.ts';
import { startControlServer } from '#service/feeds/commands/control-server.ts';
import { createOperator, type Operator } from '#service/feeds/commands/operator.ts';
import { createFeed } from '#service/feeds/ledger/feed-state.ts';
import { createNdjsonSource } from '#service/feeds/sources/ndjson-source.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { recordDueReserves } from '#service/market/record-reserves.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { OperatorError } from '#service/store/store-errors.ts';
import { type DatasetFiles, withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { differences } from '#testing/differences.ts';
import { eventually } from '#testing/eventually.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { ManualClock, startSwapFeed } from './manual-feed.ts';
import { readRecorded } from './read-recorded.ts';

const market = generateMarket(6);
const { stables, clock } = market;
const config = readConfig({ STABLES: stables.join(',') });
const { exchanges } = config;

/** The records of a dataset, one per line. */
function toLines({ jettons, pools, swaps, holders = [], fx = [] }: DatasetFiles): string[] {
  const byToken = new Map<string | undefined, typeof holders>();
  for (const row of holders) {
    const token = parseAddress(row.token_address ?? '');
    byToken.set(token, [...(byToken.get(token) ?? []), row]);
  }
  return [
    ...jettons.map((jetton) => ({ type: 'jetton', ...jetton })),
    ...fx.map((rates) => ({ type: 'rate', ...rates })),
    ...pools.map(({ type, ...pool }) => ({ ...pool, type: 'pool', poolType: type })),
    ...swaps.map((swap) => ({ type: 'swap', ...swap })),
    ...[...byToken.values()].map(holdersRecord),
  ].map((record) => JSON.stringify(record));
}

/** The record of a token from its rows in holders.csv, in which missing values are empty. */
function holdersRecord(rows: readonly Readonly<Record<string, string>>[]): object {
  const [{ token_address = '', snapshot_time = '', supply_raw = '' } = {}] = rows;
  return {
    type: 'holders',
    token_address,
    snapshot_time: Number(snapshot_time),
    supply_raw: supply_raw || undefined,
    holders: rows.map(({ owner_address, balance_raw, kind, name }) => ({
      owner_address,
      balance_raw,
      kind: kind || undefined,
      name: name || undefined,
    })),
  };
}

const lines = toLines(market.files);

async function openLiveStore(): Promise<Store> {
  const store = await openTestStore();
  await prepareForFeeds(store, config);
  return store;
}

async function readEverything(store: Store) {
  await calculateEverything(store, clock);
  const { dataset: _, ...computed } = await readComputedValues(store);
  const rates = await rows(
    store.db,
    sql`select code, date, trim_scale(rate)::text as rate from fx order by code, date`,
  );
  // Ids of traders depend on how swaps are divided into batches; `recorded` has their addresses.
  const trades = Object.entries(computed.trade ?? {}).map(([key, { trader_id: _id, ...trade }]) => [
    key,
    trade,
  ]);
  // Feeds set reserves aside that are later than the clock, an import stores them with the pool.
  await recordDueReserves(store.db, new Date(clock.getTime() + 2 * 86_400_000));
  return {
    recorded: await readRecorded(store),
    computed: { ...computed, trade: Object.fromEntries(trades) },
    rates,
  };
}

let folder: string;
let imported: Awaited<ReturnType<typeof readEverything>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jetscope-ndjson-'));
  const store = await openTestStore();
  await withDatasetFolder(market.files, (dataset) =>
    importDataset(store, { folder: dataset, asOf: clock, exchanges, stables }),
  );
  imported = await readEverything(store);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a file ends with what an import of the same data stores', async () => {
  const store = await openLiveStore();
  onTestFinished(() => store.close());
  const path = join(folder, 'market.ndjson');
  // Some lines twice, and some that are invalid.
  const repeated = lines.filter((_, index) => index % 7 === 0);
  writeFileSync(path, `${[...lines, 'invalid', ...repeated, '{}'].join('\n')}\n`);
  const feedClock = new ManualClock(clock);
  const source = createNdjsonSource({ path, exchanges, now: feedClock.now });
  const feed = await startSwapFeed(store, { name: 'file', kind: 'ndjson', clock: feedClock }, source);
  await feed.settle();
  expect(await feed.status()).toMatchObject({
    caughtUp: true,
    ranges: { open: 0, failed: 0 },
    events: { ingested: Object.keys(imported.recorded.swaps ?? {}).length, late: 0, rejected: 2 },
  });
  expect(differences(await readEverything(store), imported)).toEqual([]);
});

describe('records of a stream', () => {
  let store: Store;
  let operator: Operator;
  beforeAll(async () => {
    store = await openLiveStore();
    operator = createOperator(store, { feeds: [], exchanges, now: () => clock, clock: { now: () => clock } });
  });
  afterAll(() => store.close());

  async function startControl(served = operator) {
    const failed = vi.fn<Parameters<typeof startControlServer>[2]>();
    const server = await startControlServer(folder, served, failed);
    onTestFinished(() => server.close());
    const address = readControlFile(folder);
    if (!address) throw new Error('the control file is missing');
    return { address, failed };
  }

  test('are stored like those of an import, regardless of the chunks in which they arrive', async () => {
    const bytes = Buffer.from(lines.join('\n'));
    const chunks = Array.from({ length: 50 }, (_, index) =>
      bytes.subarray((index * bytes.length) / 50, ((index + 1) * bytes.length) / 50),
    );
    const swaps = Object.keys(imported.recorded.swaps ?? {}).length;
    const repeated = market.files.swaps.length - swaps;
    expect(await operator.ingest('stdin', Readable.from(chunks))).toEqual({
      lines: lines.length,
      ingested: swaps,
      duplicate: repeated,
      rejected: 0,
    });
    expect(differences(await readEverything(store), imported)).toEqual([]);
  });

  test('are stored once, also if a running service receives them', async () => {
    const { address } = await startControl();
    const client = createControlClient(address);
    const summary = await client.ingest('stdin', Readable.from([lines.join('\n'), '\ninvalid']));
    expect(summary).toEqual({
      lines: lines.length + 1,
      ingested: 0,
      duplicate: market.files.swaps.length,
      rejected: 1,
    });
    expect(await client.status()).toEqual(await operator.status());
    expect(await client.retry('stdin')).toBe(0);
  });

  test('leave no position after the clock if it was ahead', async () => {
    let time = new Date(clock.getTime() + 86_400_000);
    const early = createOperator(store, {
      feeds: [],
      exchanges,
      now: () => time,
      clock: { now: () => clock },
    });
    await early.ingest('early', Readable.from(['{}']));
    time = clock;
    await early.ingest('early', Readable.from(['{}']));
    const status = await early.status();
    expect(status.find(({ name }) => name === 'early')).toMatchObject({ caughtUp: true, lagSeconds: 0 });
    await store.db.execute(sql`delete from feed where name = 'early'`);
  });

  test('are not stored if too many are invalid', async () => {
    const input = Readable.from(['invalid\n'.repeat(20)]);
    await expect(operator.ingest('broken', input)).rejects.toThrow(
      new OperatorError('Line 20: 20 of 20 events are invalid, such as: invalid JSON'),
    );
    expect(await operator.status()).toMatchObject([
      { name: 'broken', events: { rejected: 0 } },
      { name: 'stdin' },
    ]);
  });

  test('are refused by a running service at once, although the input continues', async () => {
    const { address } = await startControl();
    const input = new Readable({ read: () => undefined });
    input.push('invalid\n'.repeat(20));
    await expect(createControlClient(address).ingest('broken', input)).rejects.toThrow(
      new OperatorError('Line 20: 20 of 20 events are invalid, such as: invalid JSON'),
    );
    expect(input.destroyed).toBe(true);
  });

  test('are refused if a line does not end', async () => {
    const chunks = Array.from({ length: 20 }, () => 'x'.repeat(100_000));
    await expect(operator.ingest('endless', Readable.from(chunks))).rejects.toThrow(
      new OperatorError('A line exceeds 1 MB'),
    );
  });

  test('are refused while another process stores data of the same name', async () => {
    const first = new Readable({ read: () => undefined });
    const ingesting = operator.ingest('shared', first);
    await eventually(async () => {
      const [row] = await rows(store.db, sql`select from feed where name = 'shared' and owner is not null`);
      expect(row).toBeDefined();
    });
    await expect(operator.ingest('shared', Readable.from(['{}']))).rejects.toThrow(
      new OperatorError('Another process stores data as the feed "shared"'),
    );
    first.push(null);
    expect(await ingesting).toEqual({ lines: 0, ingested: 0, duplicate: 0, rejected: 0 });
    // The lease was released.
    expect(await operator.ingest('shared', Readable.from(['{}']))).toMatchObject({ lines: 1, rejected: 1 });
  });

  test('are refused under the name of a feed, which they leave as it is', async () => {
    const feed = { name: 'file', kind: 'ndjson', url: folder, exchange: undefined, from: clock } as const;
    await createFeed(store.db, feed, clock);
    const now = () => clock;
    const feeds = [{ ...feed, rate: 1, key: undefined }];
    const withFeeds = createOperator(store, { feeds, exchanges, now, clock: { now } });
    await expect(withFeeds.ingest('file', Readable.from(['{}']))).rejects.toThrow(
      new OperatorError('"file" is a feed of FEEDS_FILE; choose another --name'),
    );
    expect(await rows(store.db, sql`select kind, head from feed where name = 'file'`)).toEqual([
      { kind: 'ndjson', head: null },
    ]);
    await store.db.execute(sql`delete from feed where name = 'file'`);
  });

  test('are refused by a simulated market, also if a running service receives them', async () => {
    const simulated = await openTestStore();
    onTestFinished(() => simulated.close());
    await replaceData(simulated, { source: 'simulated', stables: [] });
    const options = { feeds: [], exchanges, now: () => clock, clock: { now: () => clock } };
    const { address } = await startControl(createOperator(simulated, options));
    await expect(
      createControlClient(address).ingest('stdin', Readable.from(lines.join('\n'))),
    ).rejects.toThrow(
      new OperatorError(
        'The store contains a simulated market, which feeds cannot continue; use another DATA_DIR or DATABASE_URL',
      ),
    );
    expect(await rows(simulated.db, sql`select address from jetton union all select name from feed`)).toEqual(
      [],
    );
  });

  test('are stored until the command is ended by a signal, which is no error', async () => {
    const { address, failed } = await startControl();
    const headers = { authorization: `Bearer ${address.token}` };
    const options = { host: '127.0.0.1', port: address.port, method: 'POST', headers };
    const request = send({ ...options, path: '/ingest?name=ended' }).on('error', () => undefined);
    request.write('{}\n');
    const state = () =>
      rows(store.db, sql`select rejected, owner is null as "isReleased" from feed where name = 'ended'`);
    await eventually(async () => expect(await state()).toEqual([{ rejected: '1', isReleased: false }]));
    request.destroy();
    await eventually(async () => expect(await state()).toEqual([{ rejected: '1', isReleased: true }]));
    // Responds after what the service does when the records end.
    await createControlClient(address).status();
    expect(failed).not.toHaveBeenCalled();
  });

  test.each(['wrong', ''])('are refused with the token "%s"', async (token) => {
    const { address, failed } = await startControl();
    const client = createControlClient({ ...address, token });
    await expect(client.ingest('intruder', Readable.from(['{}']))).rejects.toThrow(
      new OperatorError('Not authorized'),
    );
    await expect(client.status()).rejects.toThrow(new OperatorError('Not authorized'));
    expect((await operator.status()).map(({ name }) => name)).not.toContain('intruder');
    expect(failed).not.toHaveBeenCalled();
  });

  test('an unexpected error is reported with the path of the command', async () => {
    const error = new Error('out of memory');
    const { address, failed } = await startControl({ ...operator, retry: () => Promise.reject(error) });
    const client = createControlClient(address);
    await expect(client.retry('stdin')).rejects.toThrow(new OperatorError('Internal error'));
    expect(failed.mock.calls).toEqual([[error, '/retry']]);
  });

  test('unknown and failing commands return a message', async () => {
    const { address } = await startControl();
    const client = createControlClient(address);
    await expect(client.retry('unknown')).rejects.toThrow(new OperatorError('There is no feed "unknown"'));
    const signal = new AbortController().signal;
    const times = { from: new Date(0), to: clock };
    await expect(client.backfill({ name: 'stdin', ...times }, signal)).rejects.toThrow(
      new OperatorError('FEEDS_FILE has no feed "stdin"'),
    );
    const headers = { authorization: `Bearer ${address.token}` };
    for (const [path, error] of [
      ['/stop', 'Unknown command'],
      ['/backfill?name=stdin&from=yesterday&to=2026-01-02T00:00:00Z', 'from must be a timestamp'],
      ['/backfill?name=stdin&from=2026-01-01T00:00:00Z', 'to must be a timestamp'],
    ] as const) {
      const request = send({ host: '127.0.0.1', port: address.port, path, method: 'POST', headers }).end();
      const [response] = await once(request, 'response');
      expect([response.statusCode, JSON.parse(await text(response))]).toEqual([400, { error }]);
    }
  });
});
