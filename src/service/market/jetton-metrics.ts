import { type SQL, sql } from 'drizzle-orm';
import { countPeriods, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { storedMeasures } from '#service/store/stored-measures.ts';
import type { Scope } from './affected-jettons.ts';
import { selectConcentration } from './trader-concentration.ts';
import { periodIndex, periodStart, subscriptOf } from './windows.ts';

/**
 * Calculates the columns of `jetton` that lists filter or sort by, except trust scores (metrics: prices, liquidity and
 * capitalization). Requires all other steps.
 */
export async function calculateJettonMetrics(db: Database, scope: Scope, at: Date): Promise<void> {
  const metrics = metricsAt(at);
  const names = Object.keys(metrics);
  await db.execute(sql`
    update jetton set (${sql.raw(names.join(', '))}) = (select ${sql.raw(names.map((name) => `calculated.${name}`).join(', '))})
    from (
      select j.id, ${sql.join(
        Object.entries(metrics).map(([name, value]) => sql`${value} as ${sql.raw(name)}`),
        sql`, `,
      )}
      from jetton j
      left join jetton_statistics s on s.jetton_id = j.id
      left join jetton_activity day on day.jetton_id = j.id and day.period = ${periodIndex('day')}
      left join lateral (${selectConcentration(at)}) as concentration on true
      left join lateral (
        select max(m.last_transaction_at) as time from market m where m.jetton_id = j.id
      ) as last_trade on true
      where ${scope(sql`j.id`)}
    ) as calculated
    where jetton.id = calculated.id
      and (${sql.raw(names.map((name) => `jetton.${name}`).join(', '))})
        is distinct from (${sql.raw(names.map((name) => `calculated.${name}`).join(', '))})`);
}

function metricsAt(at: Date): Record<string, SQL> {
  return {
    fdmc_ton: valueInTon(sql`j.total_supply`),
    fdmc_usd: valueInUsd(sql`j.total_supply`),
    mcap_ton: valueInTon(sql`j.circulating_supply`),
    mcap_usd: valueInUsd(sql`j.circulating_supply`),
    ...Object.fromEntries(Object.values(storedMeasures).map(({ name, formula }) => [name, formula])),
    traders_vs_usual: sql`concentration.traders_vs_usual`,
    volume_vs_usual: sql`concentration.volume_vs_usual`,
    ...byPeriod('ton_price_change', countPeriods, changeInTon),
    ...byPeriod('usd_price_ratio', countPeriods, ratioInUsd),
    last_trade_at: sql`last_trade.time`,
    ...byPeriod('traded_ratio', pricePeriods, (period) => tradedRatio(period, at)),
  };
}

function byPeriod<Period extends PricePeriod>(
  name: string,
  periods: readonly Period[],
  value: (period: Period) => SQL,
): Record<string, SQL> {
  return Object.fromEntries(periods.map((period) => [`${name}_${period}`, value(period)]));
}

/** Unrounded value of a supply if it follows TON/USD. */
function valueInTon(supply: SQL): SQL {
  return sql`case when not j.stable and not j.usd_based then j.price * ${wholeUnits(supply)} end`;
}

/** Unrounded value of a supply if it does not follow TON/USD. */
function valueInUsd(supply: SQL): SQL {
  return sql`case
    when j.price is null then null
    when j.stable then ${wholeUnits(supply)}
    when j.usd_based then j.price * ${wholeUnits(supply)}
  end`;
}

function wholeUnits(supply: SQL): SQL {
  return sql`${supply} * ('1e-' || j.decimals)::numeric`;
}

function changeInTon(period: PricePeriod): SQL {
  return sql`case when not j.usd_based then change_percent(s.prices[1], ${priceAtStart(period)})::float8 end`;
}

function ratioInUsd(period: PricePeriod): SQL {
  return sql`case when j.usd_based then s.prices[1] / nullif(${priceAtStart(period)}, 0) end`;
}

function tradedRatio(period: PricePeriod, at: Date): SQL {
  return sql`case when last_trade.time > ${timestamptz(periodStart(at, period))}
    then s.prices[1] / nullif(${priceAtStart(period)}, 0) end`;
}

function priceAtStart(period: PricePeriod): SQL {
  return sql`s.prices[${subscriptOf(period)}]`;
}
