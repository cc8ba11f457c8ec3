import { sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { periodStart } from './period-starts.ts';
import { type Scope, timestamptz } from './scope.ts';
import { monthPeriod } from './windows.ts';

/**
 * Counts the swaps of 30 days of the markets of the jettons in `scope`, the tie-breaker of their rank (metrics: prices).
 * Only for full calculations, which choose markets before they count trades: trades are valued by the chosen markets.
 */
export async function countMonthTransactions(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    insert into market_activity (market_id, period, transactions)
    select m.id, ${monthPeriod}, count(*)
    from market m
    join swap s on s.pool_id = m.pool_id and s.time > ${timestamptz(periodStart(at, 'month'))} and s.time <= ${timestamptz(at)}
    where ${scope(sql`m.jetton_id`)}
    group by 1
    on conflict (market_id, period) do update set transactions = excluded.transactions`);
  await db.execute(sql`
    update market_activity set transactions = 0
    from market m
    where market_activity.market_id = m.id and ${scope(sql`m.jetton_id`)} and market_activity.period = ${monthPeriod}
      and transactions > 0 and not exists (
        select from swap s
        where s.pool_id = m.pool_id and s.time > ${timestamptz(periodStart(at, 'month'))} and s.time <= ${timestamptz(at)}
      )`);
}
