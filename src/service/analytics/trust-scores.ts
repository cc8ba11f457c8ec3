import { sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { type Scope, timestamptz } from './scope.ts';
import { logLiquidityPerPoint, pointsPerDay, trustPoints, trustScore } from './trust-score.ts';

/** Points by which a score is calculated earlier than necessary: floating-point errors are far smaller. */
const MARGIN = 1e-6;

/**
 * Calculates the trust scores of the jettons in `scope` (metrics: trust score). Scores depend on age and TON/USD, so they
 * change without a trade. Instead of calculating all of them in every round, the time and the range of TON/USD until
 * which a rounded score cannot change are stored in `trust_score_validity`: half of the distance to the next higher
 * score is left to age, the other half to TON/USD.
 */
export async function calculateTrustScores(
  db: Database,
  scope: Scope,
  at: Date,
  tonUsd: string | null,
): Promise<void> {
  const points = trustPoints(
    {
      verification: sql`verification`,
      liquidityUsd: sql`total_in_usd(liquidity_ton, liquidity_usd, ${tonUsd}::numeric)`,
      holders: sql`holders_count`,
      createdAt: sql`created_at`,
      mintable: sql`mintable`,
      modified: sql`modified_contract`,
      traders: sql`traders_24h`,
      transactions: sql`transactions_24h`,
    },
    at,
  );
  await db.execute(sql`
    with scored as materialized (
      select id, given_trust_score as given, verification, ${points} as points
      from jetton
      where ${scope(sql`id`)}
    ),
    bounded as (
      select id, verification = 'JVS_SCAM' or given is not null as is_constant,
        coalesce(given, ${trustScore(sql`verification`, sql`points`)}) as score,
        greatest(round(points::numeric)::float8 + 0.5 - points - ${MARGIN}::float8, 0) / 2 as rise,
        greatest(points - round(points::numeric)::float8 + 0.5 - ${MARGIN}::float8, 0) as fall
      from scored
    ),
    updated as (
      update jetton set trust_score = bounded.score
      from bounded
      where jetton.id = bounded.id and jetton.trust_score is distinct from bounded.score
    )
    insert into trust_score_validity (jetton_id, until, min_ton_usd, max_ton_usd)
    select id,
      case when is_constant then 'infinity' else ${timestamptz(at)} + rise / ${pointsPerDay}::float8 * interval '1 day' end,
      case when is_constant then 0 else ${tonUsd}::float8 * exp(-fall * ${logLiquidityPerPoint}::float8) end,
      case when is_constant then 'infinity' else ${tonUsd}::float8 * exp(rise * ${logLiquidityPerPoint}::float8) end
    from bounded
    on conflict (jetton_id) do update set
      until = excluded.until, min_ton_usd = excluded.min_ton_usd, max_ton_usd = excluded.max_ton_usd`);
}

/** Returns the ids of the jettons whose stored score may no longer be valid at T = `at`. */
export async function jettonsWithLapsedTrustScore(
  db: Database,
  at: Date,
  tonUsd: string | null,
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select jetton_id as id from trust_score_validity
      where until <= ${timestamptz(at)} or min_ton_usd >= ${tonUsd}::float8 or max_ton_usd <= ${tonUsd}::float8`,
  );
  return found.map(({ id }) => id);
}
