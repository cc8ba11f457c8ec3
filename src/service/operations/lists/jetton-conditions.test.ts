import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { orders, verificationStatuses } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { type MeasureKind, measures, sortFields } from '#contract/measures.ts';
import type { Store } from '#service/store/database.ts';
import {
  generateJettons,
  insertJettons,
  type ListedField,
  rawAddress,
} from '#testing/datasets/generated-jettons.ts';
import { comparableValue, matchesFilter, sortedAddresses } from '#testing/requests/naive-list.ts';
import { rangeFields } from '#testing/requests/valid-inputs.ts';
import { collectAddresses } from '#testing/service/query-pages.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

const generated = generateJettons(600);
const last = sortedAddresses(generated, 'createdAt', 'asc').at(-1);
const jettons = generated.map((jetton) => (jetton.address === last ? { ...jetton, name: 'Needle' } : jetton));

// biome-ignore format: one word per line would be too long
const phrases = [
  'ton', 'TON', ' shark', 'ß 1', 'SS_', 'ton ', '00%', '%%%', '___', 'a\\b', '\\b\\', '\\\\\\',
  'ДОМ', 'домик', '🚀🌕🚀', 'ΣΊΣ', 'ίσυφοσ', "o'n", 'nan', 'xyz',
];

const rangeFieldsOfSort = ['createdAt', 'volume24h', 'holders'] as const;
const fieldsWithFewMatches = ['holders', 'fdmc', 'tvl', 'tonPriceChangeDay'] as const;

function matching(filter: JettonListFilterInput): string[] {
  const found = jettons.filter((jetton) => matchesFilter(jetton, filter));
  return sortedAddresses(found, filter.sort ?? 'createdAt', filter.order ?? 'asc');
}

describeOnEachStore('jetton filters', (openEmptyStore, _, shareCases) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await insertJettons(store, jettons);
  });

  function query(filter: JettonListFilterInput): Promise<string[]> {
    return collectAddresses(store, { ...filter, limit: 60 });
  }

  test('match a naive filter of all jettons', async () => {
    const property = fc.asyncProperty(filters, async (filter) => {
      expect(await query(filter)).toEqual(matching(filter));
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test.each<[string, JettonListFilterInput]>([
    ['rounded down, as in responses', { createdAt: { max: '2024-02-29T23:59:59.999Z' } }],
    ['a minimum between milliseconds', { createdAt: { min: '2024-02-29T23:59:59.9990001Z' } }],
    [
      'bounds with a UTC offset',
      { createdAt: { min: '2026-01-01T01:00:00+01:00', max: '2025-12-31T23:00:00-01:00' } },
    ],
    [
      'bounds from year 0 to 9999',
      { createdAt: { min: '0000-01-01T00:00:00Z', max: '9999-12-31T23:59:59-23:59' } },
    ],
  ])('by creation time: %s', async (_, filter) => {
    const shown = ({ values: { createdAt } }: (typeof jettons)[number]) =>
      createdAt === null ? Number.NaN : Math.floor(Date.parse(createdAt.replace('+00', 'Z')));
    const { min = '', max = '' } = filter.createdAt ?? {};
    const expected = jettons.filter(
      (jetton) =>
        !Number.isNaN(shown(jetton)) &&
        !(shown(jetton) < Date.parse(min) + Number(min.includes('0001'))) &&
        !(shown(jetton) > Date.parse(max)),
    );
    expect(await query(filter)).toEqual(sortedAddresses(expected, 'createdAt', 'asc'));
  });

  // The scan in order only reads the index of the sort field inside the range.
  describe.each(shareCases(rangeFieldsOfSort))('ranges of the sort field, by %s', (sort) => {
    test.each(orders)('%s', async (order) => {
      const values = [...new Set(jettons.flatMap(({ values: { [sort]: value } }) => value ?? []))];
      for (const value of values) {
        const bounds = {
          createdAt: () => value.replace(' ', 'T').replace('+00', 'Z'),
          volume24h: () => amountFromDecimal(value),
          holders: () => value,
        };
        const bound = bounds[sort]();
        for (const range of [{ min: bound }, { max: bound }, { min: bound, max: bound }]) {
          const filter = { sort, order, [sort]: range };
          expect(await collectAddresses(store, { ...filter, limit: 30 })).toEqual(matching(filter));
        }
      }
    });
  });

  test.each(shareCases(phrases))('search for %s', async (search) => {
    expect(await query({ search })).toEqual(matching({ search }));
  });

  test('find a single match at the end of the list', async () => {
    expect(await collectAddresses(store, { search: 'needle', limit: 1 })).toEqual([last]);
  });

  // Scans in order end both at the requested number of matches and at the limit of rows.
  describe.each(shareCases(fieldsWithFewMatches))('few matches, by %s', (sort) => {
    test.each(orders)('%s', async (order) => {
      const filter: JettonListFilterInput = { sort, order, search: 'shark', excludeScam: true };
      expect(await collectAddresses(store, { ...filter, limit: 1 })).toEqual(matching(filter));
    });
  });

  test.each<JettonListFilterInput>([
    { search: 'a\0bc' },
    { search: '\uD800\uD800\uD800' },
    { excludeScam: true, verification: ['JVS_SCAM'] },
    { address: [rawAddress('nowhere')] },
    { fdmc: { min: { value: '9'.repeat(333) } } },
    { trustScore: { min: '101' } },
    { mcap: { min: { value: '9'.repeat(333) } } },
    { volume24h: { min: { value: '9'.repeat(333) } } },
    { createdAt: { min: '9999-12-31T23:59:59Z' } },
    { priceChange: { ton: { week: { min: Number.MAX_VALUE } } } },
  ])('no matches: %o', async (filter) => {
    expect(await collectAddresses(store, filter)).toEqual([]);
  });

  test('accept bounds with more digits than any value', async () => {
    const smallest = { value: '1', decimals: 255 };
    const above = await collectAddresses(store, {
      fdmc: { min: smallest, max: { value: '9'.repeat(333) } },
      limit: 100,
    });
    expect(above).toHaveLength(jettons.filter(({ values }) => Number(values.fdmc) > 0).length);
  });
});

function valuesOf(field: ListedField): fc.Arbitrary<string> {
  const values = jettons.flatMap((jetton) => jetton.values[field] ?? []);
  return fc.constantFrom(...new Set(values));
}

function rangeOf(field: ListedField): fc.Arbitrary<{ min?: string; max?: string }> {
  const bound = valuesOf(field);
  return fc
    .record({ min: bound, max: bound }, { requiredKeys: [] })
    .filter(
      ({ min, max }) =>
        min === undefined || max === undefined || comparableValue(field, min) <= comparableValue(field, max),
    );
}

function mapBounds<Bound>(
  range: fc.Arbitrary<{ min?: string; max?: string }>,
  read: (text: string) => Bound,
) {
  return range.map(({ min, max }) => ({
    ...(min !== undefined && { min: read(min) }),
    ...(max !== undefined && { max: read(max) }),
  }));
}

/** Convert literals of SQL to bounds of filters. */
const readers: Readonly<Record<MeasureKind, (text: string) => unknown>> = {
  sum: amountFromDecimal,
  count: String,
  percent: Number,
  time: (text) => text.replace(' ', 'T').replace('+00', 'Z'),
};
const addresses = jettons.map(({ address }) => address);
const admins = fc.nat(9).map((seed) => rawAddress('admin', seed));

const filters: fc.Arbitrary<JettonListFilterInput> = fc.record(
  {
    sort: fc.constantFrom(...sortFields),
    order: fc.constantFrom(...orders),
    excludeScam: fc.boolean(),
    excludeWarned: fc.boolean(),
    search: fc.constantFrom(...phrases),
    address: fc.subarray(addresses, { minLength: 1, maxLength: 100 }),
    admin: fc.array(admins, { minLength: 1, maxLength: 3 }),
    verification: fc.subarray([...verificationStatuses], { minLength: 1 }),
    ...rangeFields((id) => mapBounds(rangeOf(id), readers[measures[id].kind])),
  },
  { requiredKeys: [] },
);
