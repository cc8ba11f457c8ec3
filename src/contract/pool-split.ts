import { DEFAULT_MARKET_TYPE } from './market.ts';

/** Types of constant-product pools: that of the specification and those of known exchanges. */
export const constantProductTypes = [DEFAULT_MARKET_TYPE, 'volatile', 'constant_product'];

/** Which constant-product pools a trade can be divided among. */
export const splitLimits = {
  /** Relative difference above which a pool's reserves contradict its last price. */
  priceTolerance: 0.05,
  /** Relative difference from the deepest pool's price up to which a pool is part of a split. */
  splitTolerance: 0.01,
  /** How much older than those of the deepest pool reserves can be. */
  reservesMaxAgeMs: 3_600_000,
} as const;
