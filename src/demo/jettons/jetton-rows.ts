import type { MarketPlan } from '#demo/market/market-plan.ts';
import { jettonCopyFormat } from '#service/store/new-jetton.ts';
import { jettonAddress } from './addresses.ts';
import { factsOf } from './jetton-facts.ts';
import { presentationOf } from './jetton-presentation.ts';
import { profileOf } from './jetton-profile.ts';
import { namesOf } from './names.ts';

/** Rows of COPY, as `givenJettons` writes them. */
export function* jettonRows(plan: MarketPlan): Generator<string> {
  for (let index = 0; index < plan.size; index += 1) yield jettonRow(plan, index);
}

function jettonRow(plan: MarketPlan, index: number): string {
  const profile = profileOf(plan, index);
  const names = namesOf(plan, index);
  const facts = factsOf(plan, profile);
  return jettonCopyFormat.line({
    ...names,
    ...presentationOf(plan, profile, names),
    ...facts,
    id: index + 1,
    address: jettonAddress(plan, index),
    decimals: profile.decimals,
    totalSupply: profile.totalSupply,
    createdAt: momentOf(facts.createdAt),
    holdersChangedAt: momentOf(facts.holdersChangedAt),
    trustScore: facts.givenTrustScore,
    trustScoreUpdatedAt: momentOf(facts.givenTrustScoreUpdatedAt),
  });
}

function momentOf(second: number | undefined): Date | undefined {
  return second === undefined ? undefined : new Date(second * 1000);
}
