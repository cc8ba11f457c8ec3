import { copyChunks, copyFormat } from '#service/store/copy-text.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { type CopiedSwap, jettonCopyFormat, poolCopyFormat, swapCopyFormat } from '#service/store/rows.ts';
import { HOUR, lastIndexAtMost } from './activity-clock.ts';
import { rateColumns, rateRows } from './exchange-rates.ts';
import { generateHolders, holderColumns, JETTONS_WITH_HOLDERS, snapshotColumns } from './holders.ts';
import type { JettonHistory } from './jetton-history.ts';
import { kindTraits } from './jetton-kinds.ts';
import { generateProfile } from './jetton-profile.ts';
import { deriveAddress, jettonRows, traderAddress } from './jetton-rows.ts';
import { type MarketOptions, MarketPlan } from './market-plan.ts';
import { generatePools } from './pool-profile.ts';
import { type Random, randomFor } from './random.ts';
import { type Actor, Market, TradedPool } from './traded-pool.ts';

/** Generates a market into an empty store. `onProgress` receives the completed share, up to 1. */
export async function loadSimulatedMarket(
  load: LoadSession,
  options: MarketOptions,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const market = generateMarket(options);
  const { plan } = market;
  const expectedSwaps = (index: number) => plan.retailSwaps(index) + plan.botSwaps(index);
  const swaps = Array.from({ length: plan.size }, (_, index) => expectedSwaps(index));
  const total = plan.size + plan.poolCount + swaps.reduce((sum, count) => sum + count, 0);
  let completed = 0;
  const add = (count: number) => {
    completed += count;
    onProgress(Math.min(completed / total, 1));
  };
  await load.copy('fx', rateColumns, copyChunks(market.rates()));
  await load.copy('jetton', jettonCopyFormat.columns, copyChunks(market.jettons()));
  add(plan.size);
  await load.copy('pool', poolCopyFormat.columns, copyChunks(market.pools()));
  add(plan.poolCount);
  const { holders, snapshots } = market.holders();
  await load.copy('holder', holderColumns, copyChunks(holders));
  await load.copy('holder_snapshot', snapshotColumns, copyChunks(snapshots));
  const swapRows = market.swaps((index) => add(swaps[index] ?? 0));
  await load.copy('swap', swapCopyFormat.columns, copyChunks(swapRows));
  await load.copy('trader', traderCopyFormat.columns, copyChunks(market.traders()));
}

/** A trader for COPY. */
const traderCopyFormat = copyFormat({
  id: ({ id }: { id: number; address: string }) => id,
  address: ({ address }) => address,
});

/** A market as rows for COPY in the columns of the formats of each table and `rateColumns`. */
interface SimulatedMarket {
  readonly plan: MarketPlan;
  jettons(): Iterable<string>;
  /** Yields pools with the reserves before the first swap. */
  pools(): Iterable<string>;
  /** Holders of the most traded jettons. */
  holders(): { readonly holders: string[]; readonly snapshots: string[] };
  /** Yields swaps pool by pool in order of time. Calls `onJetton` after each jetton. */
  swaps(onJetton?: (index: number) => void): Iterable<string>;
  /** Yields the traders of the swaps that were yielded. */
  traders(): Iterable<string>;
  rates(): Iterable<string>;
}

/** Generates a market. The same options always give identical data. */
export function generateMarket(options: MarketOptions): SimulatedMarket {
  const plan = new MarketPlan(options);
  const traders = new Set<number>();
  return {
    plan,
    jettons: () => jettonRows(plan),
    pools: () => poolRows(plan),
    holders: () => holderRows(plan),
    swaps: (onJetton) => swapRows(plan, traders, onJetton),
    traders: () => traderRows(plan, traders),
    rates: () => rateRows(plan),
  };
}

function* openPools(
  plan: MarketPlan,
  onJetton?: (index: number) => void,
  size = plan.size,
): Generator<[Market, TradedPool]> {
  const market = new Market(plan);
  for (let index = 0; index < size; index += 1) {
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

function holderRows(plan: MarketPlan) {
  const size = Math.min(plan.size, JETTONS_WITH_HOLDERS);
  const pools = new Map<number, TradedPool[]>();
  for (const [, pool] of openPools(plan, undefined, size)) {
    const { index } = pool.profile.owner;
    pools.set(index, [...(pools.get(index) ?? []), pool]);
  }
  const parts = Array.from({ length: size }, (_, index) =>
    generateHolders(plan, generateProfile(plan, index), pools.get(index) ?? []),
  );
  return {
    holders: parts.flatMap(({ holders }) => holders),
    snapshots: parts.flatMap(({ snapshots }) => snapshots),
  };
}

/** Adds the traders of the swaps to `traders`. */
function* swapRows(
  plan: MarketPlan,
  traders: Set<number>,
  onJetton?: (index: number) => void,
): Generator<string> {
  for (const [market, pool] of openPools(plan, onJetton)) {
    for (const swap of simulateSwaps(market, pool)) {
      traders.add(swap.traderId);
      yield swapCopyFormat.line(swap);
    }
  }
}

function* traderRows(plan: MarketPlan, ids: Iterable<number>): Generator<string> {
  for (const id of ids) yield traderCopyFormat.line({ id, address: traderAddress(plan, id) });
}

/** Minimum number of retail swaps for bots to arbitrage between the pools of a jetton. */
const MIN_ARBITRAGED_SWAPS = 20;
/** Minimum number of trades of a pool whose liquidity changes, and their number per change. */
const MIN_LIQUID_TRADES = 60;
const TRADES_PER_LIQUIDITY_CHANGE = 160;

interface Trade {
  readonly second: number;
  readonly actor: Actor;
}

/** Simulates one pool's swaps over the window, oldest first. */
function* simulateSwaps(market: Market, pool: TradedPool): Generator<CopiedSwap> {
  const { random, state, profile } = pool;
  const trades = scheduleTrades(market.plan, market.history(profile.owner.index), pool);
  const changesLiquidity = profile.amplification === 0 && trades.length > MIN_LIQUID_TRADES;
  let { ruggedAt } = profile.owner;
  for (const { actor, second } of trades) {
    if (ruggedAt !== undefined && second >= ruggedAt) {
      state.scale(random.between(0.0006, 0.01));
      ruggedAt = undefined;
    } else if (changesLiquidity && random.chance(1 / TRADES_PER_LIQUIDITY_CHANGE))
      state.scale(Math.exp(0.05 * random.normal()));
    const swap = pool.trade(actor, second);
    if (swap) yield swap;
  }
}

function scheduleTrades(plan: MarketPlan, history: JettonHistory, pool: TradedPool): Trade[] {
  const { profile, random } = pool;
  const { owner, share } = profile;
  const isActive = (history.activity.at(-1) ?? 0) > 0;
  const retailSwaps = plan.retailSwaps(owner.index);
  const from = Math.max(profile.createdAt, plan.start);
  const trades: Trade[] = [];
  const add = (actor: Actor, count: number, timeOf: (index: number) => number) => {
    for (let index = 0; index < count; index += 1) {
      const second = Math.floor(timeOf(index));
      if (second > from && second <= plan.end) trades.push({ second, actor });
    }
  };
  add('retail', isActive ? random.poisson(retailSwaps * share) : 0, () => retailTime(plan, history, random));
  const { botClock } = plan;
  add('bot', random.poisson(plan.botSwaps(owner.index) * share), () =>
    botClock.secondAt(random.next() * botClock.total),
  );
  if (profile.rank > 0 && isActive && retailSwaps > MIN_ARBITRAGED_SWAPS)
    add('arbitrageur', kindTraits[owner.kind].arbitrage, () => random.between(from, plan.end));
  const { ruggedAt = 0 } = owner;
  if (ruggedAt > profile.createdAt)
    add('panic seller', random.integer(4, 28), (index) => {
      return ruggedAt + 2 + random.exponential() * (index === 0 ? 60 : 4 * HOUR);
    });
  // Ensures that TON has a price from the start of the window.
  if (profile.id === 1) add('retail', 1, () => plan.start + 1);
  return trades.sort((left, right) => left.second - right.second);
}

function retailTime(plan: MarketPlan, { path, activity }: JettonHistory, random: Random): number {
  const from = path.start + lastIndexAtMost(activity, random.next() * (activity.at(-1) ?? 0)) * path.step;
  const { retailClock } = plan;
  const low = retailClock.activityUntil(from);
  const high = retailClock.activityUntil(from + path.step);
  return retailClock.secondAt(low + (high - low) * random.next());
}
