import { setTimeout as delay } from 'node:timers/promises';
import { loadSimulatedMarket } from '#demo/market/load-simulated-market.ts';
import type { MarketOptions } from '#demo/market/market-plan.ts';
import { readSimulation, sameMarket, simulationOf } from '#demo/market/simulation.ts';
import { calculateAll } from './analytics/calculate.ts';
import { deriveMarkets } from './analytics/derive-markets.ts';
import { DataClock, fixedClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Progress } from './progress.ts';
import type { Clock } from './service.ts';
import { SettingError } from './setting-values.ts';
import { DATA_SCHEMA, type Session, type Store, StoreInUseError } from './store/database.ts';
import { type Dataset, readDataset } from './store/read-dataset.ts';
import { replaceData } from './store/replace-data.ts';

const WAIT_MS = 1_000;

export interface Data {
  readonly clock: Clock;
  /** Reads the data's time again, as another process may have replaced the data; undefined where the clock stands for good. */
  readonly refreshClock: (() => Promise<void>) | undefined;
  /** Whether a simulated market is to go on living. */
  readonly isLive: boolean;
}

/**
 * Prepares the store's data for serving: builds the simulated market where there is none yet, and calculates
 * everything again for a fixed clock other than that of the last calculation.
 */
export async function prepareData(store: Store, config: Config, progress: Progress): Promise<Data> {
  const found = await readDataset(store.db);
  if (found?.source === 'imported') checkStables(found, config);
  if (wantsSimulation(store, config, found)) await simulate(store, config, progress);
  const dataset = await readDataset(store.db);
  const at = config.asOf ?? dataset?.asOf ?? undefined;
  if (at && needsCalculation(dataset, at)) await calculateAt(store, at, progress);
  return { ...clockOf(store, config, dataset), isLive: !at && dataset?.source === 'simulated' };
}

function needsCalculation(dataset: Dataset | undefined, at: Date): boolean {
  return dataset !== undefined && dataset.calculatedAt?.getTime() !== at.getTime();
}

/**
 * Calculates everything at `at`, on a session without the time-outs of requests. Waits while another process replaces
 * the data or calculates it; where that one calculated for the same time, there is nothing left to do.
 */
async function calculateAt(store: Store, at: Date, progress: Progress): Promise<void> {
  const calculate = async (session: Session) => {
    if (!needsCalculation(await readDataset(session.db), at)) return;
    progress.begin('Calculating statistics', 1);
    await calculateAll(session, at, (share) => progress.reach(share));
  };
  let waiting = false;
  while (!(await startedAlone(store, calculate))) {
    if (!waiting) progress.begin('Waiting for another process', 1);
    waiting = true;
    await delay(WAIT_MS);
  }
  progress.end();
}

/** False, without having run `work`, where another process has the store to itself. */
async function startedAlone(store: Store, work: (session: Session) => Promise<void>): Promise<boolean> {
  try {
    await store.withExclusiveSession(DATA_SCHEMA, work);
    return true;
  } catch (error) {
    if (error instanceof StoreInUseError) return false;
    throw error;
  }
}

/** AS_OF goes before the data's own time. That may change while a service runs, but for an embedded store: nobody else has it. */
function clockOf(
  store: Store,
  { asOf }: Config,
  dataset: Dataset | undefined,
): Pick<Data, 'clock' | 'refreshClock'> {
  const fixed = asOf ?? (store.engine === 'embedded' ? dataset?.asOf : undefined);
  if (fixed) return { clock: fixedClock(fixed), refreshClock: undefined };
  const clock = new DataClock();
  clock.follow(dataset?.asOf);
  return { clock, refreshClock: async () => clock.follow((await readDataset(store.db))?.asOf) };
}

function wantsSimulation(store: Store, config: Config, found: Dataset | undefined): boolean {
  if (!found) return store.engine === 'embedded' || config.demoRequested;
  if (found.source === 'imported') return false;
  const known = readSimulation(found);
  return known === undefined || !sameMarket(known, marketOptions(config));
}

function marketOptions({ demoJettons, demoSeed, exchanges, stables, asOf }: Config): MarketOptions {
  return { jettons: demoJettons, seed: demoSeed, exchanges, stables, end: asOf ?? new Date() };
}

async function simulate(store: Store, config: Config, progress: Progress): Promise<void> {
  const options = marketOptions(config);
  const stables = [...options.stables];
  await replaceData(
    store,
    { source: 'simulated', stables, simulation: simulationOf(options) },
    async (load) => {
      progress.begin('Simulating a market', 1);
      await loadSimulatedMarket(load, options, (share) => progress.reach(share));
    },
    async (calculation) => {
      progress.begin('Deriving markets', 1);
      await deriveMarkets(calculation.db, stables);
      progress.begin('Calculating statistics', 1);
      await calculateAll(calculation, options.end, (share) => progress.reach(share));
      progress.begin('Building indexes', 1);
    },
  );
  progress.end();
}

function checkStables(found: Dataset, config: Config): void {
  if (sameStables(found, config)) return;
  throw new SettingError(
    'STABLES: the data was imported with others; import it again, or set them as they were',
  );
}

function sameStables({ stables }: Dataset, config: Config): boolean {
  return [...stables].sort().join() === [...config.stables].sort().join();
}
