import { type SQL, sql } from 'drizzle-orm';
import { priceScale } from '#service/market/ticks.ts';

// Multipliers are applied to responses, not to stored values: they cancel out of all values in currencies, changes and
// orders, and a change of one applies to the whole history at once (specification: multipliers).

/** Multipliers beyond these orders of magnitude count as unknown, so that prices stay within what clients support. */
const BOUNDS = { min: sql.raw('1e-9'), max: sql.raw('1e9') };

/**
 * Joins the multiplier of `jetton` (a table alias) as `alias`: the latest one that a source states, or a row without
 * `numerator` and `denominator` if no source states a usable one. Without a row, amounts are not scaled.
 */
export function joinMultiplier(jetton: SQL, alias: SQL): SQL {
  return sql`
    left join lateral (
      select source, since, case when is_usable then numerator end as numerator,
        case when is_usable then denominator end as denominator
      from (
        select distinct on (source) source, since, numerator, denominator,
          coalesce(numerator between denominator * ${BOUNDS.min} and denominator * ${BOUNDS.max}, false) as is_usable
        from jetton_multiplier where jetton_id = ${jetton}.id order by source, since desc
      ) as latest
      order by is_usable desc, since desc, source
      limit 1
    ) as ${alias} on not ${jetton}.stable`;
}

/** Converts a price per unit of the contract to one per displayed unit, given the alias of `joinMultiplier`. */
export function perDisplayedUnit(price: SQL, multiplier: SQL): SQL {
  return scaled(price, multiplier, 'denominator', 'numerator');
}

/** Converts an amount in units of the contract to displayed units, given the alias of `joinMultiplier`. */
function inDisplayedUnits(amount: SQL, multiplier: SQL): SQL {
  return scaled(amount, multiplier, 'numerator', 'denominator');
}

/** As `inDisplayedUnits`, rounded half up to `decimals`. Amounts without a multiplier are unchanged. */
export function roundedInDisplayedUnits(amount: SQL, multiplier: SQL, decimals: SQL): SQL {
  return sql`case when ${multiplier}.numerator is null then ${amount}
    else round(${inDisplayedUnits(amount, multiplier)}, ${decimals}) end`;
}

/** The multipliers of both sides of a market: of `jetton j`, and of its counterpart `c`. */
const [ofAsset, ofCounterpart] = [sql`asset_multiplier`, sql`counterpart_multiplier`];
export const marketMultipliers: SQL = sql`
  ${joinMultiplier(sql`j`, ofAsset)} ${joinMultiplier(sql`c`, ofCounterpart)}`;

/** The multiplier of `jetton j` only. */
export const assetMultiplier: SQL = joinMultiplier(sql`j`, ofAsset);
/** Columns of that multiplier; null for amounts that are not scaled. */
export const assetMultiplierColumns: SQL = sql`
  ${ofAsset}.numerator::text as numerator, ${ofAsset}.denominator::text as denominator`;

/** A price of the jetton in the counterpart. */
const ratio = (price: SQL) => perDisplayedUnit(inDisplayedUnits(price, ofCounterpart), ofAsset);
/** A price of the jetton in a currency. */
const price = (value: SQL) => perDisplayedUnit(value, ofAsset);

/** Stored prices are rounded, those of scaled jettons once more (specification: multipliers). Without one, both are null. */
function roundedAgain(stored: SQL, convert: (value: SQL) => SQL): SQL {
  return sql`case when coalesce(${ofAsset}.numerator, ${ofCounterpart}.numerator) is null then ${stored}
    else ${rounded(convert(stored))} end`;
}

/** The planner would copy the argument of `price_round`, which it inlines, many times. */
export function rounded(value: SQL): SQL {
  return sql`(select price_round(value) from (select ${value} as value offset 0) as unrounded)`;
}

/** Prices and amounts of a market in displayed units, given `marketMultipliers`. */
export const displayed = {
  ratio,
  price,
  /** The same of a stored price, which should be a column. */
  roundedRatio: (stored: SQL) => roundedAgain(stored, ratio),
  roundedPrice: (stored: SQL) => roundedAgain(stored, price),
  asset: (amount: SQL) => roundedInDisplayedUnits(amount, ofAsset, sql`j.decimals`),
  counterpart: (amount: SQL) => roundedInDisplayedUnits(amount, ofCounterpart, sql`c.decimals`),
};

/** The same of a market without multipliers, which need not be joined. */
export const displayedUnscaled: Pick<typeof displayed, 'roundedRatio' | 'roundedPrice' | 'counterpart'> = {
  roundedRatio: (stored) => stored,
  roundedPrice: (stored) => stored,
  counterpart: (amount) => amount,
};

function scaled(
  value: SQL,
  multiplier: SQL,
  factor: 'numerator' | 'denominator',
  divisor: 'numerator' | 'denominator',
): SQL {
  // A quotient keeps the decimals of the dividend.
  return sql`case when ${multiplier}.numerator is null then ${value}
    else round(${value} * ${multiplier}.${sql.raw(factor)}, ${priceScale}) / ${multiplier}.${sql.raw(divisor)} end`;
}
