import { type SQL, sql } from 'drizzle-orm';
import type { VerificationStatus } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

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
export const trustBounds = {
  liquidityUsd: { from: 1_000, full: 1_000_000 },
  holders: { from: 100, full: 100_000 },
  ageDays: { full: 365 },
  /** Distinct traders per transaction, over 24 hours. */
  tradersPerTransaction: { full: 0.5 },
} as const;

/** Share of the weight of `verification` for each status. */
export const verificationShares: Record<Verified, number> = {
  JVS_NONE: 0,
  JVS_APPROVED: 0.5,
  JVS_COMMUNITY_VERIFIED: 0.75,
  JVS_VERIFIED: 1,
};

/** Share of a weight if it is unknown whether the supply can grow or the contract is modified. */
export const UNKNOWN_SHARE = 0.5;

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

/** SQL expression for the trust score, 0 to 100, given the sum of the points (metrics: trust score). */
export function trustScore(verification: SQL, points: SQL): SQL {
  return sql`case when ${verification} = 'JVS_SCAM' then 0 else round((${points})::numeric) end`;
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
    age: sql`${ageDays} / ${sql.raw(String(trustBounds.ageDays.full))}`,
    fixedSupply: unlessTrue(factors.mintable),
    unmodifiedContract: unlessTrue(factors.modified),
    traderDiversity: sql`${factors.traders}::float8 / nullif(${factors.transactions}, 0) / ${sql.raw(String(trustBounds.tradersPerTransaction.full))}`,
  };
  const points = Object.entries(terms).map(
    ([factor, share]) =>
      sql`${sql.raw(String(trustWeights[factor as keyof typeof trustWeights]))} * greatest(0, least(1, coalesce((${share})::float8, 0)))`,
  );
  return sql.join(points, sql` + `);
}

/** Points that a jetton gains per day. */
export const pointsPerDay = trustWeights.age / trustBounds.ageDays.full;

/** Natural logarithm of the factor by which liquidity must grow for one point. */
export const logLiquidityPerPoint =
  Math.log(trustBounds.liquidityUsd.full / trustBounds.liquidityUsd.from) / trustWeights.liquidity;

function logarithmicShare(value: SQL, { from, full }: { from: number; full: number }): SQL {
  return sql`ln(greatest(${value}, 1)::float8 / ${sql.raw(`${from}.0`)}) / ln(${sql.raw(`${full / from}.0`)})`;
}

function unlessTrue(condition: SQL): SQL {
  return sql`case when ${condition} then 0 when not ${condition} then 1 else ${sql.raw(String(UNKNOWN_SHARE))} end`;
}
