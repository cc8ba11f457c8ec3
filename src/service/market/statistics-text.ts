import { type SQL, sql } from 'drizzle-orm';
import { countPeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import type { Scope } from './affected-jettons.ts';
import { periodIndex } from './windows.ts';

/** Stands for `calculatedAt` in stored texts, so that they stay valid while T moves. */
export const CALCULATED_AT = '@';

const counts: Record<string, string> = {
  traders: 'traders',
  traders_buy: 'traders_buy',
  traders_sell: 'traders_sell',
  transactions: 'transactions_buy + transactions_sell',
  transactions_buy: 'transactions_buy',
  transactions_sell: 'transactions_sell',
};
const volumes: Record<string, string> = {
  volume_usd: 'volume_buy + volume_sell',
  volume_buy_usd: 'volume_buy',
  volume_sell_usd: 'volume_sell',
};

/** Serializes the changes over periods of the jettons in `scope` (metrics: changes over periods) as JSON text. */
export async function writeStatisticsTexts(db: Database, scope: Scope): Promise<void> {
  const texts = [
    ...Object.entries(counts).map(
      ([name, value]) => sql`${periodSet('count_change', value)} as ${sql.raw(name)}`,
    ),
    ...Object.entries(volumes).map(
      ([name, value]) => sql`${periodSet('volume_change', value)} as ${sql.raw(name)}`,
    ),
  ];
  const names = [...Object.keys(counts), ...Object.keys(volumes)];
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
