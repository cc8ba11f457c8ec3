import type {
  InvalidEvent,
  SourceClient,
  SwapSource,
  SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import { toFields } from '#service/validation/fields.ts';
import { bisectStart, type StartSearch } from './bisect-start.ts';
import { AdapterClient, isUnknown } from './dexscreener-adapter-client.ts';
import { type AdapterEvent, type Block, readBlock, readEvent } from './dexscreener-event.ts';
import { describeEvents, PairDirectory } from './dexscreener-pairs.ts';
import { distinctBy, readEvents, readResponse } from './read-response.ts';

/** Blocks per request, and the precision of the search of the start. */
const MAX_BLOCKS = 1000n;

/** Reads swaps and reserves from a DEX Screener adapter in either dialect. Keys are numbers of blocks. */
export function createDexscreenerSource(
  client: SourceClient,
  { exchange, now }: SwapSourceOptions,
): SwapSource {
  const adapter = new AdapterClient(client);
  const directory = new PairDirectory(adapter, exchange);
  const searches = new Map<number, StartBlockSearch>();

  async function fetchHead(signal: AbortSignal): Promise<Block> {
    const response = await adapter.fetch('latest-block', [], signal);
    return readResponse('/latest-block', () => readBlock(toFields(response).requiredObject('block')));
  }

  /** Both bounds are inclusive. */
  async function fetchEvents(from: bigint, to: bigint, signal: AbortSignal): Promise<readonly unknown[]> {
    const query = [
      ['fromBlock', String(from)],
      ['toBlock', String(to)],
    ] as const;
    const response = await adapter.fetch('events', query, signal);
    return readResponse('/events', () => toFields(response).requiredArray('events'));
  }

  /** Servers may reject blocks that they have never had. */
  async function fetchOldEvents(from: bigint, to: bigint, signal: AbortSignal): Promise<readonly unknown[]> {
    try {
      return await fetchEvents(from, to, signal);
    } catch (error) {
      if (isUnknown(error)) return [];
      throw error;
    }
  }

  return {
    chunk: MAX_BLOCKS,

    start: async (time, signal) => {
      const head = await fetchHead(signal);
      const search = searches.get(time.getTime()) ?? new StartBlockSearch(head.number);
      searches.set(time.getTime(), search);
      const start = await search.run(async (from) => {
        const to = from + MAX_BLOCKS - 1n < head.number ? from + MAX_BLOCKS - 1n : head.number;
        if (to < from) return undefined;
        return blockAfterEarlierEvents(await fetchOldEvents(from, to, signal), from, to, time);
      });
      searches.delete(time.getTime());
      return start;
    },

    discover: async ({ cursors, start, head: previousHead }, signal) => {
      const block = await fetchHead(signal);
      // The head of some servers moves backwards.
      const head = new Date(Math.max(block.time.getTime(), previousHead.getTime()));
      const from = cursors.get('') ?? start;
      const to = block.number + 1n;
      if (from >= to) return { head, ranges: [] };
      return { head, ranges: [{ subject: '', from, to, fromTime: previousHead, toTime: head }] };
    },

    read: async ({ from, to: end }, lookup, signal) => {
      const to = end < from + MAX_BLOCKS ? end : from + MAX_BLOCKS;
      const items = await fetchEvents(from, to - 1n, signal);
      const { events, invalid } = readEvents(items, readEvent);
      const inRange = events.filter(({ block }) => block.number >= from && block.number < to);
      const distinct = resolveCollisions(inRange);
      const described = await describeEvents(directory, distinct.events, lookup, signal);
      const next = described.end ?? to;
      return {
        ...described.data,
        invalid: [...invalid, ...distinct.invalid, ...described.invalid],
        ...(next < end && { next }),
      };
    },

    check: async (signal) => {
      const { number, time } = await fetchHead(signal);
      const seconds = Math.round((now().getTime() - time.getTime()) / 1000);
      return `DEX Screener adapter: latest block ${number}, ${seconds} s old`;
    },
  };
}

/** Returns the number after the last block of [from, to] whose events are earlier than `time`. */
function blockAfterEarlierEvents(
  items: readonly unknown[],
  from: bigint,
  to: bigint,
  time: Date,
): bigint | undefined {
  const { events: blocks } = readEvents(items, (item) => readBlock(toFields(item).requiredObject('block')));
  return blocks
    .filter((block) => block.number >= from && block.number <= to && block.time < time)
    .map(({ number }) => number + 1n)
    .reduce<bigint | undefined>((last, next) => (last === undefined || next > last ? next : last), undefined);
}

/**
 * Drops repeated events, and rejects different swaps with the same pool and logical time: one of them would be lost as
 * a duplicate of the other.
 */
function resolveCollisions(events: readonly AdapterEvent[]): {
  readonly events: AdapterEvent[];
  readonly invalid: InvalidEvent[];
} {
  const distinct = distinctBy(events, ({ key }) => key);
  const counts = new Map<string, number>();
  for (const { swap } of distinct) {
    if (swap) counts.set(identity(swap), (counts.get(identity(swap)) ?? 0) + 1);
  }
  const collides = ({ swap }: AdapterEvent) => swap !== undefined && (counts.get(identity(swap)) ?? 0) > 1;
  return {
    events: distinct.filter((event) => !collides(event)),
    invalid: distinct.filter(collides).map(({ key, item }) => ({
      key,
      reason: 'another swap has the same pool, block and indices',
      event: item,
    })),
  };
}

function identity({ pool, lt }: { readonly pool: string; readonly lt: bigint }): string {
  return `${pool} ${lt}`;
}

/**
 * Searches a block at or before the first event at or after a time. If a probe fails, the next `run` continues there.
 */
class StartBlockSearch {
  private readonly end: bigint;
  private distance = MAX_BLOCKS;
  private search: StartSearch | undefined;

  constructor(head: bigint) {
    this.end = head + 1n;
  }

  /**
   * Looks back from the head in doubling steps before it bisects, because there may be no events in old blocks. Returns
   * 0 if there are no earlier events. `probe` is that of `bisectStart`.
   */
  async run(probe: (from: bigint) => Promise<bigint | undefined>): Promise<bigint> {
    while (this.search === undefined) {
      const from = this.end > this.distance ? this.end - this.distance : 0n;
      const low = await probe(from);
      if (low !== undefined) this.search = { low, high: this.end };
      else if (from === 0n) return 0n;
      this.distance *= 2n;
    }
    return await bisectStart(this.search, MAX_BLOCKS, probe);
  }
}
