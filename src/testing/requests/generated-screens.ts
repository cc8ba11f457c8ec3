import fc from 'fast-check';
import { parseAddress } from '#contract/address.ts';
import { flatten } from '#contract/dotted-keys.ts';
import { currencies, pricePeriods } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { type ColumnWidths, columnIds, selectableColumns } from '#web/list/columns.ts';
import { parseFloor } from '#web/list/list-end.ts';
import { filterPart, normalizeFilter, type Range, type ScreenFilter } from '#web/list/list-filter.ts';
import type { Screen } from '#web/list/list-state.ts';
import { jettonFilterInput } from './valid-inputs.ts';

const seconds = fc.oneof(
  fc.constantFrom('0', '60', '3600', '86400', '604800', '86399.999', '0.001'),
  fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String),
);
const ages = fc
  .record({ min: seconds, max: seconds }, { requiredKeys: [] })
  .map(({ min, max }) =>
    min !== undefined && max !== undefined && Number(min) > Number(max)
      ? { min: max, max: min }
      : { min, max },
  );

/** A filter as in requests, with an age. */
type FilterWithAge = JettonListFilterInput & { readonly age?: Range | undefined };

/** Returns the normalized filter of a screen with the filter of a request. */
export function screenFilterOf({ age, ...input }: FilterWithAge): ScreenFilter {
  const { ranges } = filterPart.parse(Object.fromEntries(flatten(input)), new Set(), undefined);
  return normalizeFilter({ ...input, ranges: { ...ranges, age } });
}

/** Normalized filters. */
const screenFilters: fc.Arbitrary<ScreenFilter> = fc
  .tuple(jettonFilterInput, fc.option(ages, { nil: undefined }))
  .map(([{ address, admin, ...parts }, age]) =>
    screenFilterOf({ ...parts, age, address: rawAddresses(address), admin: rawAddresses(admin) }),
  );

function rawAddresses(addresses: readonly string[] = []): string[] {
  return addresses.map((text) => parseAddress(text) ?? text);
}

const minimums = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((cents) => `${cents}.25`),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

const widths = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...columnIds.filter((id) => id !== 'rank')), fc.integer({ min: 40, max: 640 })),
    {
      minLength: 1,
      selector: ([id]) => id,
    },
  )
  .map((entries): ColumnWidths => Object.fromEntries(entries));

/** Normalized screens. */
export const screens: fc.Arbitrary<Screen> = fc
  .tuple(
    screenFilters,
    fc.option(minimums, { nil: undefined }),
    fc.option(fc.uniqueArray(fc.constantFrom(...selectableColumns)), { nil: undefined }),
    fc.constantFrom(...currencies),
    fc.option(fc.constantFrom(...pricePeriods), { nil: undefined }),
    fc.option(widths, { nil: undefined }),
  )
  .map(([filter, text, columns, currency, period, columnWidths]) => {
    const minimum = text === undefined || filter.order === 'asc' ? undefined : parseFloor(filter.sort, text);
    return {
      filter,
      currency,
      ...(minimum === undefined ? {} : { minimum }),
      ...(columns === undefined ? {} : { columns }),
      ...(period === undefined ? {} : { period }),
      ...(columnWidths === undefined ? {} : { widths: columnWidths }),
    };
  });
