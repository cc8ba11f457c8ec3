import * as z from 'zod/mini';
import { addressInput } from './address-schemas.ts';
import { type Amount, compareAmounts, MAX_INT64 } from './amount.ts';
import { InputFormatError, type QueryEntry, unflatten } from './dotted-keys.ts';
import { currencies, moveUnits, orders, pricePeriods, verificationStatuses } from './enums.ts';
import {
  type ExtensionId,
  extensionIds,
  type KindOf,
  type MeasureKind,
  measures,
  sortFields,
} from './measures.ts';
import { cursor, limitSchema, MAX_ADDRESSES, MAX_LIMIT } from './pagination.ts';
import { sanitizeText, visibleCharacters } from './text.ts';
import { compareTimestamps, timestampText } from './timestamp.ts';

export const MAX_ADMINS = 10;
const MAX_VERIFICATIONS = 5;
const MAX_DECIMALS = 255;
// 255 decimals plus the 78 digits of a 256-bit integer.
const MAX_DIGITS = MAX_DECIMALS + 78;

export const MIN_SEARCH_LENGTH = 3;
export const MAX_SEARCH_LENGTH = 255;

type Bounds<Bound> = { min?: Bound | undefined; max?: Bound | undefined };

function rangeOf<Bound extends z.ZodMiniType>(
  bound: Bound,
  compare: (a: z.output<Bound>, b: z.output<Bound>) => number,
) {
  const isOrdered = ({ min, max }: Bounds<z.output<Bound>>) =>
    min === undefined || max === undefined || compare(min, max) <= 0;
  // Bounds can be compared only if each of them is valid.
  const when = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;
  return z.object({ min: z.optional(bound), max: z.optional(bound) }).check(
    z.refine((range) => isOrdered(range as Bounds<z.output<Bound>>), {
      error: 'min must not exceed max',
      when,
    }),
  );
}

const percentRange = rangeOf(z.number(), (a, b) => a - b);

const countBound = z.string().check(
  z.regex(/^\d{1,19}$/, { abort: true }),
  z.refine((digits) => BigInt(digits) <= MAX_INT64, 'must fit into int64'),
);
const countRange = rangeOf(countBound, (a, b) =>
  BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b)),
);

const amountValue = z.string().check(z.regex(/^\d+$/), z.maxLength(MAX_DIGITS));
const amountBound = z.object({
  value: amountValue,
  decimals: z._default(z.int().check(z.gte(0), z.lte(MAX_DECIMALS)), 0),
});
const amountRange = rangeOf(amountBound, (a: Amount, b: Amount) => compareAmounts(a, b));

/** Schemas of integers that requests may also contain as JSON numbers. */
export const integerTexts: ReadonlySet<z.core.$ZodType> = new Set([countBound, amountValue]);

const timeRange = rangeOf(timestampText, compareTimestamps);

/** Text that a search finds in names and symbols, with a length in visible characters. */
export function searchText(minLength: number) {
  return z.string().check(
    z.refine((text) => {
      const length = searchLength(text);
      return length >= minLength && length <= MAX_SEARCH_LENGTH;
    }, `length must be from ${minLength} to ${MAX_SEARCH_LENGTH}`),
    // JSON Schema counts code points, of which a visible character has at least one.
    z.meta({ minLength }),
  );
}

/** Returns the number of characters that a reader sees; of longer texts, one more than allowed. */
export function searchLength(text: string): number {
  let length = 0;
  for (const _ of visibleCharacters(sanitizeText(text))) {
    length += 1;
    if (length > MAX_SEARCH_LENGTH) break;
  }
  return length;
}

const rangeSchemas = {
  sum: amountRange,
  count: countRange,
  percent: percentRange,
  time: timeRange,
} satisfies Record<MeasureKind, z.ZodMiniType>;

type AdditionalFields = {
  [Id in ExtensionId as (typeof measures)[Id]['filter']]: z.ZodMiniOptional<
    (typeof rangeSchemas)[KindOf<Id>]
  >;
};

// Object.fromEntries does not keep the relation of names and schemas.
const additionalFields = Object.fromEntries(
  extensionIds.map((id) => [measures[id].filter, z.optional(rangeSchemas[measures[id].kind])]),
) as AdditionalFields;

/** The jetton list filter of operations 1 to 5 in its JSON form. `flatten` converts it to query parameters. */
export const jettonListFilter = z
  .object({
    limit: limitSchema(MAX_LIMIT),
    cursor,
    excludeScam: z.optional(z.boolean()),
    excludeWarned: z.optional(z.boolean()),
    excludeUntraded: z.optional(z.enum(pricePeriods)),
    search: z.optional(searchText(MIN_SEARCH_LENGTH)),
    address: z.optional(z.array(addressInput).check(z.maxLength(MAX_ADDRESSES))),
    admin: z.optional(z.array(addressInput).check(z.maxLength(MAX_ADMINS))),
    verification: z.optional(z.array(z.enum(verificationStatuses)).check(z.maxLength(MAX_VERIFICATIONS))),
    sort: z._default(z.enum(sortFields), 'createdAt'),
    order: z._default(z.enum(orders), 'asc'),
    moves: z.optional(z.enum(moveUnits)),
    priceChange: z.optional(
      z.object({
        ton: z.optional(
          z.object({
            hour: z.optional(percentRange),
            hour6: z.optional(percentRange),
            day: z.optional(percentRange),
            week: z.optional(percentRange),
          }),
        ),
      }),
    ),
    liquidity: z.optional(z.object({ usd: z.optional(amountRange) })),
    fdmc: z.optional(amountRange),
    trustScore: z.optional(countRange),
    holders: z.optional(countRange),
    ...additionalFields,
    currency: z._default(z.enum(currencies), 'ton'),
  })
  .check(z.meta({ id: 'JettonListFilter' }));

/** The filter as clients send it: addresses in any form, defaults omitted. */
export type JettonListFilterInput = z.input<typeof jettonListFilter>;
/** The validated filter: raw addresses, defaults applied. */
export type JettonListFilter = z.output<typeof jettonListFilter>;

/** Parses a flattened filter. The inverse of `flatten`. Drops entries with invalid values instead of failing. */
export function parseFilter(entries: Iterable<QueryEntry>): JettonListFilterInput {
  let remaining = Array.from(entries);
  for (;;) {
    const result = tryParse(remaining);
    if ('filter' in result) return result.filter;
    remaining = without(remaining, result.invalidPath);
  }
}

type ParseResult = { filter: JettonListFilterInput } | { invalidPath: readonly PropertyKey[] };

function tryParse(entries: readonly QueryEntry[]): ParseResult {
  try {
    const filter: JettonListFilterInput = unflatten(jettonListFilter, entries);
    const { success, error } = z.safeParse(jettonListFilter, filter);
    return success ? { filter } : { invalidPath: error.issues[0]?.path ?? [] };
  } catch (error) {
    if (error instanceof InputFormatError) return { invalidPath: error.key.split('.') };
    throw error;
  }
}

/** Removes the entries at or under `path`. If there are none, as for a missing field, removes those under its parent. */
function without(entries: readonly QueryEntry[], path: readonly PropertyKey[]): QueryEntry[] {
  const prefix = path.filter((part) => typeof part === 'string').join('.');
  const others = entries.filter(([key]) => prefix !== '' && key !== prefix && !key.startsWith(`${prefix}.`));
  return others.length < entries.length ? others : without(entries, path.slice(0, -1));
}
