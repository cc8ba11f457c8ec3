import type { SwapSource } from '#service/feeds/client/source.ts';
import type { SourceClient } from '#service/feeds/client/source-client.ts';
import { toFields } from '#service/validation/fields.ts';
import { AdapterClient, isUnknown } from './dexscreener-adapter-client.ts';
import { describeEvents } from './dexscreener-describe-events.ts';
import { type Block, readBlock, readEvent } from './dexscreener-event.ts';
import { PairDirectory } from './dexscreener-pair-directory.ts';
import { resolveCollisions } from './dexscreener-resolve-collisions.ts';
import { StartBlockSearch } from './dexscreener-start-block-search.ts';
import { readEvents } from './read-events.ts';
import { readResponse } from './read-response.ts';
import type { SwapSourceOptions } from './swap-source-options.ts';

/** Blocks per request. */
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
