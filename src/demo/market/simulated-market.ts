import { isDust } from '#contract/dust.ts';
import { generateProfile } from '#demo/jettons/jetton-profile.ts';
import { deriveAddress, jettonRows } from '#demo/jettons/jetton-rows.ts';
import { simulateSwaps } from '#demo/pools/pool-history.ts';
import { generatePools } from '#demo/pools/pool-profile.ts';
import { Market, TradedPool } from '#demo/pools/traded-pool.ts';
import { randomFor } from '#demo/random.ts';
import type { NewSwap } from '#service/market/record-swaps.ts';
import { copyFormat } from '#service/store/copy-format.ts';
import { poolCopyFormat } from '#service/store/new-pool.ts';
import { rateRows } from './exchange-rates.ts';
import { type MarketOptions, MarketPlan } from './market-plan.ts';

export const swapCopyFormat = copyFormat({
  pool_id: ({ poolId }: NewSwap) => poolId,
  time: ({ time }) => time,
  lt: ({ lt }) => lt,
  trader_id: ({ traderId }) => traderId,
  sold0: ({ sold0 }) => sold0,
  dust: ({ amount0, amount1 }) => isDust(amount0, amount1),
  amount0: ({ amount0 }) => amount0,
  amount1: ({ amount1 }) => amount1,
  volume_usd: ({ volumeUsd }) => volumeUsd,
  reserve0: ({ reserve0 }) => reserve0,
  reserve1: ({ reserve1 }) => reserve1,
});

/** A market as rows for COPY in the columns of `jettonCopyFormat`, `poolCopyFormat`, `swapCopyFormat` and `rateColumns`. */
export interface SimulatedMarket {
  readonly plan: MarketPlan;
  jettons(): Iterable<string>;
  /** Yields pools with the reserves before the first swap. */
  pools(): Iterable<string>;
  /** Yields swaps pool by pool in order of time. Calls `onJetton` after each jetton. */
  swaps(onJetton?: (index: number) => void): Iterable<string>;
  rates(): Iterable<string>;
}

/** Generates a market. The same options always give identical data. */
export function generateMarket(options: MarketOptions): SimulatedMarket {
  const plan = new MarketPlan(options);
  return {
    plan,
    jettons: () => jettonRows(plan),
    pools: () => poolRows(plan),
    swaps: (onJetton) => swapRows(plan, onJetton),
    rates: () => rateRows(plan),
  };
}

function* openPools(plan: MarketPlan, onJetton?: (index: number) => void): Generator<[Market, TradedPool]> {
  const market = new Market(plan);
  for (let index = 0; index < plan.size; index += 1) {
    if (plan.poolCountOf(index) > 0) {
      for (const profile of generatePools(plan, generateProfile(plan, index)))
        yield [market, new TradedPool(market, profile, randomFor(plan.seed, 'swaps', profile.id))];
      market.release(index);
    }
    onJetton?.(index);
  }
}

function* poolRows(plan: MarketPlan): Generator<string> {
  for (const [, { profile, state, openedAt }] of openPools(plan)) {
    yield poolCopyFormat.line({
      ...profile,
      address: deriveAddress(plan, 'pool', profile.id),
      asset0: profile.assets[0],
      asset1: profile.assets[1],
      createdAt: new Date(profile.createdAt * 1000),
      reserve0: String(state.reserves[0]),
      reserve1: String(state.reserves[1]),
      reservesAt: new Date(Math.floor(openedAt) * 1000),
    });
  }
}

function* swapRows(plan: MarketPlan, onJetton?: (index: number) => void): Generator<string> {
  for (const [market, pool] of openPools(plan, onJetton))
    for (const swap of simulateSwaps(market, pool)) yield swapCopyFormat.line(swap);
}
