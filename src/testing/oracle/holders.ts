import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import type { HolderKind, TopHolders } from '#contract/holders.ts';
import { Fraction } from './fraction.ts';
import { omitUndefined } from './jetton-responses.ts';
import { sortedMarkets } from './market-responses.ts';
import type { HolderSnapshot } from './read-dataset.ts';
import { decimalsOf, displayedUnits, type World } from './world.ts';

const BURNED = new Set([`0:${'0'.repeat(64)}`, `-1:${'0'.repeat(64)}`]);

interface Holder {
  readonly owner: RawAddress;
  readonly balance: bigint;
  readonly kind: HolderKind | undefined;
  readonly name: string | undefined;
}

/** Returns the largest holders of a token, and the supply that their shares are of. */
function holdersOf(world: World, token: RawAddress, { holders, supply }: HolderSnapshot) {
  const kindOf = (owner: RawAddress, stated: HolderKind | undefined) => {
    if (world.dataset.pools.has(owner)) return 'pool';
    return BURNED.has(owner) ? 'burn' : stated;
  };
  const largest = holders
    .filter(({ balance }) => balance > 0n)
    .toSorted((a, b) =>
      a.balance === b.balance ? (a.owner < b.owner ? -1 : 1) : a.balance < b.balance ? 1 : -1,
    )
    .slice(0, 100)
    .map(({ owner, balance, kind, name }): Holder => ({ owner, balance, kind: kindOf(owner, kind), name }));
  const exists = supply ?? world.dataset.jettons.get(token)?.totalSupply ?? 0n;
  return { largest, supply: exists > 0n && exists >= sumOf(largest) ? exists : undefined };
}

function sumOf(holders: readonly Holder[]): bigint {
  return holders.reduce((sum, { balance }) => sum + balance, 0n);
}

function percentOf(part: bigint, supply: bigint | undefined): number | undefined {
  return supply === undefined ? undefined : Number(new Fraction(100n * part, supply).rounded(4)) / 10_000;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the largest holders of a jetton, and what is burned or locked of the LP tokens of its pools. */
export function expectedTopHolders(
  world: World,
  jetton: RawAddress,
  source = 'import',
): Omit<TopHolders, 'addressBook'> {
  const liquidity = expectedLockedLiquidity(world, jetton, source);
  const snapshot = world.dataset.holders.get(jetton);
  if (!snapshot) return { holders: [], liquidity };
  const { largest, supply } = holdersOf(world, jetton, snapshot);
  const decimals = decimalsOf(world, jetton);
  const amount = (units: bigint) => ({ value: displayedUnits(world, jetton, units), decimals });
  const others = largest.filter(({ kind }) => kind !== 'pool' && kind !== 'burn');
  const share = (kind: HolderKind) =>
    percentOf(sumOf(largest.filter((holder) => holder.kind === kind)), supply);
  return omitUndefined({
    snapshotAt: iso(snapshot.time),
    source,
    supply: supply === undefined ? undefined : amount(supply),
    topTenPercent: percentOf(sumOf(others.slice(0, 10)), supply),
    topHundredPercent: percentOf(sumOf(others), supply),
    poolsPercent: share('pool'),
    burnedPercent: share('burn'),
    lockedPercent: share('locker'),
    holders: largest.map(({ owner, balance, kind, name }) =>
      omitUndefined({
        owner,
        ownerFriendly: toUserFriendly(owner),
        amount: amount(balance),
        percent: percentOf(balance, supply),
        kind,
        name,
        exchangeId: world.dataset.pools.get(owner)?.exchange,
      }),
    ),
    liquidity,
  });
}

function expectedLockedLiquidity(world: World, jetton: RawAddress, source: string): TopHolders['liquidity'] {
  return sortedMarkets(world, jetton)
    .flatMap(({ pool: { address, exchange } }) => {
      const snapshot = world.dataset.holders.get(address);
      if (!snapshot) return [];
      const { largest, supply } = holdersOf(world, address, snapshot);
      const share = (kind: HolderKind) =>
        percentOf(sumOf(largest.filter((holder) => holder.kind === kind)), supply);
      const [burnedPercent, lockedPercent] = [share('burn'), share('locker')];
      if (burnedPercent === undefined || lockedPercent === undefined) return [];
      return [
        {
          poolAddress: address,
          exchangeId: exchange,
          snapshotAt: iso(snapshot.time),
          source,
          burnedPercent,
          lockedPercent,
        },
      ];
    })
    .slice(0, 20);
}
