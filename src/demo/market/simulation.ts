import * as z from 'zod/mini';
import type { Dataset } from '#service/store/read-dataset.ts';
import type { MarketOptions } from './market-plan.ts';

/** Grows whenever the same options give another market: stores filled by an older one are then filled anew. */
const VERSION = 1;

const simulation = z.object({
  version: z.literal(VERSION),
  seed: z.number(),
  jettons: z.int(),
  exchanges: z.array(z.string()),
  /** The clock when the market was generated. */
  end: z.iso.datetime(),
});
export type Simulation = z.infer<typeof simulation>;

/** What `dataset.simulation` keeps, for the market to go on living. */
export function toSimulation({ seed, jettons, exchanges, end }: MarketOptions): Simulation {
  return { version: VERSION, seed, jettons, exchanges: [...exchanges], end: end.toISOString() };
}

/** The options that the store's market was generated with; undefined where it is none, or one of another version. */
export function readSimulation(
  dataset: Pick<Dataset, 'source' | 'stables' | 'simulation'>,
): MarketOptions | undefined {
  if (dataset.source !== 'simulated') return undefined;
  const read = simulation.safeParse(dataset.simulation);
  return read.success ? { ...read.data, end: new Date(read.data.end), stables: dataset.stables } : undefined;
}

/** Whether two sets of options give the same market, whatever the clock. */
export function isSameMarket(left: MarketOptions, right: MarketOptions): boolean {
  const key = ({ seed, jettons, exchanges, stables }: MarketOptions) =>
    JSON.stringify([seed, jettons, exchanges, stables]);
  return key(left) === key(right);
}
