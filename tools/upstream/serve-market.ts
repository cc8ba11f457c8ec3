import { onTestFinished } from 'vitest';
import { generateMarket } from '#testing/market/market-generator.ts';
import { feedMarket } from './feed-market.ts';
import { createUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';
import { type UpstreamMarket, upstreamMarketOf } from './upstream-market.ts';

/** Length of a block, so that a market has few requests. */
const SECONDS_PER_BLOCK = 600;
const DAY_MS = 86_400_000;
/** Later than all swaps of generated markets. */
const AFTER_CLOCK_MS = 3 * DAY_MS;

export interface ServedMarket {
  readonly base: string;
  readonly upstream: Upstream;
  readonly market: UpstreamMarket;
  /** The clock of the generated market, in milliseconds. Some swaps are later. */
  readonly clock: number;
  /** A time after all swaps, in milliseconds, to which the simulator is set. */
  readonly end: number;
}

/** Serves a generated market until the test ends. */
export async function serveMarket(
  seed: number,
  { formats, ...options }: Omit<UpstreamOptions, 'market'>,
): Promise<ServedMarket> {
  const generated = feedMarket(generateMarket(seed), { formats, secondsPerBlock: SECONDS_PER_BLOCK });
  const market = await upstreamMarketOf(generated.files);
  const upstream = createUpstream({ market, formats, ...options });
  const base = await upstream.listen();
  onTestFinished(() => upstream.close());
  const clock = generated.clock.getTime();
  const end = clock + AFTER_CLOCK_MS;
  upstream.setNow(new Date(end));
  return { base, upstream, market, clock, end };
}
