import { type SQL, sql } from 'drizzle-orm';
import type { CountPeriod } from '#contract/enums.ts';
import type { RateDependentField } from '#service/store/schema.ts';
import { priceChangeColumns } from './rate-dependent-values.ts';

/** `-` for a bound below all keys of a value, `+` for one above them. */
export type Side = '-' | '+';

/**
 * Jettons whose values are in the order of a column whatever the rates are: they do not decrease while it increases.
 * All expressions may use the columns of `selectRates`.
 */
export interface SortedGroup {
  /** Condition of the jettons, all of which have a value. */
  readonly members: SQL;
  /** Column with an index whose predicate follows from `members`. */
  readonly key: SQL;
  /** Returns a bound of the keys that have a value. It is close, but not exact, because values are rounded. */
  readonly keyBound: (value: SQL, side: Side) => SQL;
}

/** Groups that together contain each jetton with a value once. */
export interface ValueGroups {
  readonly sorted: readonly SortedGroup[];
  /** Condition of jettons whose order depends on the rates. All of them are read for each page: they should be few. */
  readonly unsorted?: SQL;
}

/**
 * Moves a value that has `decimals` by more than its rounding error, which is at most half of the last digit plus that
 * of quotients and floats.
 */
function shift(value: SQL, side: Side, decimals: number): SQL {
  return sql`(${value} ${sql.raw(side)} (${sql.raw(`1e-${decimals}`)} + abs(${value}) * 1e-12))`;
}

const usdBound = (value: SQL, side: Side) => shift(value, side, 6);
const tonBound = (value: SQL, side: Side) => shift(value, side, 9);

const hasRate = sql`ton_usd is not null`;
const onlyInTon = sql`liquidity_ton is not null and liquidity_usd is null`;
const onlyInUsd = sql`liquidity_usd is not null and liquidity_ton is null`;
const inBoth = sql`liquidity_ton is not null and liquidity_usd is not null`;

function tonPriceChange(period: CountPeriod): ValueGroups {
  const { change, usdRatio, usdTonRatio } = priceChangeColumns(period);
  return {
    sorted: [
      { members: sql`${change} is not null`, key: change, keyBound: (percent) => percent },
      {
        members: sql`${usdRatio} is not null and ${usdTonRatio} is not null`,
        key: usdRatio,
        keyBound: (percent, side) =>
          sql`(${shift(sql`${percent}::numeric`, side, 6)} / 100 + 1) / ${usdTonRatio}`,
      },
    ],
  };
}

function capitalization(inTon: SQL, inUsd: SQL): ValueGroups {
  return {
    sorted: [
      {
        members: sql`${inTon} is not null and ${hasRate}`,
        key: inTon,
        keyBound: (usd, side) => sql`${usdBound(usd, side)} / ton_usd`,
      },
      { members: sql`${inUsd} is not null`, key: inUsd, keyBound: usdBound },
    ],
  };
}

export const valueGroups: Readonly<Record<RateDependentField, ValueGroups>> = {
  fdmc: capitalization(sql`fdmc_ton`, sql`fdmc_usd`),
  mcap: capitalization(sql`mcap_ton`, sql`mcap_usd`),
  tvl: {
    sorted: [
      { members: onlyInTon, key: sql`liquidity_ton`, keyBound: tonBound },
      {
        members: sql`${onlyInUsd} and ${hasRate}`,
        key: sql`liquidity_usd`,
        keyBound: (ton, side) => sql`${tonBound(ton, side)} * ton_usd`,
      },
    ],
    unsorted: inBoth,
  },
  liquidityUsd: {
    sorted: [
      {
        members: sql`${onlyInTon} and ${hasRate}`,
        key: sql`liquidity_ton`,
        keyBound: (usd, side) => sql`${usdBound(usd, side)} / ton_usd`,
      },
      { members: onlyInUsd, key: sql`liquidity_usd`, keyBound: usdBound },
    ],
    unsorted: inBoth,
  },
  tonPriceChangeHour: tonPriceChange('hour'),
  tonPriceChangeHour6: tonPriceChange('hour6'),
  tonPriceChangeDay: tonPriceChange('day'),
  tonPriceChangeWeek: tonPriceChange('week'),
  tonPriceChangeMonth: tonPriceChange('month'),
};
