import type { RawAddress } from '#contract/address.ts';
import type { InvalidEvent, SourceData, StoreLookup } from '#service/feeds/client/source.ts';
import type { AdapterEvent } from './dexscreener-event.ts';
import type { Pair, PairDirectory } from './dexscreener-pair-directory.ts';

export interface DescribedEvents {
  readonly data: SourceData;
  /** Events of pairs that cannot be used. */
  readonly invalid: readonly InvalidEvent[];
  /** The first block that is not covered. */
  readonly end: bigint | undefined;
}

/** A page ends between two blocks after this number of requests. */
const MAX_REQUESTS = 30;

/** Returns the data of events, with the pools and jettons that are not stored. */
export async function describeEvents(
  directory: PairDirectory,
  events: readonly AdapterEvent[],
  lookup: StoreLookup,
  signal: AbortSignal,
): Promise<DescribedEvents> {
  const sorted = events.toSorted((a, b) => Number(a.block.number - b.block.number));
  const firstBlock = sorted[0]?.block.number;
  const limit = directory.requests + MAX_REQUESTS;
  const pairs = new Map<RawAddress, Pair>();
  const visited = new Set<RawAddress>();
  let end: bigint | undefined;
  for (const { pool, pairId, block } of sorted) {
    if (visited.has(pool)) continue;
    visited.add(pool);
    if (await lookup.hasOwnPool(pool)) {
      directory.remove(pool);
      continue;
    }
    if (directory.requests >= limit && !directory.isCached(pool) && block.number !== firstBlock) {
      end = block.number;
      break;
    }
    pairs.set(pool, await directory.find(pool, pairId, lookup, signal));
  }
  const covered = sorted.filter(({ block }) => end === undefined || block.number < end);
  return { ...combine(covered, pairs), end };
}

function combine(events: readonly AdapterEvent[], pairs: ReadonlyMap<RawAddress, Pair>) {
  const usable: AdapterEvent[] = [];
  const invalid: InvalidEvent[] = [];
  for (const event of events) {
    const pair = pairs.get(event.pool);
    if (pair && 'reason' in pair) invalid.push({ key: event.key, reason: pair.reason, event: event.item });
    else usable.push(event);
  }
  const described = [...pairs.values()].flatMap((pair) => ('pool' in pair ? pair : []));
  const data: SourceData = {
    pools: described.map(({ pool }) => pool),
    jettons: described.flatMap(({ jettons }) => jettons),
    swaps: usable.flatMap(({ swap }) => swap ?? []),
    reserves: usable.flatMap(({ reserves }) => reserves ?? []),
  };
  return { data, invalid };
}
