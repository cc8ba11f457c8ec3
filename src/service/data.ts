import { setTimeout as delay } from 'node:timers/promises';
import { loadSimulatedMarket } from '#demo/market/load-simulated-market.ts';
import type { MarketOptions } from '#demo/market/market-plan.ts';
import { isSameMarket, readSimulation, toSimulation } from '#demo/market/simulation.ts';
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

const LOCK_RETRY_MS = 1_000;

export interface Data {
  readonly clock: Clock;
  /** Updates the clock after another process may have replaced the data. Undefined if the clock is fixed for good. */
  readonly refreshClock: (() => Promise<void>) | undefined;
  /** Whether the simulated market continues to trade. */
  readonly isLive: boolean;
}

/**
 * Prepares the store's data for serving: generates the simulated market if needed, and recalculates all statistics if
 * the clock is fixed at another time than that of the last calculation. Throws SettingError if the data was imported
 * with other stablecoins.
 */
export async function prepareData(store: Store, config: Config, progress: Progress): Promise<Data> {
  const existing = await readDataset(store.db);
  if (existing?.source === 'imported') checkStables(existing, config);
  if (needsSimulation(store, config, existing)) await simulate(store, config, progress);
  const dataset = await readDataset(store.db);
  const at = config.asOf ?? dataset?.asOf ?? undefined;
  if (at && needsCalculation(dataset, at)) await calculateAt(store, at, progress);
  return { ...clockOf(store, config, dataset), isLive: !at && dataset?.source === 'simulated' };
}

function needsCalculation(dataset: Dataset | undefined, at: Date): boolean {
  return dataset !== undefined && dataset.calculatedAt?.getTime() !== at.getTime();
}

/**
 * Calculates all statistics for the time `at`, in a session without the timeouts of requests. Waits while another
 * process replaces or calculates the data. Does nothing if that process calculated for the same time.
 */
async function calculateAt(store: Store, at: Date, progress: Progress): Promise<void> {
  const calculate = async (session: Session) => {
    if (!needsCalculation(await readDataset(session.db), at)) return;
    progress.start('Calculating statistics', 1);
    await calculateAll(session, at, (share) => progress.update(share));
  };
  let isWaiting = false;
  while (!(await tryExclusively(store, calculate))) {
    if (!isWaiting) progress.start('Waiting for another process', 1);
    isWaiting = true;
    await delay(LOCK_RETRY_MS);
  }
  progress.finish();
}

/** Runs `work` with exclusive access to the store. Returns false without running it if another process has that access. */
async function tryExclusively(store: Store, work: (session: Session) => Promise<void>): Promise<boolean> {
  try {
    await store.withExclusiveSession(DATA_SCHEMA, work);
    return true;
  } catch (error) {
    if (error instanceof StoreInUseError) return false;
    throw error;
  }
}

/**
 * AS_OF takes precedence over the dataset's own time, which other processes can change unless the store is embedded.
 */
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

function needsSimulation(store: Store, config: Config, existing: Dataset | undefined): boolean {
  if (!existing) return store.engine === 'embedded' || config.isDemoRequested;
  if (existing.source === 'imported') return false;
  const simulated = readSimulation(existing);
  return simulated === undefined || !isSameMarket(simulated, marketOptions(config));
}

function marketOptions({ demoJettons, demoSeed, exchanges, stables, asOf }: Config): MarketOptions {
  return { jettons: demoJettons, seed: demoSeed, exchanges, stables, end: asOf ?? new Date() };
}

async function simulate(store: Store, config: Config, progress: Progress): Promise<void> {
  const options = marketOptions(config);
  const stables = [...options.stables];
  await replaceData(
    store,
    { source: 'simulated', stables, simulation: toSimulation(options) },
    async (load) => {
      progress.start('Simulating a market', 1);
      await loadSimulatedMarket(load, options, (share) => progress.update(share));
    },
    async (calculation) => {
      progress.start('Deriving markets', 1);
      await deriveMarkets(calculation.db, stables);
      progress.start('Calculating statistics', 1);
      await calculateAll(calculation, options.end, (share) => progress.update(share));
      progress.start('Building indexes', 1);
    },
  );
  progress.finish();
}

function checkStables(dataset: Dataset, config: Config): void {
  if (hasSameStables(dataset, config)) return;
  throw new SettingError(
    'STABLES: the data was imported with other stablecoins; import it again or restore the previous value',
  );
}

function hasSameStables({ stables }: Dataset, config: Config): boolean {
  return [...stables].sort().join() === [...config.stables].sort().join();
}
