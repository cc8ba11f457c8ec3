import { getTableColumns, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders } from '#contract/enums.ts';
import { InvalidValueError } from '#contract/errors.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { type SortField, sortFields } from '#contract/measures.ts';
import type { Store } from '#service/store/database.ts';
import { jetton } from '#service/store/schema.ts';
import {
  generateColumns,
  generateJettons,
  insertJettons,
  rawAddress,
} from '#testing/datasets/generated-jettons.ts';
import { sortedAddresses } from '#testing/requests/naive-list.ts';
import { collectAddresses, queryPage } from '#testing/service/query-pages.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

describeOnOneStore('jetton pages', (openEmptyStore) => {
  const jettons = generateJettons(500);

  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await insertJettons(store, jettons);
  });

  describe.each(sortFields)('by %s', (sort) => {
    test.each(orders)('%s, contain each jetton once', async (order) => {
      expect(await collectAddresses(store, { sort, order, limit: 37 })).toEqual(
        sortedAddresses(jettons, sort, order),
      );
    });
  });

  test.each(orders)('with limit 1, %s', async (order) => {
    const verified = jettons.filter(({ verification }) => verification === 'JVS_VERIFIED');
    const filter: JettonListFilterInput = { sort: 'fdmc', order, verification: ['JVS_VERIFIED'], limit: 1 };
    expect(await collectAddresses(store, filter)).toEqual(sortedAddresses(verified, 'fdmc', order));
  });

  test('the last page has no next, even if it is full', async () => {
    const address = jettons.slice(0, 10).map((jetton) => jetton.address);
    for (const limit of [10, 11]) {
      const { rows, next } = await queryPage(store, { address, limit });
      expect(rows).toHaveLength(10);
      expect(next).toBeUndefined();
    }
    expect((await queryPage(store, { address, limit: 9 })).next).toBeDefined();
  });

  test('a cursor is valid for an equivalent filter', async () => {
    const [first, second] = jettons.map(({ address }) => address);
    const address = [first, second].flatMap((text) => text ?? []);
    const { next } = await queryPage(store, { address, limit: 1 });
    const rest = await queryPage(store, {
      address: [...address.toReversed(), ...address],
      limit: 5,
      currency: 'eur',
      cursor: next,
    });
    expect(rest.rows).toHaveLength(1);
  });

  test.each<JettonListFilterInput>([
    { sort: 'tvl' },
    { order: 'desc' },
    { excludeScam: true },
    { excludeScam: false },
    { excludeWarned: true },
    { excludeUntraded: 'hour' as const },
    { moves: 'usd' as const },
    { search: 'abc' },
    { address: [rawAddress('nowhere')] },
    { priceChange: { ton: { hour: { min: 0 } } } },
    { holders: { max: '5' } },
  ])('a cursor is rejected with %o', async (other) => {
    const { next } = await queryPage(store, { sort: 'fdmc' });
    await expect(queryPage(store, { sort: 'fdmc', ...other, cursor: next })).rejects.toThrow(
      InvalidValueError,
    );
  });
});

describeOnOneStore('a list whose values change between its pages', (openEmptyStore) => {
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
