import type { RawAddress } from '#contract/address.ts';
import type { Order } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import {
  expectedMetrics,
  expectedPriceChanges,
  expectedTraders,
  expectedTransactions,
  expectedVolume,
} from './jetton-responses.ts';
import { jettonLiquidity } from './liquidity.ts';
import { jettonOf, type World } from './world.ts';

/** Fields to sort and filter by, except the trust score, which the service calculates by its own formula. */
export type ListField = Exclude<SortField, 'trustScore'> | 'mcap';
export type ListValues = Readonly<Record<ListField, number | bigint | undefined>>;

function optionalInteger(digits: string | undefined): bigint | undefined {
  return digits === undefined ? undefined : BigInt(digits);
}

/** Returns the values of a jetton that lists are sorted and filtered by. Sums are rounded as in the responses. */
export function listValues(world: World, jetton: RawAddress): ListValues {
  const metrics = expectedMetrics(world, jetton, 'ton');
  const changes = expectedPriceChanges(world, jetton, 'ton');
  return {
    createdAt: jettonOf(world, jetton).createdAt,
    fdmc: optionalInteger(metrics.fdmc?.value),
    mcap: optionalInteger(metrics.mcap?.value),
    tvl: jettonLiquidity(world, jetton, 'ton')?.rounded(9),
    liquidityUsd: optionalInteger(metrics.liquidityUsd?.value),
    volume24h: BigInt(expectedVolume(world, jetton, 'total', 'usd').day.current.value),
    holders: optionalInteger(metrics.holdersCount),
    traders24h: BigInt(expectedTraders(world, jetton, 'total').day.current),
    transactions24h: BigInt(expectedTransactions(world, jetton, 'total').day.current),
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
