import { type SQL, sql } from 'drizzle-orm';
import type { VerificationStatus } from '#contract/enums.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import { type Database, queryIds } from '#service/store/database.ts';
import { literal, timestamptz } from '#service/store/sql-text.ts';
import type { Scope } from './affected-jettons.ts';

type Verified = Exclude<VerificationStatus, 'JVS_SCAM'>;

/** Maximum points for each factor of a trust score; the sum is 100. Jettons marked as scam score 0. */
export const trustWeights = {
  verification: 30,
  liquidity: 25,
  holders: 15,
  age: 10,
  fixedSupply: 8,
  unmodifiedContract: 7,
  traderDiversity: 5,
} as const;

/** Values with no points (`from`) and all points (`full`). Interpolated logarithmically if `from` exists, else linearly. */
const trustBounds = {
  liquidityUsd: { from: 1_000, full: 1_000_000 },
  holders: { from: 100, full: 100_000 },
  ageDays: { full: 365 },
  /** Distinct traders per transaction, over 24 hours. */
  tradersPerTransaction: { full: 0.5 },
} as const;

/** Share of the weight of `verification` for each status. */
const verificationShares: Record<Verified, number> = {
  JVS_NONE: 0,
  JVS_APPROVED: 0.5,
  JVS_COMMUNITY_VERIFIED: 0.75,
  JVS_VERIFIED: 1,
};

/** Share of a weight if it is unknown whether the supply can grow or the contract is modified. */
const UNKNOWN_SHARE = 0.5;

/**
 * The maximum score of jettons that a source warns of. It is above 0, the score of jettons marked as scam, because one
 * source may be wrong, and below what a jetton without verification, but with some liquidity and age, scores.
 */
const trustCaps: Readonly<Record<WarningKind, number>> = {
  honeypot: 10,
  fake: 10,
  blacklisted: 10,
  suspicious: 40,
  dmca_complaint: 40,
  taxable: 100,
};

/** Columns or expressions with the factors of a jetton's score; all may be null. */
export interface TrustFactors {
  readonly verification: SQL;
  readonly liquidityUsd: SQL;
  readonly holders: SQL;
  readonly createdAt: SQL;
  readonly mintable: SQL;
  readonly modified: SQL;
  readonly traders: SQL;
  readonly transactions: SQL;
}

/**
 * SQL expression for the trust score, 0 to 100, given the sum of the points and the lowest cap, null without one (metrics:
 * trust score).
 */
export function trustScore(verification: SQL, points: SQL, cap: SQL): SQL {
  return sql`case when ${verification} = 'JVS_SCAM' then 0 else least(round((${points})::numeric), ${cap}) end`;
}

/** SQL expression for the lowest cap of a jetton's warnings; null without warnings. */
export function trustCap(jettonId: SQL): SQL {
  const cases = Object.entries(trustCaps).map(([kind, cap]) => sql.raw(`when '${kind}' then ${cap} `));
  return sql`(select min(case kind ${sql.join(cases)} end) from jetton_warning where jetton_id = ${jettonId})`;
}

/** SQL expression for the sum of the points of all factors by the formula in the documentation, as a double. */
export function trustPoints(factors: TrustFactors, at: Date): SQL {
  const ageDays = sql`extract(epoch from ${timestamptz(at)} - ${factors.createdAt}) / 86400`;
  const terms: Record<keyof typeof trustWeights, SQL> = {
    verification: sql`case ${factors.verification} ${sql.join(
      Object.entries(verificationShares).map(([status, share]) => sql.raw(`when '${status}' then ${share} `)),
    )} else 0 end`,
    liquidity: logarithmicShare(factors.liquidityUsd, trustBounds.liquidityUsd),
    holders: logarithmicShare(factors.holders, trustBounds.holders),
    age: sql`${ageDays} / ${literal(trustBounds.ageDays.full)}`,
    fixedSupply: unlessTrue(factors.mintable),
    unmodifiedContract: unlessTrue(factors.modified),
    traderDiversity: sql`${factors.traders}::float8 / nullif(${factors.transactions}, 0) / ${literal(trustBounds.tradersPerTransaction.full)}`,
  };
  const points = Object.entries(terms).map(
    ([factor, share]) =>
      sql`${literal(trustWeights[factor as keyof typeof trustWeights])} * greatest(0, least(1, coalesce((${share})::float8, 0)))`,
  );
  return sql.join(points, sql` + `);
}

/** Points that a jetton gains per day. */
const pointsPerDay = trustWeights.age / trustBounds.ageDays.full;

/** Natural logarithm of the factor by which liquidity must grow for one point. */
const logLiquidityPerPoint =
  Math.log(trustBounds.liquidityUsd.full / trustBounds.liquidityUsd.from) / trustWeights.liquidity;

function logarithmicShare(value: SQL, { from, full }: { from: number; full: number }): SQL {
  return sql`ln(greatest(${value}, 1)::float8 / ${sql.raw(`${from}.0`)}) / ln(${sql.raw(`${full / from}.0`)})`;
}

function unlessTrue(condition: SQL): SQL {
  return sql`case when ${condition} then 0 when not ${condition} then 1 else ${literal(UNKNOWN_SHARE)} end`;
}

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
      select id, given_trust_score as given, verification, ${points} as points, ${trustCap(sql`id`)} as cap
      from jetton
      where ${scope(sql`id`)}
    ),
    bounded as (
      select id, verification = 'JVS_SCAM' or given is not null as is_constant,
        coalesce(given, ${trustScore(sql`verification`, sql`points`, sql`cap`)}) as score,
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
export function jettonsWithLapsedTrustScore(
  db: Database,
  at: Date,
  tonUsd: string | null,
): Promise<number[]> {
  return queryIds(
    db,
    sql`select jetton_id as id from trust_score_validity
      where until <= ${timestamptz(at)} or min_ton_usd >= ${tonUsd}::float8 or max_ton_usd <= ${tonUsd}::float8`,
  );
}
