import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import { counterpartInUsd, latestTick } from '#service/analytics/ticks.ts';
import { type Database, rows } from '#service/store/store.ts';
import { asDouble } from './as-double.ts';
import { marketSource } from './market-source.ts';
import { toTimestamptz } from './timestamps.ts';

export interface PreviewRow {
  /** At every 4 hours of the week before `at`, oldest first; null where there was no price yet, or none that fits a double. */
  readonly prices: readonly (number | null)[];
}

const STEPS = 42;
const stepSeconds = periodSeconds.week / STEPS;

/** Rows `step` and `moment`. */
function timestampsUntil(at: Date): SQL {
  return sql`generate_series(${STEPS}::int, 0, -1) as step
        cross join lateral (select ${toTimestamptz(at)} - step * interval '${sql.raw(String(stepSeconds))} seconds' as at offset 0) as moment`;
}

/** The line of a jetton's price in USD over a week; undefined where there is no such jetton. */
export async function queryJettonPreview(
  db: Database,
  address: RawAddress,
  at: Date,
): Promise<PreviewRow | undefined> {
  const [row] = await rows<PreviewRow>(
    db,
    sql`select array(
        select ${asDouble(sql`price.usd`)}
        from ${timestampsUntil(at)}
        cross join lateral (select ton_usd(moment.at) as ton_usd offset 0) as rate
        left join market m on m.id = j.reference_market_id
        left join jetton c on c.id = m.counterpart_id
        left join market d on d.id = c.direct_market_id and not c.stable
        left join ${latestTick(sql`m`, sql`moment.at`)} as tick on true
        left join ${latestTick(sql`d`, sql`moment.at`)} as direct on true
        cross join lateral (select case when j.stable then 1 else tick.r * case
            when m.counterpart_id = 0 then rate.ton_usd
            when c.stable then 1
            else direct.r * ${counterpartInUsd(sql`d`, sql`rate.ton_usd`)}
          end end as usd offset 0) as price
        order by step desc
      ) as prices
      from jetton j
      where j.address = ${address}`,
  );
  return row;
}

/** The same of the price in one pool, in its counterpart; undefined where there is no such market. */
export async function queryMarketPreview(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
  at: Date,
): Promise<PreviewRow | undefined> {
  const [row] = await rows<PreviewRow>(
    db,
    sql`select array(
        select ${asDouble(sql`tick.r`)}
        from ${timestampsUntil(at)}
        left join ${latestTick(sql`m`, sql`moment.at`)} as tick on true
        order by step desc
      ) as prices
      from ${marketSource(address, poolAddress)}`,
  );
  return row;
}
