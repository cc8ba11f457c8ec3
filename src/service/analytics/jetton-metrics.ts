import { type SQL, sql } from 'drizzle-orm';
import { type CountPeriod, countPeriods, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { type Scope, timestamptz } from './scope.ts';
import { trustScore } from './trust-score.ts';

/**
 * Calculates the columns of `jetton` that lists display, filter or sort by (metrics: prices, liquidity and
 * capitalisation, trust score). The last step of a calculation.
 */
export async function calculateJettonMetrics(db: Database, scope: Scope, at: Date): Promise<void> {
  const names = Object.keys(metrics(at));
  const values = Object.values(metrics(at));
  await db.execute(sql`
    update jetton set (${sql.raw(names.join(', '))}) = (select ${sql.raw(names.map((name) => `calculated.${name}`).join(', '))})
    from (
      select j.id, ${sql.join(
        names.map((name, index) => sql`${values[index]} as ${sql.raw(name)}`),
        sql`, `,
      )}
      from jetton j
      left join market reference on reference.id = j.reference_market_id
      left join jetton_statistics s on s.jetton_id = j.id
      where ${scope(sql`j.id`)}
    ) as calculated
    where jetton.id = calculated.id`);
}

function metrics(at: Date): Record<string, SQL> {
  const score = trustScore(
    {
      verification: sql`j.verification`,
      liquidityUsd: sql`s.liquidity_usd`,
      holders: sql`j.holders_count`,
      createdAt: sql`j.created_at`,
      mintable: sql`j.mintable`,
      modified: sql`j.modified_contract`,
      traders: sql`s.traders_24h`,
      transactions: sql`s.transactions_24h`,
    },
    at,
  );
  return {
    price_ton: sql`price_round(s.prices_ton[1])`,
    price_usd: sql`price_round(s.prices_usd[1])`,
    price_changed_at: sql`reference.price_changed_at`,
    liquidity_usd: sql`sum_round(s.liquidity_usd, 6)`,
    tvl: sql`sum_round(s.liquidity_ton, 9)`,
    fdmc: sql`sum_round(s.prices_usd[1] * j.total_supply * ('1e-' || j.decimals)::numeric, 6)`,
    mcap: sql`sum_round(s.prices_usd[1] * j.circulating_supply * ('1e-' || j.decimals)::numeric, 6)`,
    trust_score: sql`coalesce(j.given_trust_score, ${score})`,
    trust_score_updated_at: sql`case
      when j.given_trust_score is null then ${timestamptz(at)}
      else coalesce(j.given_trust_score_updated_at, ${timestamptz(at)})
    end`,
    volume_24h: sql`sum_round(coalesce(s.volumes[${currentVolumeIndex('day')}], 0), 6)`,
    traders_24h: sql`coalesce(s.traders_24h, 0)`,
    transactions_24h: sql`coalesce(s.transactions_24h, 0)`,
    ton_price_change_hour: tonPriceChange('hour'),
    ton_price_change_hour6: tonPriceChange('hour6'),
    ton_price_change_day: tonPriceChange('day'),
    ton_price_change_week: tonPriceChange('week'),
    ton_price_change_month: tonPriceChange('month'),
  };
}

function tonPriceChange(period: PricePeriod): SQL {
  // The first of `prices_ton` is the price at T; arrays start at 1.
  const index = sql.raw(String(pricePeriods.indexOf(period) + 2));
  return sql`change_percent(s.prices_ton[1], s.prices_ton[${index}])::float8`;
}

/** 1-based index in `jetton_statistics.volumes` of a period's current total volume. */
export function currentVolumeIndex(period: CountPeriod): SQL {
  return sql.raw(String(countPeriods.indexOf(period) * 6 + 1));
}
