import { jettonRows } from '#demo/jettons/jetton-rows.ts';
import { openPool } from '#demo/pools/pool-opening.ts';
import { poolsOf } from '#demo/pools/pool-profile.ts';
import { poolRows } from '#demo/pools/pool-rows.ts';
import { writeSwaps } from '#demo/pools/swap-history.ts';
import { AllTonRates, swapValueOf } from '#demo/pools/swap-value.ts';
import { SwapWriter } from '#demo/pools/swap-writer.ts';
import { rateRows } from './exchange-rates.ts';
import { type MarketOptions, MarketPlan } from './market-plan.ts';
import { Stories } from './stories.ts';

/** A market as rows for COPY, columns as `givenJettons`, `givenPools`, `swapColumns` and `rateColumns` name them. */
export interface SimulatedMarket {
  readonly plan: MarketPlan;
  jettons(): Iterable<string>;
  pools(): Iterable<string>;
  /** Chunks of rows, pool by pool in the order of time; `onJetton` hears of each jetton that is done. */
  swaps(onJetton?: (index: number) => void): Iterable<string>;
  rates(): Iterable<string>;
}

/** The same bytes for the same options, for ever. */
export function generateMarket(options: MarketOptions): SimulatedMarket {
  const plan = new MarketPlan(options);
  return {
    plan,
    jettons: () => jettonRows(plan),
    pools: () => poolRows(plan),
    swaps: (onJetton) => swapChunks(plan, onJetton),
    rates: () => rateRows(plan),
  };
}

function* swapChunks(plan: MarketPlan, onJetton?: (index: number) => void): Generator<string> {
  const stories = new Stories(plan);
  const writer = new SwapWriter();
  const rates = new AllTonRates();
  for (let index = 0; index < plan.size; index += 1) {
    const story = plan.poolsOf(index) === 0 ? undefined : stories.of(index);
    for (const profile of story ? poolsOf(plan, story.profile) : []) {
      if (!story) continue;
      writer.begin(profile.id, swapValueOf(plan, rates, profile));
      yield* writeSwaps(plan, story, openPool(plan, stories, story, profile), writer);
    }
    onJetton?.(index);
  }
  yield writer.take();
}
