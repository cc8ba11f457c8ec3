import { poolTypeName } from '#contract/format/market-names.ts';
import { UNKNOWN_MARKET_TYPE } from '#contract/market.ts';
import { splitLimits } from '#contract/pool-split.ts';
import { type Identities, marketName } from '#web/api/decoding/identities.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { convertedSumText } from '#web/money/converted-amounts.ts';
import type { LeftOutReason, PoolModel } from './pool-model.ts';

/** How pools are named. */
export interface PoolNaming {
  readonly identities: Identities;
  /** Liquidity is in USD without a rate. */
  readonly rate: ExchangeRate | null | undefined;
}

/** Returns a pool's name and liquidity, since a jetton can have several pools of one quote and exchange. */
export function poolText({ market }: PoolModel, { identities, rate }: PoolNaming): string {
  const name = marketName(market, identities);
  const { usd } = market.liquidity;
  return usd ? `${name}, ${convertedSumText(usd, rate)}` : name;
}

const reasons: Readonly<Record<LeftOutReason, (type: string) => string>> = {
  type: (type) =>
    type === UNKNOWN_MARKET_TYPE
      ? 'unknown pool type'
      : `${poolTypeName(type)} pool, whose parameters are not known`,
  reserves: () => 'unknown reserves',
  value: () => 'unknown value of the quote',
  estimate: () => `reserves differ from its last price by ${tolerance(splitLimits.priceTolerance)}`,
  outdated: () => "reserves are over an hour older than the deepest pool's",
  price: () => `price differs from the deepest pool's by ${tolerance(splitLimits.splitTolerance)}`,
};

const tolerance = (share: number) => `more than ${share * 100}%`;

/** Returns why a pool is not part of the best split, or why its impact is unknown. */
export function leftOutText({ market }: PoolModel, reason: LeftOutReason): string {
  return reasons[reason](market.type);
}

/** Why the impact of a pool is an estimate. */
export const ESTIMATE_TEXT = `Estimate: the pool's reserves differ from its last price by ${tolerance(splitLimits.priceTolerance)}.`;

/** Formats a share from 0 to 1 in percent: 0.0042 as 0.42%, 0.052 as 5.2%, 0.00001 as "under 0.01%". */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent <= 0) return '0%';
  if (percent < 0.01) return 'under 0.01%';
  if (percent >= 99.5) return percent >= 100 ? '100%' : 'over 99%';
  return `${percent.toFixed(percent < 0.995 ? 2 : percent < 9.95 ? 1 : 0)}%`;
}
