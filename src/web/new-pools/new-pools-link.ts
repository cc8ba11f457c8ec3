import { createLink, oneOf, parameter } from '#web/kit/device/link-state.ts';

export const minLiquidities = ['1000', '10000', '100000'] as const;
export const minTrustScores = ['20', '40', '60', '80'] as const;

/** Filter of the list of new pools, which a link contains. */
export interface NewPoolsFilter {
  readonly exchange?: string | undefined;
  /** Minimum in USD, of all pools of the jetton. */
  readonly liquidity?: (typeof minLiquidities)[number] | undefined;
  /** Minimum score. */
  readonly trust?: (typeof minTrustScores)[number] | undefined;
  /** By default, jettons marked as scam are hidden. */
  readonly show?: 'verified' | 'all' | undefined;
}

export const newPoolsLink = createLink<NewPoolsFilter>({
  exchange: parameter('exchange', (text) => (/^[\w.-]{1,64}$/.test(text) ? text : undefined), undefined),
  liquidity: parameter('liquidity', oneOf(minLiquidities), undefined),
  trust: parameter('trust', oneOf(minTrustScores), undefined),
  show: parameter('show', oneOf(['verified', 'all']), undefined),
});
