import { getTableColumns, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import type { Store } from '#service/store/database.ts';
import { jetton } from '#service/store/schema.ts';
import { generateColumns, generateJettons, insertJettons } from '#testing/datasets/generated-jettons.ts';
import { sortedAddresses } from '#testing/requests/naive-list.ts';
import { collectAddresses } from '#testing/service/query-pages.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

const jettons = generateJettons(200);
const changingJettons = jettons.filter(({ id }) => id % 3 === 0);
const stableJettons = jettons.filter(({ id }) => id % 3 > 0);
const stableAddresses = new Set(stableJettons.map(({ address }) => address));

/** The columns that determine each sort field. */
const columnsOf = {
  createdAt: ['created_at'],
  fdmc: ['fdmc_ton', 'fdmc_usd'],
  tvl: ['liquidity_ton', 'liquidity_usd'],
  tonPriceChangeDay: ['ton_price_change_day', 'usd_price_ratio_day'],
  traders24h: ['traders_24h'],
} as const satisfies Partial<Record<SortField, readonly string[]>>;
type TestedField = keyof typeof columnsOf;

const types = new Map(
  Object.values(getTableColumns(jetton)).map((column) => [column.name, column.getSQLType()]),
);

async function changeValues({ db }: Store, sort: TestedField, page: number): Promise<void> {
  const names = columnsOf[sort];
  const changes = changingJettons.map(({ id }) => {
    const columns = generateColumns(`page ${page} ${id}`);
    return sql`(${id}::int, ${sql.join(
      names.map((name) => sql`${columns[name]}::text`),
      sql`, `,
    )})`;
  });
  const assignments = names.map(
    (name) =>
      sql`${sql.identifier(name)} = change.${sql.identifier(name)}::${sql.raw(types.get(name) ?? '')}`,
  );
  await db.execute(sql`
    update jetton set ${sql.join(assignments, sql`, `)}
    from (values ${sql.join(changes, sql`, `)}) as change (id, ${sql.raw(names.join(', '))})
    where jetton.id = change.id`);
}

describeOnOneStore('a list whose values change between its pages', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await insertJettons(store, jettons);
  });

  describe.each(Object.keys(columnsOf) as TestedField[])('by %s', (sort) => {
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
