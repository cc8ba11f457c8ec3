import { type SQL, sql } from 'drizzle-orm';
import { countPeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import type { Scope } from './affected-jettons.ts';
import { periodIndex } from './windows.ts';

/** Stands for `calculatedAt` in stored texts, so that they stay valid while T moves. */
export const CALCULATED_AT = '@';

/** Columns of `jetton_statistics`: the SQL function of the change, and its value from columns of `jetton_activity`. */
const sets = {
  traders: ['count_change', 'traders'],
  traders_buy: ['count_change', 'traders_buy'],
  traders_sell: ['count_change', 'traders_sell'],
  transactions: ['count_change', 'transactions_buy + transactions_sell'],
  transactions_buy: ['count_change', 'transactions_buy'],
  transactions_sell: ['count_change', 'transactions_sell'],
  volume_usd: ['volume_change', 'volume_buy + volume_sell'],
  volume_buy_usd: ['volume_change', 'volume_buy'],
  volume_sell_usd: ['volume_change', 'volume_sell'],
} as const;

/** Serializes the changes over periods of the jettons in `scope` (metrics: changes over periods) as JSON text. */
export async function writeStatisticsTexts(db: Database, scope: Scope): Promise<void> {
  const names = Object.keys(sets);
  const texts = Object.entries(sets).map(
    ([name, [change, value]]) => sql`${periodSet(change, value)} as ${sql.raw(name)}`,
  );
  await db.execute(sql`
    insert into jetton_statistics (jetton_id, ${sql.raw(names.join(', '))})
    select jetton_id, ${sql.join(texts, sql`, `)}
    from jetton_activity
    where ${scope(sql`jetton_id`)}
    group by 1
    on conflict (jetton_id) do update set ${sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))}`);
}

function periodSet(change: 'count_change' | 'volume_change', value: string): SQL {
  const previous = value.replaceAll(/\w+/g, (name) => `previous_${name}`);
  const names = countPeriods.map((name) => sql`when ${periodIndex(name)} then ${sql.raw(`'"${name}":'`)}`);
  return sql`'{' || string_agg(
    case period ${sql.join(names, sql` `)} end || ${sql.raw(`${change}(${value}, ${previous}, '${CALCULATED_AT}')`)},
    ',' order by period
  ) || '}'`;
}
