import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders, type SortField } from '#contract/enums.ts';
import { jetton, sortColumns } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { generateJettons, generateSortValue, insertJettons } from '#testing/datasets/generated-jettons.ts';
import { sortedAddresses } from '#testing/requests/naive-list.ts';
import { collectAddresses } from '#testing/service/query-pages.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

const jettons = generateJettons(200);
const changingJettons = jettons.filter(({ id }) => id % 3 === 0);
const stableJettons = jettons.filter(({ id }) => id % 3 > 0);
const stableAddresses = new Set(stableJettons.map(({ address }) => address));

const columns = sortColumns<{ readonly name: string; getSQLType(): string }>(jetton);

async function changeValues({ db }: Store, sort: SortField, page: number): Promise<void> {
  const value = (id: number) => sql`${generateSortValue(sort, `page ${page} ${id}`)}::text`;
  const changes = changingJettons.map(({ id }) => sql`(${id}::int, ${value(id)})`);
  const column = columns[sort];
  await db.execute(sql`
    update jetton set ${sql.identifier(column.name)} = change.value::${sql.raw(column.getSQLType())}
    from (values ${sql.join(changes, sql`, `)}) as change (id, value) where jetton.id = change.id`);
}

describeOnEachStore('a list whose values change between its pages', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await insertJettons(store, jettons);
  });

  describe.each(['fdmc', 'createdAt', 'tonPriceChangeDay', 'traders24h'] as const)('by %s', (sort) => {
    test.each(orders)('%s, returns unchanged jettons exactly once and in order', async (order) => {
      const found = await collectAddresses(store, { sort, order, limit: 9 }, (page) =>
        changeValues(store, sort, page),
      );
      expect(found.filter((address) => stableAddresses.has(address))).toEqual(
        sortedAddresses(stableJettons, sort, order),
      );
    });
  });
});
