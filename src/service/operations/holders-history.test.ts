import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { generateJettons, insertJettons, rawAddress } from '#testing/datasets/generated-jettons.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { getJettonHoldersHistory } from './jetton.ts';

const address = generateJettons(1)[0]?.address ?? '';

describeOnOneStore('the history of the number of holders', (openEmptyStore) => {
  let service: ServiceContext;
  beforeAll(async () => {
    const store = await openEmptyStore();
    await insertJettons(store, generateJettons(2));
    await store.db.execute(sql`delete from jetton_holders`);
    for (const [day, count] of [10, 12, 11, 13, 20].entries())
      await store.db.execute(
        sql`update jetton set holders_count = ${count}, holders_changed_at = ${timeOf(day)}::timestamptz
          where address = ${address}`,
      );
    // After the fifth time.
    service = serviceOf({ AS_OF: '2026-01-04T12:00:00.000Z' }, store);
  });

  function timeOf(day: number): string {
    return `2026-01-0${day + 1}T00:00:00.000Z`;
  }

  const ticks = [
    { value: '13', time: timeOf(3) },
    { value: '11', time: timeOf(2) },
    { value: '12', time: timeOf(1) },
    { value: '10', time: timeOf(0) },
  ];
  const query = (input: Partial<InputOf<ServedOperations['getJettonHoldersHistory']>> = {}) =>
    getJettonHoldersHistory(service, { address, limit: 20, ...input });

  test('is newest first, until the time of the answers', async () => {
    expect(await query()).toEqual({ items: ticks, next: undefined });
  });

  test('has pages', async () => {
    const first = await query({ limit: 3 });
    expect(first.items).toEqual(ticks.slice(0, 3));
    const second = await query({ limit: 3, cursor: first.next ?? '' });
    expect(second).toEqual({ items: ticks.slice(3), next: undefined });
  });

  test('includes the start of a range, and excludes its end', async () => {
    const { items } = await query({ from: new Date(timeOf(1)), to: new Date(timeOf(3)) });
    expect(items).toEqual(ticks.slice(1, 3));
  });

  test('is empty for a jetton without counts, and unknown for others', async () => {
    const [, other] = generateJettons(2);
    expect(await query({ address: other?.address ?? '' })).toEqual({ items: [], next: undefined });
    await expect(query({ address: rawAddress('nowhere') })).rejects.toThrow(NotFoundError);
  });
});
