import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';

/** Path prefix of the lookup of pools, which the specification does not have: its operations require the jetton. */
export const POOLS_PATH = '/pools';

export function poolLookupPath(poolAddress: string): string {
  return `${POOLS_PATH}/${encodeURIComponent(poolAddress)}`;
}

/** The jettons that a pool trades, without TON; of two jettons, the one with less liquidity first. Empty for unknown pools. */
export const poolLookup = z.object({ jettons: z.array(rawAddress) });
export type PoolLookup = z.infer<typeof poolLookup>;
