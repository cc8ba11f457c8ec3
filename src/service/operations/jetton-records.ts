import { sql } from 'drizzle-orm';
import type { VerificationStatus } from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/database.ts';
import { type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import { type MetricsRow, metricsColumns, metricsJoins } from './valuation-columns.ts';

export interface JettonRow extends PageRow, MetricsRow {
  readonly description: string | null;
  readonly offchainImage: string | null;
  readonly offchainDescription: string | null;
  /** JSON. */
  readonly links: string;
  readonly createdAt: string | null;
  readonly admin: string | null;
  readonly offchainAdmin: string | null;
  readonly totalSupply: string | null;
  readonly mintable: boolean | null;
  readonly modifiedContract: boolean | null;
  readonly verification: VerificationStatus;
}

/** Returns a page of full records of the matching jettons. */
export function queryJettonRecords(db: Database, filter: JettonListFilter): Promise<Page<JettonRow>> {
  const columns = sql`${metricsColumns},
    j.description, j.offchain_image as "offchainImage", j.offchain_description as "offchainDescription",
    j.links, iso(j.created_at) as "createdAt", j.admin, j.offchain_admin as "offchainAdmin",
    j.total_supply as "totalSupply", j.mintable, j.modified_contract as "modifiedContract", j.verification`;
  return queryJettonPage(db, filter, { columns, joins: metricsJoins });
}
