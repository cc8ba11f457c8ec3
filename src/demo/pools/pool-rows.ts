import { poolAddress } from '#demo/jettons/addresses.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { Stories } from '#demo/market/stories.ts';
import { poolCopyFormat } from '#service/store/new-pool.ts';
import { openPool } from './pool-opening.ts';
import { poolsOf } from './pool-profile.ts';

/** Rows of COPY, as `givenPools` writes them: every pool with the reserves that it has before its first swap. */
export function* poolRows(plan: MarketPlan): Generator<string> {
  const stories = new Stories(plan);
  for (let index = 0; index < plan.size; index += 1) {
    if (plan.poolsOf(index) === 0) continue;
    const story = stories.of(index);
    for (const profile of poolsOf(plan, story.profile)) {
      const { state, at } = openPool(plan, stories, story, profile);
      const { createdAt, ...rest } = profile;
      yield poolCopyFormat.line({
        ...rest,
        address: poolAddress(plan, profile.id),
        createdAt: new Date(createdAt * 1000),
        reserve0: state.reserve0.toString(),
        reserve1: state.reserve1.toString(),
        reservesAt: new Date(Math.floor(at) * 1000),
      });
    }
  }
}
