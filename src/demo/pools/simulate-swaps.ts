import type { JettonHistory } from '#demo/jettons/jetton-history.ts';
import { HOUR, lastIndexAtMost } from '#demo/market/activity-clock.ts';
import type { JettonKind } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { createTradeSimulator, type OpenedPool } from './open-pool.ts';
import type { PoolProfile } from './pool-profile.ts';
import type { SwapWriter } from './swap-writer.ts';
import { type Actor, actors } from './trade-simulator.ts';

const allActors = Object.values(actors);
const ACTORS = allActors.length;

/** Returns the times and actors of one pool's trades in order, each packed as second × ACTORS + actor. */
function scheduleTrades(
  plan: MarketPlan,
  history: JettonHistory,
  pool: PoolProfile,
  random: Random,
): Float64Array {
  const isActive = (history.activity.at(-1) ?? 0) > 0;
  const { rug, kind } = history.profile;
  const from = Math.max(pool.createdAt, plan.start);
  const packedTrades: number[] = [];
  const add = (actor: Actor, count: number, timeOf: (index: number) => number) => {
    for (let index = 0; index < count; index += 1) {
      const second = Math.floor(timeOf(index));
      if (second > from && second <= plan.end) packedTrades.push(second * ACTORS + actor);
    }
  };
  const retailCount = isActive ? random.poisson(plan.retailSwaps(pool.owner) * pool.share) : 0;
  add(actors.retail, retailCount, () => randomTime(plan, history, random));
  const botCount = random.poisson(plan.botSwaps(pool.owner) * pool.share);
  add(actors.bots, botCount, () => plan.botClock.secondAt(random.next() * plan.botClock.total));
  const isArbitraged = pool.rank > 0 && isActive && plan.retailSwaps(pool.owner) > MIN_ARBITRAGED_SWAPS;
  const arbitrageCount = isArbitraged ? (arbitrageTrades[kind] ?? 0) : 0;
  add(actors.arbitrageurs, arbitrageCount, () => random.between(from, plan.end));
  if (rug && rug.at > pool.createdAt) {
    add(
      actors.panicSellers,
      random.integer(4, 28),
      (index) => rug.at + 2 + random.exponential() * (index === 0 ? 60 : 4 * HOUR),
    );
  }
  // Ensures that TON has a price from the start of the window.
  if (pool.id === 1) add(actors.retail, 1, () => plan.start + 1);
  return Float64Array.from(packedTrades).sort();
}

/** Minimum number of retail swaps for bots to arbitrage between the pools of a jetton. */
const MIN_ARBITRAGED_SWAPS = 20;
/** Number of arbitrage trades over the window in each pool that is not its jetton's deepest. */
const arbitrageTrades: Partial<Record<JettonKind, number>> = {
  pegged: 70,
  major: 70,
  established: 60,
  meme: 14,
  launch: 14,
};

function randomTime(plan: MarketPlan, { path, activity }: JettonHistory, random: Random): number {
  const target = random.next() * (activity[activity.length - 1] ?? 0);
  const from = path.start + lastIndexAtMost(activity, target) * path.step;
  const low = plan.retailClock.activityUntil(from);
  const high = plan.retailClock.activityUntil(from + path.step);
  return plan.retailClock.secondAt(low + (high - low) * random.next());
}

/** Simulates one pool's swaps, oldest first. Yields rows for COPY whenever the writer's buffer is full. */
export function* simulateSwaps(
  plan: MarketPlan,
  history: JettonHistory,
  opened: OpenedPool,
  writer: SwapWriter,
): Generator<string> {
  const { profile: pool, state, log0, log1 } = opened;
  const { rug } = history.profile;
  const random = randomFor(plan.seed, 'swaps', pool.id);
  const trades = scheduleTrades(plan, history, pool, random);
  const simulator = createTradeSimulator(plan, history.profile, pool, state, random);
  const liquidityChangeChance = pool.amplification === 0 && trades.length > 60 ? 1 / 160 : 0;
  let isRugDone = rug === undefined;
  for (const packed of trades) {
    const actor = packed % ACTORS;
    const second = (packed - actor) / ACTORS;
    if (!isRugDone && rug && second >= rug.at) {
      isRugDone = true;
      if (rug.method === 'removal') state.scale(random.between(0.0006, 0.01));
      else if (simulator.dump(random.between(0.75, 0.98))) writer.add(second, state, simulator);
      if (rug.method === 'dump') continue;
    } else if (liquidityChangeChance > 0 && random.chance(liquidityChangeChance))
      state.scale(Math.exp(0.05 * random.normal()));
    if (simulator.trade(actorOf(actor), log0(second), log1(second))) writer.add(second, state, simulator);
    if (writer.isFull) yield writer.flush();
  }
}

function actorOf(code: number): Actor {
  return allActors.find((actor) => actor === code) ?? actors.retail;
}
