import {
  type DefaultedQueryObserverOptions,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import type { Status } from '#contract/status.ts';
import { memoize } from '#web/kit/device/memoize.ts';
import { backoffDelay } from './backoff.ts';
import { NetworkError, ServiceError, UnreachableEndpointError } from './errors.ts';
import type { Queue } from './queue.ts';

const MAX_RETRIES = 2;

/** Other network errors and 429 responses are not retried here because the queue has already retried them. */
function isRetryable(error: Error): boolean {
  if (error instanceof UnreachableEndpointError) return true;
  return error instanceof ServiceError && error.status >= 500;
}

const MIN_UNAVAILABLE_INTERVAL_MS = 10_000;
/** Other errors of the service or of a proxy may be permanent. */
const MIN_ERROR_INTERVAL_MS = 30_000;

/**
 * Returns the milliseconds after which to refetch a failed query because of an error of the service (5xx): the delay that
 * it requested, at least ten seconds if it is unavailable (503) and 30 otherwise. Returns undefined for other errors.
 */
export function retryInterval(error: Error | null): number | undefined {
  if (!(error instanceof ServiceError) || error.status < 500) return undefined;
  const min = error.status === 503 ? MIN_UNAVAILABLE_INTERVAL_MS : MIN_ERROR_INTERVAL_MS;
  return Math.max(error.retryAfter ?? 0, min);
}

/** Key of the query for the status of the service. */
export const statusKey = ['status'] as const;

/** A client that does not poll a service with a fixed clock, where nothing changes. */
class ServiceQueryClient extends QueryClient {
  /** Memoized, so that the options of an observer stay equal. */
  readonly #whileClockRuns = memoize((interval: number) => () => (this.#isClockFixed() ? false : interval));

  constructor(config: QueryClientConfig) {
    super(config);
    let wasFixed = false;
    this.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] !== statusKey[0] || this.#isClockFixed() === wasFixed) return;
      wasFixed = this.#isClockFixed();
      // Observers read their intervals again.
      for (const { observers } of this.getQueryCache().getAll())
        for (const observer of observers) observer.onQueryUpdate();
    });
  }

  override defaultQueryOptions<Fetched, Failure, Data, Cached, Key extends QueryKey, Param>(
    options:
      | QueryObserverOptions<Fetched, Failure, Data, Cached, Key, Param>
      | DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key>,
  ): DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key> {
    const complete = super.defaultQueryOptions(options);
    const { refetchInterval } = complete;
    if (typeof refetchInterval === 'number') complete.refetchInterval = this.#whileClockRuns(refetchInterval);
    return complete;
  }

  #isClockFixed(): boolean {
    return this.getQueryData<Status>(statusKey)?.clockFixed === true;
  }
}

export function createQueryClient(): QueryClient {
  return new ServiceQueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // Only for queries without data. Queries with data set their own interval or none.
        refetchInterval: ({ state }) => (state.data === undefined && retryInterval(state.error)) || false,
        retry: (failureCount, error) => failureCount < MAX_RETRIES && isRetryable(error),
        retryDelay: (failureCount, error) =>
          backoffDelay(failureCount + 1, error instanceof ServiceError ? error.retryAfter : undefined),
      },
    },
  });
}

/**
 * Fetches the data that the present render lacks, except for large responses that a first render can do without. Its promise
 * does not reject: the page shows errors. Undefined if nothing is missing.
 */
export function fetchMissing(client: QueryClient): Promise<unknown> | undefined {
  const missing = client
    .getQueryCache()
    .getAll()
    .filter(
      ({ state, meta, options }) => state.status === 'pending' && !isDisabled(options) && !meta?.isLarge,
    )
    .map((query) => query.fetch(query.options).catch(() => undefined));
  return missing.length > 0 ? Promise.all(missing) : undefined;
}

/** Options of observers, which are those of queries as well. */
function isDisabled(options: object): boolean {
  return 'enabled' in options && options.enabled === false;
}

/** After an outage, refetches the queries without data that failed because of it. */
export function refetchOnReconnect(client: QueryClient, queue: Queue<unknown>): void {
  queue.onReconnect(() => {
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.data === undefined && state.error instanceof NetworkError,
    });
  });
}

const PROBE_INTERVAL_MS = 10_000;

/** During an outage, calls `probe`, which sends a request: the page may have none left that would notice its end. */
export function probeDuringOutage(queue: Queue<unknown>, probe: () => Promise<unknown>): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  queue.state.subscribe(({ status }, previous) => {
    if (status === previous.status) return;
    clearInterval(timer);
    if (status === 'offline')
      timer = setInterval(() => void probe().catch(() => undefined), PROBE_INTERVAL_MS);
  });
}
