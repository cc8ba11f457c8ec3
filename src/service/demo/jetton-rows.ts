import { fold, grams } from '#service/analytics/search-text.ts';
import { copyLine } from '#service/store/copy-text.ts';
import { jettonAddress } from './addresses.ts';
import { factsOf } from './jetton-facts.ts';
import { presentationOf } from './jetton-presentation.ts';
import { profileOf } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { namesOf } from './names.ts';

export const jettonColumns = [
  'id',
  'address',
  'name',
  'symbol',
  'name_folded',
  'symbol_folded',
  'grams',
  'decimals',
  'image',
  'description',
  'offchain_image',
  'offchain_description',
  'links',
  'admin',
  'offchain_admin',
  'total_supply',
  'circulating_supply',
  'mintable',
  'modified_contract',
  'verification',
  'created_at',
  'holders_count',
  'holders_changed_at',
  'given_trust_score',
  'given_trust_score_updated_at',
] as const;

/** Rows of COPY into `jettonColumns`. */
export function* jettonRows(plan: MarketPlan): Generator<string> {
  for (let index = 0; index < plan.size; index += 1) yield jettonRow(plan, index);
}

function jettonRow(plan: MarketPlan, index: number): string {
  const profile = profileOf(plan, index);
  const names = namesOf(plan, index);
  const shown = presentationOf(plan, profile, names);
  const facts = factsOf(plan, profile);
  const folded = [fold(names.name), fold(names.symbol)];
  return copyLine([
    index + 1,
    jettonAddress(plan, index),
    names.name,
    names.symbol,
    ...folded,
    grams(...folded),
    profile.decimals,
    shown.image,
    shown.description,
    shown.offchainImage,
    shown.offchainDescription,
    JSON.stringify(shown.links),
    facts.admin,
    facts.offchainAdmin,
    profile.totalSupply,
    facts.circulatingSupply,
    facts.mintable,
    facts.modifiedContract,
    facts.verification,
    momentOf(facts.createdAt),
    facts.holdersCount,
    momentOf(facts.holdersChangedAt),
    facts.givenTrustScore,
    momentOf(facts.givenTrustScoreUpdatedAt),
  ]);
}

function momentOf(second: number | undefined): Date | undefined {
  return second === undefined ? undefined : new Date(second * 1000);
}
