import { type HolderKind, MAX_HOLDERS } from '#contract/holders.ts';
import { copyLine } from '#service/store/copy-text.ts';
import { HOUR } from './activity-clock.ts';
import type { JettonKind } from './jetton-kinds.ts';
import type { JettonProfile } from './jetton-profile.ts';
import { deriveAddress, jettonAddress, traderAddress } from './jetton-rows.ts';
import type { MarketPlan } from './market-plan.ts';
import { type Random, randomFor } from './random.ts';
import type { TradedPool } from './traded-pool.ts';

/** Jettons with known holders, from the first on: a source states those of the most traded ones. */
export const JETTONS_WITH_HOLDERS = 400;

/** Rows for COPY in the columns of `holderColumns` and `snapshotColumns`. */
interface HolderRows {
  readonly holders: string[];
  readonly snapshots: string[];
}

export const holderColumns = ['token', 'owner', 'balance', 'kind', 'name'];
export const snapshotColumns = ['token', 'time', 'source', 'supply'];

interface Distribution {
  /** Share of the supply that the listed wallets hold together. */
  readonly largest: readonly [number, number];
  /** Probabilities of a share that is burned, of a locker, and of liquidity that is burned or locked. */
  readonly burned: number;
  readonly locker: number;
  readonly securedLiquidity: number;
}

const ordinary: Distribution = { largest: [0.2, 0.5], burned: 0.15, locker: 0.1, securedLiquidity: 0.15 };
const concentrated: Distribution = { largest: [0.6, 0.9], burned: 0.1, locker: 0.05, securedLiquidity: 0.05 };
const distributions: Partial<Record<JettonKind, Distribution>> = {
  meme: { ...ordinary, burned: 0.35, securedLiquidity: 0.6 },
  launch: { ...ordinary, largest: [0.3, 0.7], securedLiquidity: 0.4 },
  stable: { ...ordinary, burned: 0, locker: 0, securedLiquidity: 0 },
  pegged: { ...ordinary, burned: 0, locker: 0, securedLiquidity: 0 },
  rug: concentrated,
  scam: concentrated,
  lookalike: concentrated,
};

const BURN_ADDRESS = `0:${'0'.repeat(64)}`;

/** Generates the largest holders of a jetton, among them its pools, and of the LP tokens of these. */
export function generateHolders(
  plan: MarketPlan,
  profile: JettonProfile,
  pools: readonly TradedPool[],
): HolderRows {
  const random = randomFor(plan.seed, 'holders', profile.index);
  const token = jettonAddress(plan, profile.index);
  const distribution = distributions[profile.kind] ?? ordinary;
  const rows: HolderRows = { holders: [], snapshots: [] };
  const add = (of: string, owner: string, balance: bigint, kind?: HolderKind, name?: string) => {
    if (balance > 0n) rows.holders.push(copyLine([of, owner, balance, kind, name]));
  };
  const time = new Date(1000 * (plan.end - random.integer(HOUR / 60, 6 * HOUR)));
  rows.snapshots.push(copyLine([token, time, 'simulated', profile.totalSupply]));
  let left = profile.totalSupply;
  const spend = (balance: bigint) => {
    const spent = balance < left ? balance : left;
    left -= spent;
    return spent;
  };
  for (const { profile: pool, state } of pools) {
    const address = deriveAddress(plan, 'pool', pool.id);
    add(token, address, spend(BigInt(state.reserves[pool.ownerSide])));
    if (random.chance(0.8)) addLiquidity(plan, address, time, distribution, random, rows, add);
  }
  if (random.chance(distribution.burned))
    add(token, BURN_ADDRESS, spend(shareOf(left, random.between(0.01, 0.3))), 'burn');
  if (random.chance(distribution.locker))
    add(
      token,
      deriveAddress(plan, 'locker', profile.index),
      spend(shareOf(left, random.between(0.02, 0.2))),
      'locker',
      'Locker',
    );
  const wallets = MAX_HOLDERS - pools.length;
  const weights = Array.from({ length: wallets }, (_, rank) => random.logNormal((rank + 3) ** -1, 0.3));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const held = random.between(...distribution.largest);
  const available = left;
  for (const [rank, weight] of weights.entries()) {
    const isContract = random.chance(0.06);
    const owner = traderAddress(plan, FIRST_HOLDER + profile.index * MAX_HOLDERS + rank);
    const balance = spend(shareOf(available, (held * weight) / total));
    add(token, owner, balance, isContract ? 'contract' : 'wallet', isContract ? undefined : nameOf(random));
  }
  return rows;
}

/** Traders have lower numbers. Most holders never trade. */
const FIRST_HOLDER = 200_000;

function nameOf(random: Random): string | undefined {
  return random.chance(0.02) ? random.pick(['An exchange', 'Treasury', 'Team']) : undefined;
}

function shareOf(amount: bigint, share: number): bigint {
  return (amount * BigInt(Math.round(share * 1e9))) / 1_000_000_000n;
}

/** LP tokens in circulation: their number has no meaning. */
const LP_SUPPLY = 1_000_000_000_000n;

function addLiquidity(
  plan: MarketPlan,
  pool: string,
  time: Date,
  { securedLiquidity }: Distribution,
  random: Random,
  rows: HolderRows,
  add: (token: string, owner: string, balance: bigint, kind?: HolderKind, name?: string) => void,
): void {
  rows.snapshots.push(copyLine([pool, time, 'simulated', LP_SUPPLY]));
  const isSecured = random.chance(securedLiquidity);
  const secured = isSecured ? shareOf(LP_SUPPLY, random.pick([1, 0.95, 0.8, 0.5])) : 0n;
  if (random.chance(0.7)) add(pool, BURN_ADDRESS, secured, 'burn');
  else add(pool, deriveAddress(plan, 'locker', 0), secured, 'locker', 'Locker');
  add(pool, traderAddress(plan, random.integer(1_000, 100_000)), LP_SUPPLY - secured, 'wallet');
}
