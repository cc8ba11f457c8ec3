import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import type { Caller, Service } from '#service/config/context.ts';
import { listEnvelope } from './list-envelope.ts';
import { queryTrustScores } from './trust-score-query.ts';

/** Operation 2. */
export async function getJettonTrustScoreList(
  { store }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonTrustScoreList']>> {
  const page = await queryTrustScores(store.db, filter);
  const items = page.rows.flatMap(({ address, score, updatedAt }) =>
    score === null || updatedAt === null ? [] : [{ address, score, updatedAt }],
  );
  return { items, ...listEnvelope(page, caller) };
}
