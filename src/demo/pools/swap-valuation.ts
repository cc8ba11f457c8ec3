import { STABLE_DECIMALS } from '#demo/jettons/jetton-profile.ts';
import { lastIndexAtMost } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolProfile, TON } from './pool-profile.ts';

const TON_UNIT = 1e-9;

/** Values the swaps of a pool in USD. */
export interface SwapValuation {
  /** Returns undefined if neither side is TON or a USD stablecoin, or if TON has no price yet. */
  usd(units0: number, units1: number, lt: number, dust: boolean): number | undefined;
}

/** Prices of TON in USD from swaps against a stablecoin, by logical time. */
export interface TonRates {
  add(lt: number, usd: number): void;
  /** Returns the latest price at or before a logical time. */
  at(lt: number): number | undefined;
}

/** All prices of a generated market. Complete before the first lookup. */
export class TonRateHistory implements TonRates {
  private unsorted: { lt: number; usd: number }[] = [];
  private times = new Float64Array();
  private prices = new Float64Array();

  add(lt: number, usd: number): void {
    this.unsorted.push({ lt, usd });
  }

  at(lt: number): number | undefined {
    if (this.times.length === 0) this.sort();
    const index = lastIndexAtMost(this.times, lt);
    return (this.times[index] ?? Number.POSITIVE_INFINITY) <= lt ? this.prices[index] : undefined;
  }

  private sort(): void {
    this.unsorted.sort((left, right) => left.lt - right.lt);
    this.times = Float64Array.from(this.unsorted, ({ lt }) => lt);
    this.prices = Float64Array.from(this.unsorted, ({ usd }) => usd);
    this.unsorted = [];
  }
}

export function createSwapValuation(
  plan: MarketPlan,
  rates: TonRates,
  { asset0, asset1 }: PoolProfile,
): SwapValuation {
  const stables = plan.options.stables.length;
  const stableIs0 = asset0 !== TON && asset0 <= stables;
  const stable = stableIs0 || (asset1 !== TON && asset1 <= stables);
  const tonIs0 = asset0 === TON;
  const unit = 10 ** -STABLE_DECIMALS;
  if (stable && (tonIs0 || asset1 === TON)) {
    return {
      usd: (units0, units1, lt, dust) => {
        const usd = (stableIs0 ? units0 : units1) * unit;
        if (!dust) rates.add(lt, usd / ((tonIs0 ? units0 : units1) * TON_UNIT));
        return usd;
      },
    };
  }
  if (stable) return { usd: (units0, units1) => (stableIs0 ? units0 : units1) * unit };
  if (!tonIs0 && asset1 !== TON) return { usd: () => undefined };
  return {
    usd: (units0, units1, lt) => {
      const rate = rates.at(lt);
      return rate === undefined ? undefined : (tonIs0 ? units0 : units1) * TON_UNIT * rate;
    },
  };
}

/** The current price, for live trading. */
export class LatestTonRate implements TonRates {
  lt: number;
  usd: number;

  constructor(lt: number, usd: number) {
    this.lt = lt;
    this.usd = usd;
  }

  add(lt: number, usd: number): void {
    if (lt < this.lt) return;
    this.lt = lt;
    this.usd = usd;
  }

  at(): number {
    return this.usd;
  }
}
