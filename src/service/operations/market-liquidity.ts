import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';
import { marketLiquidity } from './current-values.ts';
import { marketSource } from './market-source.ts';

/** Decimal strings, whose scale is the Amount's decimals; null if unknown. */
export interface LiquidityRow {
  readonly liquidityAsset: string | null;
  readonly liquidityCounterpart: string | null;
  readonly liquidityTon: string | null;
  readonly liquidityUsd: string | null;
  readonly liquidityChangedAt: string | null;
}

/** From `market m`. */
export const liquidityColumns = sql`
  m.liquidity_asset as "liquidityAsset", m.liquidity_counterpart as "liquidityCounterpart",
  ${marketLiquidity.ton} as "liquidityTon", ${marketLiquidity.usd} as "liquidityUsd",
  iso(m.liquidity_changed_at) as "liquidityChangedAt"`;

/** Returns the liquidity of a market; undefined if the market does not exist. */
export async function queryMarketLiquidity(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<LiquidityRow | undefined> {
  const [row] = await rows<LiquidityRow>(
    db,
    sql`select ${liquidityColumns} from ${marketSource(address, poolAddress)}`,
  );
  return row;
}
