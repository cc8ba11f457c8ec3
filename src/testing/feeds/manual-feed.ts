import type { FeedKind, FeedStatus } from '#contract/status.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import type { SwapSource } from '#service/feeds/client/source.ts';
import { createFeed } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease } from '#service/feeds/ledger/lease.ts';
import type { FeedContext } from '#service/feeds/reading/feed-context.ts';
import type { FeedSteps } from '#service/feeds/reading/feed-loop.ts';
import { SwapFeed } from '#service/feeds/reading/swap-feed.ts';
import { queryFeedStatus } from '#service/operations/feed-status.ts';
import type { Store } from '#service/store/database.ts';

/** A clock that a test moves. */
export class ManualClock {
  private time: Date;

  constructor(time: Date) {
    this.time = time;
  }

  readonly now = (): Date => this.time;

  /** Returns the new time. */
  advance(milliseconds: number): Date {
    this.time = new Date(this.time.getTime() + milliseconds);
    return this.time;
  }
}

export interface ManualFeed {
  readonly name: string;
  /** Makes one step, which the signal may interrupt. Returns the milliseconds to wait before the next one. */
  step(signal?: AbortSignal): Promise<number>;
  /** Makes steps until one has to wait. Returns the milliseconds to wait. */
  settle(): Promise<number>;
  status(): Promise<FeedStatus>;
}

interface ManualFeedOptions {
  readonly name: string;
  readonly clock: ManualClock;
  readonly kind?: FeedKind;
  /** Start of the history. Default: the present, so that there is none. */
  readonly from?: Date;
  /** T of the computed values. Default: `clock`. */
  readonly valueClock?: FeedContext['clock'];
  readonly onRound?: FeedContext['onRound'];
}

/**
 * Returns a feed that makes steps only when a test calls for them. If a feed of this name exists in the store, continues
 * it.
 */
export async function startFeed(
  store: Store,
  { name, clock, kind = 'stonfi', from = clock.now(), valueClock = clock, onRound }: ManualFeedOptions,
  createSteps: (context: FeedContext) => FeedSteps,
): Promise<ManualFeed> {
  const lease = { feed: name, owner: 'test' };
  await createFeed(store.db, { ...unusedConfig, name, kind, from }, clock.now());
  await acquireLease(store.db, lease);
  const steps = createSteps({ store, lease, now: clock.now, clock: valueClock, onRound });
  const step: ManualFeed['step'] = (signal = new AbortController().signal) => steps.step(signal);
  return {
    name,
    step,
    settle: async () => {
      for (;;) {
        const wait = await step();
        if (wait > 0) return wait;
      }
    },
    status: async () => {
      const status = (await queryFeedStatus(store.db, clock.now())).find((feed) => feed.name === name);
      if (!status) throw new RangeError(`there is no feed ${name}`);
      return status;
    },
  };
}

/** Returns a feed of swaps that makes steps only when a test calls for them. */
export function startSwapFeed(
  store: Store,
  options: ManualFeedOptions,
  source: SwapSource,
): Promise<ManualFeed> {
  return startFeed(store, options, (context) => new SwapFeed({ ...context, source }));
}

const unusedConfig: Omit<FeedConfig, 'name' | 'kind' | 'from'> = {
  url: '',
  exchange: undefined,
  rate: 1,
  key: undefined,
};
