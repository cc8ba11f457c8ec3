import * as z from 'zod/mini';
import type { Dataset } from '#service/store/dataset.ts';
import type { MarketOptions } from './market-plan.ts';

/** Increment when the same options generate other data. Stores with an older version are then filled again. */
const VERSION = 4;

const simulation = z.object({
  version: z.literal(VERSION),
  seed: z.number(),
  jettons: z.int(),
  exchanges: z.array(z.string()),
  /** The clock when the market was generated. */
  end: z.iso.datetime(),
});
export type Simulation = z.infer<typeof simulation>;

/** Returns the record stored in `dataset.simulation`, from which live trading continues. */
export function toSimulation({ seed, jettons, exchanges, end }: MarketOptions): Simulation {
  return { version: VERSION, seed, jettons, exchanges: [...exchanges], end: end.toISOString() };
}

/** Returns the options of the store's simulated market, or undefined for imported data or another version. */
export function readSimulation(
  dataset: Pick<Dataset, 'source' | 'stables' | 'simulation'>,
): MarketOptions | undefined {
  if (dataset.source !== 'simulated') return undefined;
  const { success, data } = simulation.safeParse(dataset.simulation);
  return success ? { ...data, end: new Date(data.end), stables: dataset.stables } : undefined;
}

/** Whether two sets of options generate the same market apart from the clock. */
export function isSameMarket(left: MarketOptions, right: MarketOptions): boolean {
  const key = ({ seed, jettons, exchanges, stables }: MarketOptions) =>
    JSON.stringify([seed, jettons, exchanges, stables]);
  return key(left) === key(right);
}
