import { sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Caller, ServiceContext } from '#service/config/context.ts';
import type { Database } from '#service/store/database.ts';
import { onlyJetton, onlyRow, type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import { calculatedAt } from './period-sets.ts';
import { listEnvelope, optional } from './response-parts.ts';

/** Operation 2. */
export async function getJettonTrustScoreList(
  { store }: ServiceContext,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonTrustScoreList']>> {
  const page = await queryTrustScores(store.db, filter);
  const items = page.rows.flatMap(({ address, score, updatedAt }) =>
    score === null || updatedAt === null ? [] : [{ address, score, updatedAt }],
  );
  return { items, ...listEnvelope(page, caller) };
}

/** The item of operation 2 of one jetton. */
export async function getJettonTrustScore(
  { store }: ServiceContext,
  { address }: InputOf<ServedOperations['getJettonTrustScore']>,
): Promise<ResponseOf<ServedOperations['getJettonTrustScore']>> {
  const { score, updatedAt } = onlyRow(await queryTrustScores(store.db, onlyJetton(address)));
  return { address, score: optional(score), updatedAt: optional(updatedAt) };
}

interface TrustScoreRow extends PageRow {
  /** Null before the first calculation. */
  readonly score: number | null;
  readonly updatedAt: string | null;
}

/** Returns a page of trust scores of the matching jettons. */
function queryTrustScores(db: Database, filter: JettonListFilter): Promise<Page<TrustScoreRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`j.trust_score as score, coalesce(
      case when j.given_trust_score is not null then iso(j.given_trust_score_updated_at) end,
      ${calculatedAt}) as "updatedAt"`,
  });
}
