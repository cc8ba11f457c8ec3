import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Currency, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { rows, type Store } from '#service/store/database.ts';
import { Random } from '#testing/market/random.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { queryPriceChanges } from './activity.ts';

const JETTONS = 200;
const random = new Random(1);
const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('');

/** Prices from 10^-45 to 10^12 with up to 160 decimals; some are equal, zero or unknown. */
function generatePrices(): string[] {
  const magnitude = random.whole(-45, 12);
  const scale = random.pick([0, 3, 80, 80, 80, 160]);
  const price = () =>
    (magnitude < 0 ? `0.${'0'.repeat(-magnitude)}` : `${digits(magnitude + 1)}.`) + digits(scale + 1);
  const latest = price();
  const earlier = pricePeriods.map(() => random.pick([price(), price(), price(), latest, '0']));
  const definedCount = random.chance(0.8) ? earlier.length : random.whole(0, earlier.length);
  return [latest, ...earlier.map((text, index) => (index < definedCount ? text : 'null'))];
}

const literal = (numbers: readonly string[]) => sql`${`{${numbers.join()}}`}::numeric[]`;
const addressOf = (id: number) => `address ${id}`;

async function insertJetton({ db }: Store, id: number): Promise<void> {
  const prices = generatePrices();
  const usdBased = random.chance(0.4);
  const stable = random.chance(0.1);
  await db.execute(sql`
    insert into jetton (id, address, name, symbol, name_folded, symbol_folded, grams, decimals, links, verification,
      stable, usd_based, price)
    values (${id}, ${addressOf(id)}, '', '', '', '', '{}', 9, '[]', '', ${stable}, ${usdBased}, ${prices[0]}::numeric)`);
  await db.execute(sql`insert into jetton_statistics (jetton_id, prices) values (${id}, ${literal(prices)})`);
}

/** Price at T−L in SQL, given the index in arrays. */
function priceIn(currency: Currency, index: number): SQL {
  const element = sql.raw(`[${index}]`);
  if (currency === 'ton') return sql`ton_price(s.prices${element}, j.usd_based, dataset.rates${element})`;
  const age = index === 1 ? 0 : periodSeconds[pricePeriods[index - 2] ?? 'month'];
  return sql`usd_price(s.prices${element}, j.usd_based, j.stable, dataset.rates${element})
    * fx_rate(${currency}, calculated_at - interval '${sql.raw(String(age))} seconds')`;
}

describeOnOneStore('price changes', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    const at = sql`timestamptz '2026-01-29 07:50:00.123+00'`;
    const rates = Array.from({ length: 8 }, () => `${random.whole(1, 9)}.${digits(random.pick([2, 80]))}`);
    await store.db.execute(sql`insert into dataset (source, stables, built_at, calculated_at, rates)
      values ('simulated', '{}', ${at}, ${at}, ${literal(rates)})`);
    await store.db.execute(sql`insert into fx (code, date, rate)
      values ('eur', '2026-01-20', 0.8654321), ('eur', '2026-01-28', 0.9), ('eur', '2026-01-29', 1.0123456)`);
    for (let id = 1; id <= JETTONS; id += 1) await insertJetton(store, id);
  });

  async function expectSqlResults(currency: Currency): Promise<void> {
    const changes = pricePeriods.map(
      (name, index) => sql`'"${sql.raw(name)}":' || price_change(now, ${priceIn(currency, index + 2)}, '@')`,
    );
    const expected = await rows<{ address: string; changes: string }>(
      store.db,
      sql`select address, '{' || concat_ws(',', ${sql.join(changes, sql`, `)}) || '}' as changes
        from jetton j
        join jetton_statistics s on s.jetton_id = j.id
        cross join dataset
        cross join lateral (select ${priceIn(currency, 1)} as now offset 0) as price
        order by id`,
    );
    const addresses = Array.from({ length: JETTONS }, (_, index) => addressOf(index + 1));
    const actual = await queryPriceChanges(store.db, addresses, currency);
    const byAddress = new Map(actual.map((row) => [row.address, row]));
    for (const row of expected)
      expect(byAddress.get(row.address)).toEqual({ ...row, calculatedAt: '2026-01-29T07:50:00.123Z' });
    expect(expected).toHaveLength(JETTONS);
  }

  test.each(['ton', 'usd', 'eur'] as const)('in %s equal those of the SQL functions', expectSqlResults);

  test.each(['ton', 'usd', 'eur'] as const)('in %s omit periods without a rate', async (currency) => {
    await store.db.execute(sql`update dataset set rates[3] = null`);
    await store.db.execute(sql`delete from fx where date < '2026-01-28'`);
    await expect(expectSqlResults(currency)).resolves.toBeUndefined();
  });
});
