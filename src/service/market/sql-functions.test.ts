import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalFromAmount } from '#contract/amount.ts';
import { rows } from '#service/store/database.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

/** Reference implementation with integers of `digits` × 10^−scale as an Amount (metrics: amounts). */
function priceAmount(digits: bigint, scale: number): { value: string; decimals: number } {
  for (let decimals = 9; ; decimals += 1) {
    const value = roundHalfUp(digits * 10n ** BigInt(decimals), 10n ** BigInt(scale));
    if (decimals === 40 || String(value).length >= 9) return { value: String(value), decimals };
  }
}

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

// Up to 50 decimals; price_round ignores decimals beyond 60, the tail of quotients.
const price = fc.oneof(
  fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 50 })),
  // Close to powers of ten, where the number of digits changes.
  fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 8 }))
    .map(([power, step, zeros]) => {
      const scale = 50;
      return [10n ** BigInt(scale - power) + BigInt(step) * 10n ** BigInt(zeros), scale] as [bigint, number];
    }),
);

describeOnEachStore('SQL functions', (openEmptyStore) => {
  test('price_round uses the fewest decimals from 9 to 40 for 9 significant digits, rounding half up', async () => {
    const { db } = await openEmptyStore();
    const prices = fc.sample(price, 2_000);
    const amounts = await rows<{ amount: string }>(
      db,
      sql`select amount_json(price_round(x::numeric)) as amount
          from unnest(${sql.param(prices.map(([digits, scale]) => decimalFromAmount({ value: String(digits), decimals: scale })))}::text[]) with ordinality as p (x, n)
          order by n`,
    );
    expect(amounts.map(({ amount }): unknown => JSON.parse(amount))).toEqual(
      prices.map(([digits, scale]) => priceAmount(digits, scale)),
    );
  });

  test('change_percent keeps at least four decimals and handles previous values of 0', async () => {
    const { db } = await openEmptyStore();
    const cases = [
      [103, 100, 3],
      [1, 3, -66.666667],
      [0, 0, 0],
      [5, 0, 100],
      [0, 5, -100],
      [1_000_001, 1_000_000, 0.0001],
    ] as const;
    for (const [current, previous, percent] of cases) {
      const [row] = await rows<{ percent: string }>(
        db,
        sql`select change_percent(${current}, ${previous}) as percent`,
      );
      expect(Number(row?.percent)).toBe(percent);
    }
  });

  test('ton_usd returns the latest rate at or before (time, lt), otherwise the rate of the fx table', async () => {
    const { db } = await openEmptyStore();
    await db.execute(
      sql`insert into fx (code, date, rate) values ('ton', '2026-01-01', 0.5), ('ton', '2026-01-03', 0.25)`,
    );
    await db.execute(sql`insert into ton_rate (time, lt, pool_id, usd) values
      ('2026-01-02T12:00:00Z', 10, 1, 3), ('2026-01-02T12:00:00Z', 11, 1, 5)`);
    const tonUsd = async (time: string, lt?: number) => {
      const call =
        lt === undefined
          ? sql`ton_usd(${time}::timestamptz)`
          : sql`ton_usd(${time}::timestamptz, ${lt}::bigint)`;
      const [row] = await rows<{ usd: string | null }>(db, sql`select trim_scale(${call}) as usd`);
      return row?.usd ?? null;
    };
    expect(await tonUsd('2025-12-31T23:59:59Z')).toBeNull();
    expect(await tonUsd('2026-01-01T00:00:00Z')).toBe('2');
    expect(await tonUsd('2026-01-02T12:00:00Z', 9)).toBe('2');
    expect(await tonUsd('2026-01-02T12:00:00Z', 10)).toBe('3');
    expect(await tonUsd('2026-01-02T12:00:00Z')).toBe('5');
    expect(await tonUsd('2026-02-01T00:00:00Z')).toBe('5');
  });
});
