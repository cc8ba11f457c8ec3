import { countNoun, formatCount } from '#contract/format/format-numbers.ts';
import {
  CLOCK_TOLERANCE_MS,
  type InvalidEvent,
  type SourceClient,
  SourceError,
  type SwapSource,
  type SwapSourceOptions,
  WrongPositionError,
} from '#service/feeds/client/source.ts';
import { toFields } from '#service/validation/fields.ts';
import { bisectStart, type StartSearch } from './bisect-start.ts';
import { AdapterClient, isUnknown } from './dexscreener-adapter-client.ts';
import { type AdapterEvent, type Block, blockOf, readBlock, readEvent } from './dexscreener-event.ts';
import { describeEvents, PairDirectory } from './dexscreener-pairs.ts';
import { distinctBy, readEvents, readResponse } from './read-response.ts';

/** Blocks per request, and the precision of the search of the start. Each empty response doubles the next request. */
const MIN_BLOCKS = 1000n;
const MAX_BLOCKS = 1024n * MIN_BLOCKS;
/** TON has fewer. */
const BLOCKS_PER_SECOND = 5;
/** A head that has moved by more blocks is wrong. */
const MAX_JUMP = 10_000;
const MAX_JUMP_PER_SECOND = 100;
/** Times of blocks may be wrong by as much, in seconds. */
const TIME_MARGIN = 3600;

/** Reads swaps and reserves from a DEX Screener adapter in either dialect. Keys are numbers of blocks. */
export function createDexscreenerSource(
  client: SourceClient,
  { exchange, now }: SwapSourceOptions,
): SwapSource {
  const adapter = new AdapterClient(client);
  const directory = new PairDirectory(adapter, exchange);
  const searches = new Map<number, StartBlockSearch>();
  /** Blocks of the next request. */
  let length = MIN_BLOCKS;
  /** The longest request that the server is known to answer completely. */
  let verified = MIN_BLOCKS;
  let longest = MAX_BLOCKS;
  /** The first known block with an event. */
  let firstEvent: bigint | undefined;

  async function fetchHead(signal: AbortSignal): Promise<Block> {
    const response = await adapter.fetch('latest-block', [], signal);
    return readResponse('/latest-block', () => readBlock(toFields(response).requiredObject('block')));
  }

  /** Fetches the head, and refuses one that cannot follow the block before `from`, from the time `since`. Throws SourceError. */
  async function fetchNextHead(from: bigint, since: Date, signal: AbortSignal): Promise<Block> {
    const head = await fetchHead(signal);
    const latest = Math.min(head.time.getTime(), now().getTime() + CLOCK_TOLERANCE_MS);
    const seconds = Math.max(0, (latest - since.getTime()) / 1000);
    if (Number(head.number - from) > MAX_JUMP + MAX_JUMP_PER_SECOND * seconds)
      throw new SourceError(
        `/latest-block: block ${head.number} of ${head.time.toISOString()} is implausible after block ${from}`,
        { isImplausible: true, problem: 'failing' },
      );
    return head;
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

  function noteEvent(block: bigint | undefined): void {
    if (block !== undefined && (firstEvent === undefined || block < firstEvent)) firstEvent = block;
  }

  /**
   * Doubles the blocks per request. Servers may refuse as many, or silently leave out the last ones: a response counts only
   * if it contains a known event at its end.
   */
  async function readLonger(signal: AbortSignal): Promise<void> {
    const next = 2n * length;
    if (next > longest) return;
    if (next > verified) {
      if (firstEvent === undefined || firstEvent < next) return;
      try {
        const items = await fetchEvents(firstEvent + 1n - next, firstEvent, signal);
        const { events } = await readEvents(items, (item) =>
          readBlock(toFields(item).requiredObject('block')),
        );
        if (events.some(({ number }) => number === firstEvent)) verified = next;
        else longest = length;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (isUnknown(error) || error.isTooLarge) longest = length;
      }
    }
    if (next <= verified) length = next;
  }

  return {
    get chunk() {
      return length;
    },
    delay: client.delay,
    keyOf: ({ lt }) => blockOf(lt),

    start: async (time, signal, onProgress) => {
      // Two requests, since nothing is known that a wrong head would contradict.
      const first = await fetchHead(signal);
      const head = await fetchNextHead(first.number, first.time, signal);
      const previous = searches.get(time.getTime());
      // One that has begun at a wrong head would never end.
      const search =
        previous && previous.end - head.number <= MAX_JUMP ? previous : new StartBlockSearch(head, time);
      searches.set(time.getTime(), search);
      const start = await search.run(
        async (from) => {
          const to = min(from + MIN_BLOCKS - 1n, head.number);
          if (to < from) return {};
          const window = await readWindow(await fetchOldEvents(from, to, signal), { from, to, time });
          onProgress?.();
          noteEvent(window.first?.block);
          return window;
        },
        (pairId) => directory.findCreation(pairId, signal),
      );
      searches.delete(time.getTime());
      return start;
    },

    discover: async ({ cursors, start, startTime, head: previousHead }, signal) => {
      const from = cursors.get('') ?? start;
      const block = await fetchNextHead(from, cursors.size > 0 ? previousHead : startTime, signal);
      if (from - block.number > MAX_JUMP)
        throw new WrongPositionError(
          `/latest-block: block ${block.number} is long before the position ${from}`,
        );
      // The head of some servers moves backwards, and the clock of others is ahead.
      const time = Math.min(block.time.getTime(), now().getTime());
      const head = new Date(Math.max(time, previousHead.getTime()));
      const to = block.number + 1n;
      if (from >= to) return { head, ranges: [] };
      return { head, ranges: [{ subject: '', from, to, fromTime: previousHead, toTime: head }] };
    },

    read: async ({ from, to: end }, lookup, signal) => {
      const to = min(end, from + length);
      const items = await fetchEvents(from, to - 1n, signal);
      const { events, invalid } = await readEvents(items, readEvent);
      const inRange = events.filter(({ block }) => block.number >= from && block.number < to);
      for (const { block } of inRange) noteEvent(block.number);
      if (items.length > 0) length = MIN_BLOCKS;
      else if (to - from >= length) await readLonger(signal);
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
      const items = await fetchEvents(max(number + 1n - MIN_BLOCKS, 0n), number, signal);
      const { events, invalid } = await readEvents(items, readEvent);
      const distinct = resolveCollisions(events);
      const swaps = distinct.events.filter(({ swap }) => swap).length;
      const found = `${countNoun(swaps, 'swap')} in the last ${formatCount(Number(MIN_BLOCKS))} blocks`;
      const rejected = invalid.length + distinct.invalid.length;
      const problem = rejected === 0 ? '' : `, ${rejected} invalid`;
      return `DEX Screener adapter: latest block ${number}, ${seconds} s old; ${found}${problem}`;
    },
  };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** What a window of blocks tells about the start at a time. */
interface Window {
  /** The block after the last event that is earlier than the time. */
  readonly earlierEnd?: bigint | undefined;
  /** The first event, with the pairs of the window. */
  readonly first?: { readonly block: bigint; readonly pairIds: readonly string[] } | undefined;
}

/** Reads the events of the blocks [from, to]. */
async function readWindow(
  items: readonly unknown[],
  { from, to, time }: { readonly from: bigint; readonly to: bigint; readonly time: Date },
): Promise<Window> {
  const { events } = await readEvents(items, (item) => {
    const fields = toFields(item);
    return {
      block: readBlock(fields.requiredObject('block')),
      pairId: fields.optional('pairId', (_, text) => text),
    };
  });
  const inWindow = events
    .filter(({ block }) => block.number >= from && block.number <= to)
    .toSorted((a, b) => Number(a.block.number - b.block.number));
  const earlier = inWindow.findLast(({ block }) => block.time < time);
  const [first] = inWindow;
  const pairIds = [...new Set(inWindow.flatMap(({ pairId }) => pairId ?? []))];
  return {
    earlierEnd: earlier && earlier.block.number + 1n,
    first: first && { block: first.block.number, pairIds },
  };
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

/** Pairs whose creation is looked up: those of the earliest windows. */
const MAX_CREATIONS = 100;

/**
 * Searches a block at or before the first event at or after a time. If a request fails, the next `run` continues
 * there.
 */
class StartBlockSearch {
  /** The block after the head. */
  readonly end: bigint;
  /** Earlier blocks are certainly earlier than the time. */
  private readonly lowest: bigint;
  private distance = MIN_BLOCKS;
  private search: StartSearch | undefined;
  /** The first known event is in block `high`; there are probably none between `low` and it. */
  private firstEvent: StartSearch | undefined;
  private readonly creations = new Map<string, bigint | undefined>();
  private pairIds: readonly string[] = [];

  constructor(head: Block, time: Date) {
    this.end = head.number + 1n;
    const seconds = Math.max(0, (head.time.getTime() - time.getTime()) / 1000) + TIME_MARGIN;
    const distance = BigInt(Math.ceil(BLOCKS_PER_SECOND * seconds));
    this.lowest = max(head.number - distance, 0n);
  }

  /**
   * Looks back from the head in doubling steps before it bisects, because there may be no events in old blocks.
   * `findCreation` returns the block in which a pair was created, if it is known.
   */
  async run(
    probe: (from: bigint) => Promise<Window>,
    findCreation: (pairId: string) => Promise<bigint | undefined>,
  ): Promise<bigint> {
    while (this.search === undefined) {
      const from = max(this.end - this.distance, this.lowest);
      const window = await probe(from);
      if (window.earlierEnd !== undefined) this.search = { low: window.earlierEnd, high: this.end };
      else {
        this.noteFirstEvent(from, window);
        if (from === this.lowest) return await this.findFirstEvent(probe, findCreation);
      }
      this.distance *= 2n;
    }
    return await bisectStart(this.search, MIN_BLOCKS, async (from) => (await probe(from)).earlierEnd);
  }

  /**
   * All events that were seen are later than the time: bisects where events begin, or where the first of their pairs was
   * created. Returns the lowest block if there are none.
   */
  private async findFirstEvent(
    probe: (from: bigint) => Promise<Window>,
    findCreation: (pairId: string) => Promise<bigint | undefined>,
  ): Promise<bigint> {
    // Windows below the middle do not reach the event, so that each one narrows the search.
    while (this.firstEvent && this.firstEvent.high - this.firstEvent.low > 2n * MIN_BLOCKS) {
      const middle = (this.firstEvent.low + this.firstEvent.high) / 2n;
      this.noteFirstEvent(middle, await probe(middle));
    }
    let start = this.firstEvent?.low ?? this.lowest;
    for (const id of this.pairIds.slice(0, MAX_CREATIONS)) {
      if (!this.creations.has(id)) this.creations.set(id, await findCreation(id));
      const created = this.creations.get(id);
      if (created !== undefined) start = min(start, created);
    }
    return max(start, this.lowest);
  }

  private noteFirstEvent(from: bigint, { first }: Window): void {
    const low = this.firstEvent?.low ?? this.lowest;
    if (first) {
      // Windows without events above this one say nothing about where events begin.
      this.firstEvent = { low: from < low ? this.lowest : low, high: first.block };
      this.pairIds = [...new Set([...first.pairIds, ...this.pairIds])];
    } else if (this.firstEvent && from >= low) {
      // A window that the server rejects may have events near its end.
      this.firstEvent.low = from;
    }
  }
}
