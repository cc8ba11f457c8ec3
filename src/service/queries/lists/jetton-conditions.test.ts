import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { orders, type SortField, sortFields, verificationStatuses } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { Store } from '#service/store/store.ts';
import { generateJettons, insertJettons, rawAddress } from '#testing/datasets/generated-jettons.ts';
import { comparableValue, matchesFilter, sortedAddresses } from '#testing/requests/naive-list.ts';
import { collectAddresses } from '#testing/service/query-pages.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

const generated = generateJettons(600);
const last = sortedAddresses(generated, 'createdAt', 'asc').at(-1);
const jettons = generated.map((jetton) => (jetton.address === last ? { ...jetton, name: 'Needle' } : jetton));

// biome-ignore format: one word per line would be too long
const phrases = [
  'ton', 'TON', ' shark', 'ß 1', 'SS_', 'ss ', '00%', '%%%', '___', 'a\\b', '\\b\\', '\\\\\\',
  'ДОМ', 'домик', '🚀🌕🚀', 'ΣΊΣ', 'ίσυφοσ', "o'n", 'nan', 'xyz',
];

function matching(filter: JettonListFilterInput): string[] {
  const found = jettons.filter((jetton) => matchesFilter(jetton, filter));
  return sortedAddresses(found, filter.sort ?? 'createdAt', filter.order ?? 'asc');
}

describeOnEachStore('jetton filters', (openEmptyStore) => {
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

  test.each(phrases)('search for %s', async (search) => {
    expect(await query({ search })).toEqual(matching({ search }));
  });

  test('find a single match at the end of the list', async () => {
    expect(await collectAddresses(store, { search: 'needle', limit: 1 })).toEqual([last]);
  });

  // Scans in order end both at the requested number of matches and at the limit of rows.
  describe.each(['holders', 'fdmc', 'tvl', 'tonPriceChangeDay'] as const)('few matches, by %s', (sort) => {
    test.each(orders)('%s', async (order) => {
      const filter: JettonListFilterInput = { sort, order, search: 'shark', excludeScam: true };
      expect(await collectAddresses(store, { ...filter, limit: 1 })).toEqual(matching(filter));
    });
  });

  test.each<JettonListFilterInput>([
    { search: 'a\0b' },
    { search: '\uD800\uD800\uD800' },
    { excludeScam: true, verification: ['JVS_SCAM'] },
    { address: [rawAddress('nowhere')] },
    { fdmc: { min: { value: '9'.repeat(333) } } },
    { trustScore: { min: '101' } },
    { priceChange: { ton: { week: { min: Number.MAX_VALUE } } } },
  ])('no matchesFilter: %o', async (filter) => {
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

function valuesOf(field: SortField): fc.Arbitrary<string> {
  const values = jettons.flatMap((jetton) => jetton.values[field] ?? []);
  return fc.constantFrom(...new Set(values));
}

function rangeOf(field: SortField): fc.Arbitrary<{ min?: string; max?: string }> {
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

const percents = (field: SortField) => mapBounds(rangeOf(field), Number);
const amounts = (field: SortField) => mapBounds(rangeOf(field), amountFromDecimal);
const priceChanges = fc.record(
  {
    hour: percents('tonPriceChangeHour'),
    hour6: percents('tonPriceChangeHour6'),
    day: percents('tonPriceChangeDay'),
    week: percents('tonPriceChangeWeek'),
  },
  { requiredKeys: [] },
);
const addresses = jettons.map(({ address }) => address);
const admins = fc.nat(9).map((seed) => rawAddress('admin', seed));

const filters: fc.Arbitrary<JettonListFilterInput> = fc.record(
  {
    sort: fc.constantFrom(...sortFields),
    order: fc.constantFrom(...orders),
    excludeScam: fc.boolean(),
    search: fc.constantFrom(...phrases),
    address: fc.subarray(addresses, { minLength: 1, maxLength: 100 }),
    admin: fc.array(admins, { minLength: 1, maxLength: 3 }),
    verification: fc.subarray([...verificationStatuses], { minLength: 1 }),
    priceChange: fc.record({ ton: priceChanges }),
    liquidity: fc.record({ usd: amounts('liquidityUsd') }),
    fdmc: amounts('fdmc'),
    trustScore: rangeOf('trustScore'),
    holders: rangeOf('holders'),
  },
  { requiredKeys: [] },
);
