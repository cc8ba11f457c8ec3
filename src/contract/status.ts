import * as z from 'zod/mini';
import { dateTime } from './period-sets.ts';

/** Kinds of feeds that provide swaps, from which prices derive. Other kinds provide metadata, holders or exchange rates. */
export const swapFeedKinds = ['stonfi', 'dedust', 'dexscreener', 'ndjson'] as const;
export const metadataFeedKinds = ['toncenter', 'tonapi'] as const;
export const holderFeedKinds = ['toncenter-holders', 'tonapi-holders'] as const;
export const feedKinds = [...swapFeedKinds, ...metadataFeedKinds, ...holderFeedKinds, 'fx'] as const;
export type FeedKind = (typeof feedKinds)[number];
/** Kinds of feeds in a status: also records that are sent to the service. */
export type StoredFeedKind = FeedKind | 'stream';

/** Data of feeds that read continuously, and prices, are up to date for this long. */
export const MAX_LAG_SECONDS = 60;
/**
 * The same for other feeds: metadata is requested again after ten minutes, holders are less often, exchange rates change
 * once a day, and records from standard input arrive whenever they are sent.
 */
const maxLags: Readonly<Record<StoredFeedKind, number>> = {
  stonfi: MAX_LAG_SECONDS,
  dedust: MAX_LAG_SECONDS,
  dexscreener: MAX_LAG_SECONDS,
  ndjson: MAX_LAG_SECONDS,
  toncenter: 15 * 60,
  tonapi: 15 * 60,
  'toncenter-holders': 15 * 60,
  'tonapi-holders': 15 * 60,
  fx: 2 * 86_400,
  stream: Number.POSITIVE_INFINITY,
};
const maxLagsByKind: ReadonlyMap<string, number> = new Map(Object.entries(maxLags));

/** Returns for how many seconds the data of a feed of this kind is up to date. */
export function maxLagSeconds(kind: string): number {
  return maxLagsByKind.get(kind) ?? MAX_LAG_SECONDS;
}

/**
 * Why a feed fails: its source does not respond, requires another key, limits requests, reports another error, or has an
 * unknown format; or it was stopped because its source contradicts what is assumed of its format.
 */
const feedProblems = ['unreachable', 'refused', 'limited', 'failing', 'changed', 'stopped'] as const;
export type FeedProblem = (typeof feedProblems)[number];

/** A data feed: its source, progress and errors. */
export const feedStatus = z
  .object({
    name: z.string(),
    kind: z.string(),
    /** All events up to this time are stored, except for a history that is still being read. */
    position: z.optional(dateTime),
    /** The time up to which events are expected to be available from the source. */
    head: z.optional(dateTime),
    /** Seconds since `position`. */
    lagSeconds: z.optional(z.number()),
    /** Whether the history has been read and the lag is at most `maxLagSeconds`: a minute for feeds of swaps. */
    caughtUp: z.boolean(),
    /** Share of the history that has been read, from 0 to 1. */
    historyRead: z.number(),
    /** Whether the feed was stopped because too many events were invalid. */
    stopped: z.boolean(),
    /** Ranges of events that are not read yet, and those of them whose last attempt failed. */
    ranges: z.object({ open: z.int(), failed: z.int() }),
    /** Events that were stored, repeated, stored late (when their range was read again) and invalid. */
    events: z.object({ ingested: z.int(), duplicate: z.int(), late: z.int(), rejected: z.int() }),
    lastError: z.optional(z.object({ message: z.string(), at: dateTime })),
    /** Since when the feed fails, and why. Absent while its source works; older services omit it. */
    failing: z.optional(z.object({ since: dateTime, problem: z.enum(feedProblems) })),
  })
  .check(z.meta({ id: 'FeedStatus' }));
export type FeedStatus = z.infer<typeof feedStatus>;

/** Response of `/status`: the source of the data, its clock, its size and its feeds. */
export const status = z
  .object({
    source: z.enum(['simulated', 'imported', 'live', 'none']),
    /** The time that all values are calculated for. Does not advance if `clockFixed` is true. */
    clock: dateTime,
    clockFixed: z.boolean(),
    /** The date (UTC) of the latest exchange rates up to the clock, which are used until there are newer ones. */
    ratesDate: z.optional(z.iso.date()),
    counts: z.object({ jettons: z.int(), pools: z.int(), swaps: z.int() }),
    version: z.string(),
    /** Empty if the service has no feeds; older services omit it. */
    feeds: z._default(z.array(feedStatus), []),
  })
  .check(z.meta({ id: 'Status' }));
export type Status = z.infer<typeof status>;

export const STATUS_PATH = '/status';
export const HEALTH_PATH = '/healthz';
export const READY_PATH = '/readyz';
