import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rows, type Store } from '#service/store/database.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { createFeed } from './feed-state.ts';
import { acquireLease, LeaseLostError, releaseLease, requireLease } from './lease.ts';

const feed = 'ston.fi';
const [mine, other] = [
  { feed, owner: 'mine' },
  { feed, owner: 'other' },
];

describeOnEachStore('the lease of a feed', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
  });
  beforeEach(async () => {
    await store.db.execute(sql`truncate feed`);
    const config = { url: '', exchange: undefined, from: undefined, rate: 1, key: undefined };
    await createFeed(store.db, { ...config, name: feed, kind: 'stonfi' }, new Date());
  });

  const expire = () =>
    store.db.execute(sql`update feed set lease_until = clock_timestamp() - interval '1 ms'`);

  test('has one owner, who can renew it', async () => {
    expect(await acquireLease(store.db, mine)).toBe(true);
    expect(await acquireLease(store.db, other)).toBe(false);
    expect(await acquireLease(store.db, mine)).toBe(true);
    const [row] = await rows<{ isInTime: boolean }>(
      store.db,
      sql`select lease_until between clock_timestamp() and clock_timestamp() + interval '10 s' as "isInTime" from feed`,
    );
    expect(row).toEqual({ isInTime: true });
  });

  test('passes to another owner when it is released or expires', async () => {
    await acquireLease(store.db, mine);
    await releaseLease(store.db, other);
    expect(await acquireLease(store.db, other)).toBe(false);
    await releaseLease(store.db, mine);
    expect(await acquireLease(store.db, other)).toBe(true);
    await expire();
    expect(await acquireLease(store.db, mine)).toBe(true);
    expect(await acquireLease(store.db, other)).toBe(false);
  });

  test('is held after it has expired, until another owner acquires it', async () => {
    await acquireLease(store.db, mine);
    await expire();
    await store.transaction((db) => requireLease(db, mine));
    await acquireLease(store.db, other);
    await expect(store.transaction((db) => requireLease(db, mine))).rejects.toBeInstanceOf(LeaseLostError);
  });

  test('cannot be held for a feed that is gone, such as after an import', async () => {
    await acquireLease(store.db, mine);
    await store.db.execute(sql`delete from feed`);
    expect(await acquireLease(store.db, mine)).toBe(false);
    await expect(store.transaction((db) => requireLease(db, mine))).rejects.toBeInstanceOf(LeaseLostError);
  });
});
