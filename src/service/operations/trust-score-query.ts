import { sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/database.ts';
import { calculatedAt } from './calculated-at.ts';
import { type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';

export interface TrustScoreRow extends PageRow {
  /** Null before the first calculation. */
  readonly score: number | null;
  readonly updatedAt: string | null;
}

/** Returns a page of trust scores of the matching jettons. */
export function queryTrustScores(db: Database, filter: JettonListFilter): Promise<Page<TrustScoreRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`j.trust_score as score, coalesce(
      case when j.given_trust_score is not null then iso(j.given_trust_score_updated_at) end,
      ${calculatedAt}) as "updatedAt"`,
  });
}
