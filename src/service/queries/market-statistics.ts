import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/store.ts';
import { theMarket } from './the-market.ts';

export interface MarketStatisticsRow {
  /** MarketStatistics as JSON; null before the first calculation. */
  readonly statistics: string | null;
}

/** Statistics of a market; undefined where there is no such market. */
export async function marketStatistics(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<MarketStatisticsRow | undefined> {
  const [row] = await rows<MarketStatisticsRow>(
    db,
    sql`select m.statistics from ${theMarket(address, poolAddress)}`,
  );
  return row;
}
