import { copyLine } from '#service/store/copy-text.ts';
import { poolAddress } from './addresses.ts';
import type { MarketPlan } from './market-plan.ts';
import { openPool } from './pool-opening.ts';
import { poolsOf } from './pool-profile.ts';
import { Stories } from './stories.ts';

export const poolColumns = [
  'id',
  'address',
  'exchange',
  'type',
  'asset0',
  'asset1',
  'created_at',
  'reserve0',
  'reserve1',
  'reserves_at',
] as const;

/** Rows of COPY into `poolColumns`: every pool with the reserves that it has before its first swap. */
export function* poolRows(plan: MarketPlan): Generator<string> {
  const stories = new Stories(plan);
  for (let index = 0; index < plan.size; index += 1) {
    if (plan.poolsOf(index) === 0) continue;
    const story = stories.of(index);
    for (const profile of poolsOf(plan, story.profile)) {
      const { state, at } = openPool(plan, stories, story, profile);
      yield copyLine([
        profile.id,
        poolAddress(plan, profile.id),
        profile.exchange,
        profile.type,
        profile.asset0,
        profile.asset1,
        new Date(profile.createdAt * 1000),
        state.reserve0.toString(),
        state.reserve1.toString(),
        new Date(Math.floor(at) * 1000),
      ]);
    }
  }
}
