import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalFromAmount } from '#contract/amount.ts';
import { rows, type Store } from '#service/store/database.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import {
  changePercentJson,
  type Decimal,
  invert,
  multiply,
  parseDecimal,
  priceAmountJson,
} from './decimal.ts';

/** Any digits, digits close to powers of ten, and exact halves, with up to 160 decimals. */
const digits = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
  fc.bigInt({ min: 0n, max: 10n ** 100n }),
  fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: -2, max: 2 }))
    .map(([power, step]) => 10n ** BigInt(power) + BigInt(step))
    .filter((number) => number >= 0n),
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 10n }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(
      ([start, zeros, step]) => (start * 10n + 5n) * 10n ** BigInt(zeros) + (zeros > 0 ? BigInt(step) : 0n),
    ),
);
const decimal = fc
  .tuple(digits, fc.oneof(fc.constant(80), fc.integer({ min: 0, max: 160 })))
  .map(([number, scale]) => toText(number, scale));

function toText(number: bigint, scale: number): string {
  return decimalFromAmount({ value: String(number), decimals: scale });
}

/** Evaluates an SQL expression for each pair (x, y). */
async function evaluate(
  { db }: Store,
  expression: string,
  pairs: readonly (readonly [string, string])[],
): Promise<string[]> {
  const column = (index: 0 | 1) => sql.param(pairs.map((pair) => pair[index]));
  const found = await rows<{ result: string }>(
    db,
    sql`select (${sql.raw(expression)})::text as result
        from unnest(${column(0)}::text[], ${column(1)}::text[]) with ordinality as pair (a, b, ordinal)
        cross join lateral (select a::numeric as x, b::numeric as y offset 0) as number
        order by ordinal`,
  );
  return found.map(({ result }) => result);
}

describeOnEachStore('decimals equal the SQL functions', (openEmptyStore) => {
  const pairs = fc.sample(fc.tuple(decimal, decimal), 3000);
  const changes = fc.sample(
    fc.oneof(
      fc.tuple(decimal, decimal),
      // Small changes, and changes next to a rounding boundary of the percentage.
      fc
        .tuple(fc.bigInt({ min: 1n, max: 10n ** 25n }), fc.bigInt({ min: -1000n, max: 1000n }), fc.nat(80))
        .map(([number, step, scale]) => [
          toText(number + 1000n + step, scale),
          toText(number + 1000n, scale),
        ]),
      fc
        .tuple(fc.bigInt({ min: -99_999_999n, max: 10n ** 12n }), fc.integer({ min: -1, max: 1 }))
        .map(([units, step]) => [
          toText(10n ** 30n + units * 10n ** 22n + 5n * 10n ** 21n + BigInt(step), 30),
          '1',
        ]),
    ) as fc.Arbitrary<[string, string]>,
    3000,
  );

  test('priceAmountJson', async () => {
    const store = await openEmptyStore();
    const prices = pairs.map(([x]) => priceAmountJson(parseDecimal(x)));
    expect(prices).toEqual(await evaluate(store, 'amount_json(price_round(x))', pairs));
  });

  test('multiply', async () => {
    const store = await openEmptyStore();
    const products = pairs.map(([x, y]) => priceAmountJson(multiply(parseDecimal(x), parseDecimal(y))));
    expect(products).toEqual(await evaluate(store, 'amount_json(price_round(x * y))', pairs));
  });

  test('invert', async () => {
    const store = await openEmptyStore();
    const text = ({ digits: number, scale }: Decimal) => toText(number, scale);
    const positive = pairs.filter(([x]) => /[1-9]/.test(x));
    const inverses = positive.map(([x]) => text(invert(parseDecimal(x), 80)));
    expect(inverses).toEqual(await evaluate(store, 'round(round(1, 200) / x, 80)', positive));
  });

  test('changePercentJson', async () => {
    const store = await openEmptyStore();
    const percents = changes.map(([x, y]) => changePercentJson(parseDecimal(x), parseDecimal(y)));
    // Quotients keep the decimals of the dividend.
    expect(percents).toEqual(await evaluate(store, 'change_percent(round(x, 200), y)', changes));
  });
});
