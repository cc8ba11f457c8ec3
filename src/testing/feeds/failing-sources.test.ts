import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { wallClock } from '#service/config/context.ts';
import { SourceLog } from '#service/feeds/reading/source-log.ts';
import { startFeeds } from '#service/feeds/reading/start-feeds.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { writeFolder } from '#testing/datasets/text-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

const record = `${JSON.stringify({ type: 'jetton', address: addressOf('a') })}\n`;

/** Runs a feed that reads `path` until the test ends. Returns what it logs. */
function runFeed(store: Store, path: string): string[] {
  const config = readConfig({});
  const messages: string[] = [];
  const add = (_: object, message: string) => messages.push(message);
  const source = new SourceLog({ info: add, warn: add });
  const feed = { name: 'file', kind: 'ndjson' as const, url: path, rate: 1000 };
  const running = startFeeds(
    [{ ...feed, exchange: undefined, from: undefined, key: undefined }],
    { store, exchanges: config.exchanges, now: () => new Date(), clock: wallClock },
    () => ({
      succeeded: () => undefined,
      failed: (error) => messages.push(String(error)),
      responded: () => undefined,
      sourceResponded: () => source.responded(),
      sourceFailed: (error, wait) => source.failed(error, wait),
      recordRecovery: (stored) => source.recordRecovery(stored),
    }),
  );
  onTestFinished(() => running.stop());
  return messages;
}

describeOnOneStore('a source that cannot be read', (openEmptyStore) => {
  test('fails since its first failure, until it works again', async () => {
    const folder = await writeFolder({ 'records.ndjson': record });
    onTestFinished(() => folder.remove());
    const path = join(folder.path, 'records.ndjson');
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const messages = runFeed(store, path);
    const state = async () =>
      await rows(store.db, sql`select problem, failing_since is null as "works", ingested from feed`);
    const works = { problem: null, works: true, ingested: '0' };
    await eventually(async () => {
      expect(await rows(store.db, sql`select address from jetton`)).toHaveLength(1);
    });
    rmSync(path);
    await eventually(async () => {
      expect(await state()).toEqual([{ problem: 'unreachable', works: false, ingested: '0' }]);
    });
    const since = sql`select failing_since::text as since from feed`;
    const [first] = await rows(store.db, since);
    await eventually(async () => {
      expect(await rows(store.db, sql`select from feed where last_error_at > failing_since`)).toHaveLength(1);
    });
    expect(await rows(store.db, since)).toEqual([first]);
    writeFileSync(path, record);
    await eventually(async () => expect(await state()).toEqual([works]));
    expect(messages).toEqual(['The source cannot be reached', 'The source works again']);
  });

  test('is known to work again by another process than the one in which it failed', async () => {
    const folder = await writeFolder({ 'records.ndjson': record });
    onTestFinished(() => folder.remove());
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    await store.db.execute(sql`
      insert into feed (name, kind, start_time, failing_since, problem)
      values ('file', 'ndjson', now(), now() - interval '1 hour', 'unreachable')`);
    const messages = runFeed(store, join(folder.path, 'records.ndjson'));
    await eventually(async () => {
      expect(await rows(store.db, sql`select problem from feed`)).toEqual([{ problem: null }]);
    });
    expect(messages).toEqual([]);
  });
});
