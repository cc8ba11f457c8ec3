import type { MarketPlan } from '#demo/market/market-plan.ts';
import { jettonCopyFormat } from '#service/store/jetton-row.ts';
import { jettonAddress } from './addresses.ts';
import { generateFacts } from './jetton-facts.ts';
import { generateMetadata } from './jetton-metadata.ts';
import { generateNames } from './jetton-names.ts';
import { generateProfile } from './jetton-profile.ts';

/** Yields rows for COPY in the columns of `jettonCopyFormat`. */
export function* jettonRows(plan: MarketPlan): Generator<string> {
  for (let index = 0; index < plan.size; index += 1) yield jettonRow(plan, index);
}

function jettonRow(plan: MarketPlan, index: number): string {
  const profile = generateProfile(plan, index);
  const names = generateNames(plan, index);
  const facts = generateFacts(plan, profile);
  return jettonCopyFormat.line({
    ...names,
    ...generateMetadata(plan, profile, names),
    ...facts,
    id: index + 1,
    address: jettonAddress(plan, index),
    decimals: profile.decimals,
    totalSupply: profile.totalSupply,
    createdAt: toDate(facts.createdAt),
    holdersChangedAt: toDate(facts.holdersChangedAt),
    trustScore: facts.givenTrustScore,
    trustScoreUpdatedAt: toDate(facts.givenTrustScoreUpdatedAt),
  });
}

function toDate(second: number | undefined): Date | undefined {
  return second === undefined ? undefined : new Date(second * 1000);
}
