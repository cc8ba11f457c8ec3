import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import { intervalStart } from '#contract/interval-start.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import { chartLengths } from '#contract/price-chart.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { intervalOf } from '#service/market/candles.ts';
import { latestTick } from '#service/market/ticks.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz, toMilliseconds } from '#service/store/sql-text.ts';
import { counterpartJoins, priceAtTick } from './current-values.ts';
import { missingOfPool } from './missing-data.ts';
import { joinMultiplier, perDisplayedUnit, rounded } from './multipliers.ts';
import { referenceMarketSource } from './price-history.ts';

/** Extension: the prices of a jetton at the ends of intervals (specification: price chart). */
export async function getJettonPriceChart(
  context: ServiceContext,
  {
    address,
    resolution,
    from,
    to,
    currency,
    gapFill = false,
  }: InputOf<ServedOperations['getJettonPriceChart']>,
): Promise<ResponseOf<ServedOperations['getJettonPriceChart']>> {
  const now = context.clock.now();
  const { interval, range } = chartLengths[resolution];
  const end = to ?? now;
  const start = from ?? new Date(end.getTime() - range * 1000);
  if (end.getTime() - start.getTime() > range * 1000) throw new InvalidValueError('from');
  const length = interval * 1000;
  const startOf = (time: number) => intervalStart(time / 1000, interval) * 1000;
  const query = {
    address,
    currency,
    gapFill,
    length,
    first: startOf(start.getTime() + length - 1),
    last: startOf(Math.min(end.getTime() - 1, now.getTime())),
  };
  const { db } = context.store;
  const [market] = await rows<{ poolAddress: RawAddress | null }>(
    db,
    sql`select m.pool_address as "poolAddress" from ${referenceMarketSource(address)}`,
  );
  if (!market) throw new NotFoundError(address);
  if (market.poolAddress === null) return { points: [] };
  const points = await queryPoints(db, query, now);
  const shown = { from: query.first, to: query.last + length };
  return {
    missing: await missingOfPool(context, market.poolAddress, shown),
    points: points.map(({ value, time }) => ({
      value: amountFromDecimal(value),
      time: new Date(Number(time)).toISOString(),
    })),
  };
}

interface PointsQuery {
  readonly address: RawAddress;
  readonly currency: Currency;
  /** Whether to return intervals without ticks. */
  readonly gapFill: boolean;
  /** In milliseconds, as the starts of the first and the last interval. */
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

interface PointRow {
  /** Decimal string, whose scale is the Amount's decimals. */
  readonly value: string;
  /** Start of the interval, in milliseconds since 1970. */
  readonly time: string;
}

/** Times of swaps are whole milliseconds. */
const LAST_MILLISECOND = sql.raw(`interval '1 millisecond'`);

/** Returns the prices at the end of each interval or, if it has not ended, at `at`, newest first. */
function queryPoints(db: Database, query: PointsQuery, at: Date): Promise<PointRow[]> {
  const { address, currency, gapFill, length, first, last } = query;
  const instant = (time: number) => timestamptz(new Date(time));
  const step = intervalOf(length / 1000);
  const multiplier = sql`multiplier`;
  return rows<PointRow>(
    db,
    sql`
    select value::text as value, ${toMilliseconds(sql`start`)} as "time"
    from (
      select intervals.start, ${rounded(perDisplayedUnit(inCurrency(currency), multiplier))} as value
      from ${referenceMarketSource(address)}
      ${counterpartJoins} ${joinMultiplier(sql`j`, multiplier)}
      cross join generate_series(${instant(first)}, ${instant(last)}, ${step}) as intervals (start)
      cross join lateral (
        select least(intervals.start + ${step} - ${LAST_MILLISECOND}, ${timestamptz(at)}) as at offset 0
      ) as instant
      cross join ${latestTick(sql`m`, sql`instant.at`)} as tick
      left join ${latestTick(sql`d`, sql`instant.at`)} as direct on true
      cross join lateral (select ton_usd(instant.at) as ton_usd offset 0) as rate
      cross join lateral (select ${priceAtTick.ton} as ton, ${priceAtTick.usd} as usd offset 0) as price
      where ${gapFill ? sql`true` : sql`tick.time >= intervals.start`}
    ) as point
    where value is not null
    order by start desc`,
  );
}

function inCurrency(currency: Currency): SQL {
  return currency === 'ton' ? sql`price.ton` : sql`(price.usd * fx_rate(${currency}, instant.at))`;
}
