import { poolAddress } from '#demo/jettons/addresses.ts';
import { JettonHistories } from '#demo/market/jetton-histories.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { poolCopyFormat } from '#service/store/new-pool.ts';
import { openPool } from './open-pool.ts';
import { generatePools } from './pool-profile.ts';

/** Yields rows for COPY in the columns of `poolCopyFormat`, with the reserves before the first swap. */
export function* poolRows(plan: MarketPlan): Generator<string> {
  const histories = new JettonHistories(plan);
  for (let index = 0; index < plan.size; index += 1) {
    if (plan.poolCountOf(index) === 0) continue;
    const history = histories.get(index);
    for (const profile of generatePools(plan, history.profile)) {
      const { state, at } = openPool(plan, histories, history, profile);
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
