import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/store.ts';
import { marketSource } from './market-source.ts';

export interface MarketStatisticsRow {
  /** MarketStatistics as JSON; null before the first calculation. */
  readonly statistics: string | null;
}

/** Returns the statistics of a market; undefined if the market does not exist. */
export async function queryMarketStatistics(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<MarketStatisticsRow | undefined> {
  const [row] = await rows<MarketStatisticsRow>(
    db,
    sql`select m.statistics from ${marketSource(address, poolAddress)}`,
  );
  return row;
}
