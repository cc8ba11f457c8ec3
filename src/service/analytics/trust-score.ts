import { type SQL, sql } from 'drizzle-orm';
import type { VerificationStatus } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

type Verified = Exclude<VerificationStatus, 'JVS_SCAM'>;

/** The most that each fact adds to a trust score; together 100. A jetton marked as scam scores 0. */
export const trustWeights = {
  verification: 30,
  liquidity: 25,
  holders: 15,
  age: 10,
  fixedSupply: 8,
  unmodifiedContract: 7,
  spreadTrading: 5,
} as const;

/** Where a fact counts in full and where it begins to count; between them by the logarithm, for age in proportion. */
export const trustBounds = {
  liquidityUsd: { from: 1_000, full: 1_000_000 },
  holders: { from: 100, full: 100_000 },
  ageDays: { full: 365 },
  /** Distinct traders of the day per transaction of the day. */
  tradersPerTransaction: { full: 0.5 },
} as const;

/** Share of the weight of `verification`. */
export const verificationShares: Record<Verified, number> = {
  JVS_NONE: 0,
  JVS_APPROVED: 0.5,
  JVS_COMMUNITY_VERIFIED: 0.75,
  JVS_VERIFIED: 1,
};

/** Share of a weight where it is not known whether the supply can grow, or whether the contract is modified. */
export const UNKNOWN_SHARE = 0.5;

/** Columns or expressions with the facts of one jetton; all may be null. */
export interface TrustFacts {
  readonly verification: SQL;
  readonly liquidityUsd: SQL;
  readonly holders: SQL;
  readonly createdAt: SQL;
  readonly mintable: SQL;
  readonly modified: SQL;
  readonly traders: SQL;
  readonly transactions: SQL;
}

/** The published formula, as SQL: 0 to 100. */
export function trustScore(facts: TrustFacts, at: Date): SQL {
  const ageDays = sql`extract(epoch from ${timestamptz(at)} - ${facts.createdAt}) / 86400`;
  const terms: Record<keyof typeof trustWeights, SQL> = {
    verification: sql`case ${facts.verification} ${sql.join(
      Object.entries(verificationShares).map(([status, share]) => sql.raw(`when '${status}' then ${share} `)),
    )} else 0 end`,
    liquidity: logarithmicShare(facts.liquidityUsd, trustBounds.liquidityUsd),
    holders: logarithmicShare(facts.holders, trustBounds.holders),
    age: sql`${ageDays} / ${sql.raw(String(trustBounds.ageDays.full))}`,
    fixedSupply: unlessTrue(facts.mintable),
    unmodifiedContract: unlessTrue(facts.modified),
    spreadTrading: sql`${facts.traders}::float8 / nullif(${facts.transactions}, 0) / ${sql.raw(String(trustBounds.tradersPerTransaction.full))}`,
  };
  const sum = Object.entries(terms).map(
    ([fact, share]) =>
      sql`${sql.raw(String(trustWeights[fact as keyof typeof trustWeights]))} * greatest(0, least(1, coalesce((${share})::float8, 0)))`,
  );
  return sql`case when ${facts.verification} = 'JVS_SCAM' then 0 else round((${sql.join(sum, sql` + `)})::numeric) end`;
}

function logarithmicShare(value: SQL, { from, full }: { from: number; full: number }): SQL {
  return sql`ln(greatest(${value}, 1)::float8 / ${sql.raw(`${from}.0`)}) / ln(${sql.raw(`${full / from}.0`)})`;
}

function unlessTrue(fact: SQL): SQL {
  return sql`case when ${fact} then 0 when not ${fact} then 1 else ${sql.raw(String(UNKNOWN_SHARE))} end`;
}
