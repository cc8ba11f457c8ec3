import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createFeed, type EventCounts, readCounts } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease, RENEWAL_MS, releaseLease } from '#service/feeds/ledger/lease.ts';
import type { FeedContext } from '#service/feeds/reading/feed-context.ts';
import { requireMostlyValid, storeData, TooManyInvalidError } from '#service/feeds/reading/store-data.ts';
import { createStoreLookup } from '#service/feeds/reading/store-lookup.ts';
import { MAX_LINE_LENGTH, RecordReader } from '#service/feeds/sources/read-record.ts';
import type { RoundListener } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';
import { OperatorError } from '#service/store/store-errors.ts';

const LINES_PER_BATCH = 1_000;

export interface IngestOptions {
  readonly exchanges: readonly string[];
  readonly now: () => Date;
  /** T of the computed values. */
  readonly clock: FeedContext['clock'];
  readonly onRound?: RoundListener | undefined;
}

export interface IngestSummary extends Omit<EventCounts, 'late'> {
  readonly lines: number;
}

/**
 * Stores records from `input` as a feed, one JSON object per line, as they arrive. Invalid lines are stored with the
 * reason and skipped. Throws OperatorError if too many are invalid, if one is longer than 1 MB, or if another process uses
 * the same name.
 */
export async function ingestStream(
  store: Store,
  name: string,
  input: Readable,
  options: IngestOptions,
): Promise<IngestSummary> {
  const { now, exchanges, clock, onRound } = options;
  const lease = { feed: name, owner: randomUUID() };
  await createFeed(store.db, { name, kind: 'stream', from: undefined }, now());
  const renew = async () => {
    if (await acquireLease(store.db, lease)) return;
    throw new OperatorError(`Another process stores data as the feed "${name}"`);
  };
  await renew();
  let renewedAt = performance.now();
  const before = await readCounts(store.db, name);
  const lookup = createStoreLookup(store.db, name);
  let reader = new RecordReader(lookup, exchanges);
  let [lines, pending] = [0, 0];

  async function addLine(line: string): Promise<void> {
    lines += 1;
    pending += 1;
    await reader.addLine(line, `${lease.owner} line ${lines}`);
    if (pending >= LINES_PER_BATCH) await flush();
  }

  async function flush(): Promise<void> {
    if (performance.now() - renewedAt > RENEWAL_MS) {
      await renew();
      renewedAt = performance.now();
    }
    const batch = {
      data: reader.data,
      readAgain: new Set<never>(),
      progress: [{ kind: 'current' } as const],
    };
    requireMostlyValid([reader.data]);
    await storeData({ store, lease, now, clock, onRound }, batch);
    reader = new RecordReader(lookup, exchanges);
    pending = 0;
  }

  try {
    await forEachLine(input, addLine, async () => {
      if (pending > 0) await flush();
    });
  } catch (error) {
    throw error instanceof TooManyInvalidError ? new OperatorError(`Line ${lines}: ${error.message}`) : error;
  } finally {
    await releaseLease(store.db, lease);
  }
  const after = await readCounts(store.db, name);
  return {
    lines,
    ingested: after.ingested - before.ingested,
    duplicate: after.duplicate - before.duplicate,
    rejected: after.rejected - before.rejected,
  };
}

/** Calls `onLine` for each line, and `onPause` whenever all received lines have been handled. Throws OperatorError. */
async function forEachLine(
  input: Readable,
  onLine: (line: string) => Promise<void>,
  onPause: () => Promise<void>,
): Promise<void> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) await onLine(line);
    if (rest.length > MAX_LINE_LENGTH) throw new OperatorError('A line exceeds 1 MB');
    if (input.readableLength === 0) await onPause();
  }
  if (rest !== '') await onLine(rest);
  await onPause();
}
