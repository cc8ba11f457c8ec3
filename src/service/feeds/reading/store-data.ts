import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import {
  type Amount,
  ContradictionError,
  type InvalidEvent,
  type SourceData,
} from '#service/feeds/client/source.ts';
import { addCounts, type EventCounts } from '#service/feeds/ledger/feed-state.ts';
import { recordProgress } from '#service/feeds/ledger/progress.ts';
import { storeRejected } from '#service/feeds/ledger/rejected.ts';
import {
  releaseWaiting,
  releaseWaitingReserves,
  storeWaiting,
  storeWaitingReserves,
} from '#service/feeds/ledger/swaps-without-decimals.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import type { OpenRound } from '#service/market/round.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf } from '#service/store/sql-text.ts';
import type { StorableBatch } from './divide-reads.ts';
import { type FeedContext, inRound } from './feed-context.ts';
import { queryPools } from './store-lookup.ts';
import { type ClaimedPool, type StoredData, toBatch } from './to-batch.ts';

/**
 * Stores data of a feed with its progress and its counts in one transaction, and brings all computed values up to date.
 * Waits while the data is being calculated or replaced. Throws LeaseLostError.
 */
export async function storeData(
  context: FeedContext,
  { data, readAgain, progress }: StorableBatch,
  signal?: AbortSignal,
): Promise<void> {
  const { feed } = context.lease;
  const work = async (round: OpenRound) => {
    const { db } = round;
    const all = withReleased(data, await releaseWaiting(db, feed), await releaseWaitingReserves(db, feed));
    const resolved = toBatch(feed, all, await readStored(db, all));
    await claimPools(db, feed, resolved.claimed);
    await storeWaiting(db, feed, resolved.waiting);
    await storeWaitingReserves(db, feed, resolved.waitingReserves);
    const rejected = await storeRejected(db, feed, resolved.rejected, context.now());
    const recorded = await round.record({
      ...resolved.batch,
      rates: data.rates ?? [],
      holders: data.holders ?? [],
      claims: { at: context.now(), records: data.claims ?? [] },
    });
    const counts = countSwaps(resolved.batch.swaps, recorded, readAgain);
    await addCounts(db, feed, { ...counts, rejected });
    await recordProgress(db, feed, progress, context.now());
  };
  await inRound(context, work, signal);
}

/** A swap that is stored already is a duplicate, unless it was read again. A new one that was read again is late. */
function countSwaps(
  swaps: readonly SwapRecord[],
  recorded: readonly SwapRecord[],
  readAgain: ReadonlySet<SwapRecord<Amount>>,
): Omit<EventCounts, 'rejected'> {
  const againKeys = new Set(Array.from(readAgain, keyOf));
  const isAgain = (swap: SwapRecord) => againKeys.has(keyOf(swap));
  const late = recorded.filter(isAgain).length;
  const first = swaps.filter((swap) => !isAgain(swap)).length;
  return { ingested: recorded.length, duplicate: first - (recorded.length - late), late };
}

function keyOf({ pool, lt }: Pick<SwapRecord, 'pool' | 'lt'>): string {
  return `${pool} ${lt}`;
}

/** Too many events are invalid, so the source probably changed. Nothing was stored. */
export class TooManyInvalidError extends ContradictionError {
  override readonly name = 'TooManyInvalidError';

  constructor(rejected: readonly InvalidEvent[], total: number) {
    const example = rejected[0]?.reason ?? '';
    super(`${rejected.length} of ${total} events are invalid, such as: ${example}`, rejected);
  }
}

const MAX_INVALID_SHARE = 0.05;
/** Fewer invalid events do not indicate a problem of the source, whatever their share. */
const MIN_INVALID = 10;

/**
 * Throws TooManyInvalidError, by the events of several responses together. Only what the source could not read counts: what
 * is rejected later has the expected format, and depends on its pool and the decimals of jettons, which anyone can create.
 */
export function requireMostlyValid(responses: readonly SourceData[]): void {
  const malformed = responses.flatMap(({ invalid = [] }) =>
    invalid.filter(({ isPoolSpecific }) => !isPoolSpecific),
  );
  const total = responses.reduce((sum, response) => sum + countEvents(response), 0);
  if (malformed.length >= MIN_INVALID && malformed.length > MAX_INVALID_SHARE * total)
    throw new TooManyInvalidError(malformed, total);
}

function countEvents({ received = 0, swaps = [], reserves = [], invalid = [] }: SourceData): number {
  return Math.max(received, swaps.length + reserves.length + invalid.length);
}

function withReleased(
  data: SourceData,
  swaps: Awaited<ReturnType<typeof releaseWaiting>>,
  reserves: Awaited<ReturnType<typeof releaseWaitingReserves>>,
): SourceData {
  return {
    ...data,
    swaps: [...(data.swaps ?? []), ...swaps.map((released) => released.swap)],
    reserves: [...(data.reserves ?? []), ...reserves.map((released) => released.reserves)],
    // The last description of a pool counts, and that of the source is newer.
    pools: [...[...swaps, ...reserves].flatMap(({ pool }) => pool ?? []), ...(data.pools ?? [])],
  };
}

/** Reads the stored pools and decimals that the data refers to. */
async function readStored(
  db: Database,
  { jettons = [], pools = [], reserves = [], swaps = [], jettonRecords = [] }: SourceData,
): Promise<StoredData> {
  const poolAddresses = [
    ...pools.map(({ address }) => address),
    ...[...reserves, ...swaps].map(({ pool }) => pool),
  ];
  const storedPools = await queryPools(db, poolAddresses);
  const assets = [
    ...[...jettons, ...jettonRecords].map(({ address }) => address),
    ...[...pools, ...storedPools.values()].flatMap(({ asset0, asset1 }) => [asset0, asset1]),
  ];
  const decimals = await rows<{ address: RawAddress; decimals: number }>(
    db,
    sql`select address, decimals from jetton where address = any(${sql.param([...new Set(assets)])}::text[])`,
  );
  return {
    pools: storedPools,
    decimals: new Map(decimals.map((row) => [row.address, row.decimals])),
  };
}

async function claimPools(db: Database, feed: string, claimed: readonly ClaimedPool[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.execute(sql`
    update pool set feed = ${feed}, feed_reversed = claimed.is_reversed
    from ${rowsOf('claimed', claimed, {
      address: ['text', ({ address }) => address],
      is_reversed: ['boolean', ({ isReversed }) => isReversed],
    })}
    where pool.address = claimed.address and pool.feed is null`);
}
