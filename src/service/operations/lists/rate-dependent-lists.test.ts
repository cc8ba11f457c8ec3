import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amountFromDecimal, decimalFromAmount } from '#contract/amount.ts';
import { countPeriods, moveUnits, orders, pricePeriods } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { sortFields } from '#contract/measures.ts';
import type { Store } from '#service/store/database.ts';
import {
  atRates,
  changeRates,
  generateColumns,
  generateJettons,
  insertJettons,
  type ListedJetton,
  type Rates,
  type SortColumns,
} from '#testing/datasets/generated-jettons.ts';
import {
  comparePositions,
  type ListPosition,
  matchesFilter,
  positionOf,
} from '#testing/requests/naive-list.ts';
import { collectAddresses, queryPage } from '#testing/service/query-pages.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { listMeasureOf } from './measure-columns.ts';

/** Decimals of any size; small numbers of units around the rounding of sums produce ties. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constant('0') },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 11 })).map(toDecimal),
  },
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 50 })).map(toDecimal),
);
const percent = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('0', '-0.000001', '0.000001') },
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => String(units / 1e6)),
);
const usdRatio = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '0.99999999', '1.000000005', '1.00000001') },
  fc.integer({ min: 0, max: 5_000_000 }).map((units) => toDecimal([units, 6])),
  amount,
);
const rate = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '2.5', '3.0000001') },
  fc.integer({ min: 1, max: 10_000_000 }).map((units) => toDecimal([units, 6])),
  fc.constantFrom('0.0000012345678901234567890123456789', '98765432.1'),
  fc.constant(null),
);
const ratesArbitrary: fc.Arbitrary<Rates> = fc.array(rate, { minLength: 8, maxLength: 8 });

function toDecimal([units, decimals]: readonly [bigint | number, number]): string {
  return decimalFromAmount({ value: String(units), decimals });
}

/** One of two columns, both or none of them. */
function pair(first: string, second: string, values: fc.Arbitrary<string>[], both: boolean) {
  const [left = fc.constant(null), right = fc.constant(null)] = values;
  return fc
    .tuple(left, right, fc.constantFrom(...(both ? [0, 1, 2, 3] : [0, 1, 2])))
    .map(([a, b, kind]) => ({ [first]: kind & 1 ? a : null, [second]: kind & 2 ? b : null }));
}

const columnsArbitrary: fc.Arbitrary<SortColumns> = fc
  .tuple(
    pair('liquidity_ton', 'liquidity_usd', [amount, amount], true),
    pair('fdmc_ton', 'fdmc_usd', [amount, amount], false),
    pair('mcap_ton', 'mcap_usd', [amount, amount], false),
    ...countPeriods.map((period) =>
      pair(`ton_price_change_${period}`, `usd_price_ratio_${period}`, [percent, usdRatio], false),
    ),
  )
  .chain((parts) =>
    fc
      .record(
        Object.fromEntries(
          pricePeriods.map((period) => [`traded_ratio_${period}`, fc.option(usdRatio, { freq: 2 })]),
        ),
      )
      .map((ratios) => ({ parts, ratios })),
  )
  .chain(({ parts, ratios }) =>
    fc.nat().map((seed) => Object.assign({}, generateColumns(seed), ratios, ...parts)),
  );

const base = generateJettons(40);
const bound = fc.tuple(fc.nat(30), fc.nat(9)).map(toDecimal);

const filtersArbitrary: fc.Arbitrary<JettonListFilterInput> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      verification: fc.subarray(['JVS_NONE', 'JVS_VERIFIED', 'JVS_SCAM'] as const, { minLength: 1 }),
      // An empty list is no filter.
      address: fc.subarray(
        base.map(({ address }) => address),
        { minLength: 1 },
      ),
      fdmc: bound.map((text) => ({ min: amountFromDecimal(text) })),
      mcap: fc
        .tuple(bound, fc.constantFrom('min', 'max'))
        .map(([text, end]) => ({ [end]: amountFromDecimal(text) })),
      liquidity: bound.map((text) => ({ usd: { max: amountFromDecimal(text) } })),
      excludeUntraded: fc.constantFrom(...pricePeriods),
      priceChange: percent.map((text) => ({ ton: { day: { min: Number(text) } } })),
    },
    { requiredKeys: [] },
  ),
);

/** Returns the first `limit` jettons after a position, and whether there are more. */
function naivePage(
  jettons: readonly ListedJetton[],
  filter: JettonListFilterInput,
  after: ListPosition | undefined,
) {
  const { sort = 'fdmc', order = 'asc', limit = 1 } = filter;
  const rest = jettons
    .filter((jetton) => matchesFilter(jetton, filter))
    .map((jetton) => positionOf(jetton, { sort, moves: filter.moves }))
    .filter((position) => !after || comparePositions(position, after, order) > 0)
    .toSorted((a, b) => comparePositions(a, b, order));
  return { page: rest.slice(0, limit), hasMore: rest.length > limit };
}

describeOnOneStore('lists by values that depend on TON/USD', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
  });

  test('each page is correct at the rate of its time', async () => {
    const property = fc.asyncProperty(
      fc.array(columnsArbitrary, { minLength: 1, maxLength: base.length }),
      fc.array(ratesArbitrary, { minLength: 1, maxLength: 4 }),
      fc.record({
        sort: fc.constantFrom(...sortFields.filter((field) => listMeasureOf(field).groups)),
        order: fc.constantFrom(...orders),
        moves: fc.constantFrom(undefined, ...moveUnits),
      }),
      fc.integer({ min: 1, max: 12 }),
      filtersArbitrary,
      async (columns, ratesByPage, sorting, limit, conditions) => {
        const jettons = columns.flatMap((values, index) => {
          const jetton = base[index];
          return jetton ? [{ ...jetton, columns: values }] : [];
        });
        const filter = { ...conditions, ...sorting, limit };
        await insertJettons(store, jettons);
        let cursor: string | undefined;
        let after: ListPosition | undefined;
        // While rates move back and forth, a list may not end.
        for (let page = 0; page < base.length; page += 1) {
          const rates = ratesByPage[page % ratesByPage.length] ?? [];
          await changeRates(store, rates);
          const { rows, next } = await queryPage(store, { ...filter, cursor });
          const expected = naivePage(atRates(jettons, rates), filter, after);
          expect(rows.map(({ address }) => address)).toEqual(expected.page.map(({ address }) => address));
          expect(next !== undefined).toBe(expected.hasMore);
          if (!next) break;
          cursor = next;
          after = expected.page.at(-1);
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  test('a scan that ends early leaves out values after its end', async () => {
    const value = (index: number) => ['0.0000014', '0.000001', '0.000001'][index] ?? '0';
    const jettons = generateJettons(60)
      .toSorted((a, b) => (a.address < b.address ? -1 : 1))
      .map((jetton, index) => ({
        ...jetton,
        verification: index < 3 ? 'JVS_VERIFIED' : 'JVS_NONE',
        columns: { ...jetton.columns, fdmc_ton: null, fdmc_usd: value(index) },
      }));
    await insertJettons(store, jettons);
    const found = await collectAddresses(store, { sort: 'fdmc', verification: ['JVS_VERIFIED'], limit: 1 });
    expect(found).toEqual(jettons.slice(0, 3).map(({ address }) => address));
  });
});
