import type { RawAddress } from '#contract/address.ts';
import { MAX_INT64 } from '#contract/amount.ts';
import type { FeedProblem } from '#contract/status.ts';
import type {
  HolderRecord,
  HolderSnapshot,
  JettonClaims,
  JettonFacts,
  JettonRecord,
  PoolRecord,
  RateRecord,
  ReservesRecord,
  SwapRecord,
} from '#service/market/batch.ts';
import { OperatorError } from '#service/store/store-errors.ts';

/**
 * An amount of an asset, not negative. `baseUnits` is an integer; `units` is a decimal number of whole units as sent by
 * the source, which only the asset's decimals convert to base units.
 */
export type Amount = { readonly baseUnits: string } | { readonly units: string };

/** An event that cannot be used. It is stored with the reason, and skipped. */
export interface InvalidEvent {
  /** Identifies the event in its source, so that reading it again does not count it twice. */
  readonly key: string;
  /** One line without data of the event. */
  readonly reason: string;
  readonly event: unknown;
  /** Whether the reason is its pool, which anyone can create: such events do not indicate that the source has changed. */
  readonly isPoolSpecific?: boolean;
}

/** Data of a source in any order. */
export interface SourceData {
  readonly jettons?: readonly JettonFacts[];
  readonly pools?: readonly PoolRecord[];
  readonly reserves?: readonly ReservesRecord<Amount>[];
  readonly swaps?: readonly SwapRecord<Amount>[];
  readonly invalid?: readonly InvalidEvent[];
  /** Complete records of jettons, which replace stored metadata. */
  readonly jettonRecords?: readonly JettonRecord[];
  readonly rates?: readonly RateRecord[];
  readonly claims?: readonly JettonClaims[];
  readonly holders?: readonly HolderSnapshot[];
  /** Number of items that were received, including those that give no data. The share of invalid ones refers to it. */
  readonly received?: number;
}

/**
 * A range [from, to) of a source's events. The unit of keys depends on the source: milliseconds, blocks, logical times,
 * bytes.
 */
export interface SourceRange {
  /** The sequence of events, such as the address of a pool. Empty if the source has a single sequence. */
  readonly subject: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** A range to read, with the times that its events may have. */
export interface DiscoveredRange extends SourceRange {
  readonly fromTime: Date;
  readonly toTime: Date;
  /** Whether it is read after new events, and only once. By default, if no discovery of the feed was stored before. */
  readonly isHistory?: boolean;
}

/** The end of a range whose end is unknown in advance. */
export const OPEN_END = MAX_INT64;

/** What earlier discoveries of a source have found. */
export interface DiscoveryState {
  /** The end of the ranges discovered so far, by subject. */
  readonly cursors: ReadonlyMap<string, bigint>;
  /** Where subjects without a cursor start. */
  readonly start: bigint;
  /** The time at which the feed starts. */
  readonly startTime: Date;
  /** `head` of the last discovery, or the time at which the feed starts. */
  readonly head: Date;
  /** The last discovery of this process that was stored; undefined after a start. */
  readonly stored: Discovery | undefined;
  /** Subjects with a range that is not read yet. They must not be discovered again. */
  readonly unread: ReadonlySet<string>;
}

export interface Discovery extends SourceData {
  /** The time up to which events are expected to be available. */
  readonly head: Date;
  /** Disjoint from all earlier ranges of the subject. */
  readonly ranges: readonly DiscoveredRange[];
  /** If a part of the source failed: why, and the milliseconds to the next attempt. The rest counts. */
  readonly failure?: { readonly error: SourceError; readonly wait: number } | undefined;
}

export interface Page extends SourceData {
  /** Where to continue reading the range; missing at its end. */
  readonly next?: bigint;
  /** At the end of a range with OPEN_END: where the next range of the subject starts. */
  readonly end?: bigint;
}

/** Looks up what is stored, so that a source only requests what is missing. */
export interface StoreLookup {
  findPool(address: RawAddress): Promise<Pick<PoolRecord, 'asset0' | 'asset1'> | undefined>;
  /** Whether the pool is stored as one of this feed. Others must be described, because their assets may have another order. */
  hasOwnPool(address: RawAddress): Promise<boolean>;
  hasJetton(address: RawAddress): Promise<boolean>;
}

/**
 * A source of swaps. Methods make at most a few requests and throw SourceError, or ContradictionError. They keep no
 * state that a restart could not restore.
 */
export interface SwapSource {
  /**
   * Returns the key of an event, if a wrong clock or head can move the position past events: then the source is read again
   * from its newest event on.
   */
  readonly keyOf?: (event: Pick<SwapRecord, 'time' | 'lt'>) => bigint;
  /** Whether events never appear late, so that nothing is read again. */
  readonly isFinal?: boolean;
  /** Length of the chunks in which a long range is read, latest first. Undefined if keys of later events are unknown. */
  readonly chunk?: bigint;
  /** Length of the shortest range that a request can cover. Default 1. */
  readonly smallest?: bigint;
  /** Milliseconds until another request could start. Without it, one range is read at a time. */
  readonly delay?: (() => number) | undefined;
  /**
   * Finds the first key of events at or after `time`, or an earlier key. `onProgress` is called after each request of a
   * search, which continues there if the next one fails.
   */
  start(time: Date, signal: AbortSignal, onProgress?: () => void): Promise<bigint>;
  /** Finds new ranges up to the head. */
  discover(state: DiscoveryState, signal: AbortSignal): Promise<Discovery>;
  /** Reads events from the start of a range: all of them, or up to `next`. */
  read(range: SourceRange, lookup: StoreLookup, signal: AbortSignal): Promise<Page>;
  /** Makes at most a few requests, and describes in one line what works. */
  check(signal: AbortSignal): Promise<string>;
}

/** A source of jettons' metadata. */
export interface MetadataSource {
  /** Jettons per request. */
  readonly batchSize: number;
  /** Requests the metadata of at most `batchSize` jettons. Jettons unknown to the source are missing in the result. */
  fetchJettons(
    addresses: readonly RawAddress[],
    signal: AbortSignal,
  ): Promise<Pick<SourceData, 'jettons' | 'claims' | 'invalid'>>;
  check(signal: AbortSignal): Promise<string>;
}

/** What a source states about a token. */
export interface TokenHolders {
  /** Base units that exist; undefined if it was not requested. */
  readonly supply?: string | undefined;
  /** The largest ones. */
  readonly holders: readonly HolderRecord[];
  readonly invalid: readonly InvalidEvent[];
}

/** A source of the largest holders of tokens: jettons, and pools, which issue the jettons of their LP tokens. */
export interface HolderSource {
  /** Undefined if the source does not know the token. */
  fetchHolders(
    token: RawAddress,
    options: { readonly withSupply: boolean; readonly signal: AbortSignal },
  ): Promise<TokenHolders | undefined>;
  check(signal: AbortSignal): Promise<string>;
}

/** Exchange rates of a date (YYYY-MM-DD). */
export interface DailyRates {
  readonly date: string;
  /** Units per 1 USD by currency code, without `ton`. */
  readonly rates: ReadonlyMap<string, string>;
}

/** A source of daily exchange rates. */
export interface RateSource {
  /** Undefined if the source has no rates of that date (YYYY-MM-DD). */
  fetchRates(date: string, signal: AbortSignal): Promise<DailyRates | undefined>;
  /** The latest rates, whatever their date. */
  fetchLatest(signal: AbortSignal): Promise<DailyRates>;
  check(signal: AbortSignal): Promise<string>;
}

export type SourceProblem = Exclude<FeedProblem, 'stopped'>;

/** A request failed, or its response is invalid as a whole. The message is one line and contains no secrets. */
export class SourceError extends OperatorError {
  override readonly name = 'SourceError';
  /** Status of the response, unless it was successful or there was none. */
  readonly status: number | undefined;
  /** Milliseconds to wait before the next request, if the source demands it. */
  readonly retryAfter: number | undefined;
  /** Whether a smaller range may succeed: the response was too large or too slow. */
  readonly isTooLarge: boolean;
  /** Whether a position was refused that cannot be true. */
  readonly isImplausible: boolean;
  /** Whether a part of the work succeeded that is not repeated: the next attempt gets further. */
  readonly hasProgressed: boolean;
  /** By default that of the status; without one, the format of the response is not the expected one. */
  readonly problem: SourceProblem;

  constructor(
    message: string,
    options: {
      status?: number | undefined;
      retryAfter?: number | undefined;
      isTooLarge?: boolean;
      isImplausible?: boolean;
      hasProgressed?: boolean;
      problem?: SourceProblem;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.retryAfter = options.retryAfter;
    this.isTooLarge = options.isTooLarge ?? false;
    this.isImplausible = options.isImplausible ?? false;
    this.hasProgressed = options.hasProgressed ?? false;
    this.problem = options.problem ?? problemOf(options.status);
  }
}

function problemOf(status: number | undefined): SourceProblem {
  if (status === undefined) return 'changed';
  if (status === 401 || status === 403) return 'refused';
  return status === 429 ? 'limited' : 'failing';
}

/**
 * The source contradicts what is assumed of its format, so that reading on would store wrong numbers: the feed stops
 * until an operator resumes it. The message is one line.
 */
export class ContradictionError extends Error {
  override readonly name: string = 'ContradictionError';
  /** Events to keep with the reason. */
  readonly rejected: readonly InvalidEvent[];

  constructor(message: string, rejected: readonly InvalidEvent[] = []) {
    super(message);
    this.rejected = rejected;
  }
}

/** The position of the feed is far beyond the head of the source: an earlier head was wrong. */
export class WrongPositionError extends SourceError {
  constructor(message: string) {
    super(message, { isImplausible: true, problem: 'failing' });
  }
}

/** By how many milliseconds clocks may differ. A time that is later by more is that of a wrong clock. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Longer waits that sources demand are shortened to an hour. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** Requests JSON from one source. Throws SourceError. */
export interface SourceClient {
  /** The time by the clock of the source, from the latest `Date` header; undefined if it has not sent one. */
  readonly time?: () => Date | undefined;
  /** Milliseconds until another request could start. */
  readonly delay?: () => number;
  /**
   * Requests `path` relative to the source's base URL, and parses the response losslessly: numbers that JavaScript
   * may not represent exactly are LosslessNumber (`lossless-json`), so that decimals keep their digits. Read them with
   * `Fields`. Throws the signal's reason if it is aborted.
   */
  request(
    path: string,
    options: {
      readonly query?: readonly (readonly [name: string, value: string])[];
      /** Sent as JSON with POST. */
      readonly body?: unknown;
      readonly signal: AbortSignal;
    },
  ): Promise<unknown>;
}

export interface SwapSourceOptions {
  /** Exchange ID of the source's pools. */
  readonly exchange: string;
  readonly now: () => Date;
  /** Called with the reason, one line, whenever a position or time of a response is refused and the rest is used. */
  readonly onImplausible?: ((reason: string) => void) | undefined;
}
