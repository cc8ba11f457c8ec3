import type { RawAddress } from '#contract/address.ts';
import type { Order, PricePeriod } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { exitValue, worstExitValue } from './exits.ts';
import { expectedTopHolders } from './holders.ts';
import {
  expectedMetrics,
  expectedMoves,
  expectedPriceChanges,
  expectedTraders,
  expectedTransactions,
  expectedVolume,
} from './jetton-responses.ts';
import { jettonLiquidity } from './liquidity.ts';
import { expectedConcentration } from './traders.ts';
import { jettonOf, type World } from './world.ts';

/** Fields to sort and filter by, except the trust score, which the service calculates by its own formula. */
export type ListField = Exclude<SortField, 'trustScore'> | 'mcap';

/** Fields of price changes, with their periods. */
export const changeFields = {
  tonPriceChangeMin15: 'min15',
  tonPriceChangeHour: 'hour',
  tonPriceChangeHour6: 'hour6',
  tonPriceChangeHour12: 'hour12',
  tonPriceChangeDay: 'day',
  tonPriceChangeWeek: 'week',
  tonPriceChangeMonth: 'month',
} as const satisfies Partial<Record<ListField, PricePeriod>>;
export type ChangeField = keyof typeof changeFields;

export type ListValues = Readonly<Record<ListField, number | bigint | undefined>>;

function optionalInteger(digits: string | undefined): bigint | undefined {
  return digits === undefined ? undefined : BigInt(digits);
}

/** Returns the values of a jetton that lists are sorted and filtered by. Sums are rounded as in the responses. */
export function listValues(world: World, jetton: RawAddress): ListValues {
  const metrics = expectedMetrics(world, jetton, 'ton');
  const changes = expectedPriceChanges(world, jetton, 'ton');
  const { effectiveTraders, buyersWhoSoldPercent, trending } = expectedConcentration(world, jetton);
  const moves = expectedMoves(world, jetton, 'ton');
  return {
    createdAt: jettonOf(world, jetton).createdAt,
    fdmc: optionalInteger(metrics.fdmc?.value),
    mcap: optionalInteger(metrics.mcap?.value),
    exit1k: exitValue(world, jetton, 1_000n)?.rounded(6),
    exit10k: exitValue(world, jetton, 10_000n)?.rounded(6),
    worstExit1k: worstExitValue(world, jetton, 1_000n)?.rounded(6),
    worstExit10k: worstExitValue(world, jetton, 10_000n)?.rounded(6),
    effectiveTraders,
    buyersWhoSold: buyersWhoSoldPercent,
    trending: trending?.score,
    topTenHolders: expectedTopHolders(world, jetton).topTenPercent,
    tvl: jettonLiquidity(world, jetton, 'ton')?.rounded(9),
    liquidityUsd: optionalInteger(metrics.liquidityUsd?.value),
    volume24h: BigInt(expectedVolume(world, jetton, 'total', 'usd').day.current.value),
    holders: optionalInteger(metrics.holdersCount),
    traders24h: BigInt(expectedTraders(world, jetton, 'total').day.current),
    transactions24h: BigInt(expectedTransactions(world, jetton, 'total').day.current),
    tonPriceChangeMin15: moves.min15?.changePercent,
    tonPriceChangeHour12: moves.hour12?.changePercent,
    tonPriceChangeHour: changes.hour?.changePercent,
    tonPriceChangeHour6: changes.hour6?.changePercent,
    tonPriceChangeDay: changes.day?.changePercent,
    tonPriceChangeWeek: changes.week?.changePercent,
    tonPriceChangeMonth: changes.month?.changePercent,
  };
}

/** Returns the addresses sorted by value, then by address ascending. Those without a value come last in both orders. */
export function sortedAddresses(
  values: ReadonlyMap<RawAddress, number | bigint | undefined>,
  order: Order,
): RawAddress[] {
  return [...values.keys()].toSorted((a, b) => {
    const [valueA, valueB] = [values.get(a), values.get(b)];
    const byAddress = a < b ? -1 : 1;
    if (valueA === valueB) return byAddress;
    if (valueA === undefined || valueB === undefined) return valueA === undefined ? 1 : -1;
    return valueA < valueB === (order === 'asc') ? -1 : 1;
  });
}
