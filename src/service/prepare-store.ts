import { setTimeout as delay } from 'node:timers/promises';
import { simulatePause } from '#demo/live-market.ts';
import type { MarketOptions } from '#demo/market-plan.ts';
import { loadSimulatedMarket } from '#demo/simulated-market.ts';
import { isSameMarket, readSimulation, toSimulation } from '#demo/simulation.ts';
import { completeSnapshots } from '#service/market/record-holders.ts';
import type { Config } from './config/config.ts';
import { type Clock, DataClock, fixedClock, wallClock } from './config/context.ts';
import { type Progress, silentProgress } from './config/progress.ts';
import { SettingError } from './config/setting-values.ts';
import { calculateAll, calculationHash } from './market/calculate.ts';
import { isOutdatedCalculation } from './market/calculation-version.ts';
import { deriveMarkets } from './market/derive-markets.ts';
import { isOutOfReach } from './market/round.ts';
import { updateDust } from './market/update-dust.ts';
import { DATA_SCHEMA, type Session, type Store, StoreInUseError } from './store/database.ts';
import { type Dataset, readDataset, requireContinuable } from './store/dataset.ts';
import { replaceData } from './store/replace-data.ts';
import { refoldJettons } from './store/rows.ts';
import { MAX_ORDERS_OF_MAGNITUDE } from './validation/limits.ts';

const LOCK_RETRY_MS = 1_000;

export interface Data {
  readonly clock: Clock;
  /** Updates the clock after another process may have replaced the data. */
  readonly refreshClock: () => Promise<void>;
  /** Whether values change while the service runs. */
  readonly isUpdated: boolean;
  /** Whether the simulated market continues to trade. */
  readonly isLive: boolean;
  /** Calculates all values, unless stored values can still be updated by a round. */
  readonly recalculate: () => Promise<void>;
}

/**
 * Prepares the store's data for serving: generates the simulated market if needed, and calculates all values if they are
 * those of another time or an older version, or too old to be updated by a round. Throws OperatorError if the data was imported with other
 * stablecoins, or if feeds cannot continue it.
 */
export async function prepareData(store: Store, config: Config, progress: Progress): Promise<Data> {
  const existing = await readDataset(store.db);
  if (existing && existing.source !== 'simulated') checkStables(existing, config);
  if (config.feeds.length > 0) await prepareForFeeds(store, config);
  await onceFree(
    async () => needsSimulation(store, config, await readDataset(store.db)),
    () => simulate(store, config, progress),
    progress,
  );
  const present = await readDataset(store.db);
  const isLive = !fixedTime(config, present) && present?.source === 'simulated';
  if (isLive) await simulatePause({ store, clock: wallClock });
  await calculateIfNeeded(store, config, progress);
  return {
    ...clockOf(store, config, present),
    isLive,
    recalculate: () => calculateIfNeeded(store, config, silentProgress),
  };
}

/** Whether `prepareData` would generate data, or calculate all values. */
export async function needsPreparation(store: Store, config: Config): Promise<boolean> {
  const dataset = await readDataset(store.db);
  return needsSimulation(store, config, dataset) || (await needsCalculation(dataset, config));
}

/** The fixed time that values are calculated for, if any. AS_OF takes precedence over the dataset's own time. */
function fixedTime({ asOf }: Config, dataset: Dataset | undefined): Date | undefined {
  return asOf ?? dataset?.asOf ?? undefined;
}

/** Without a fixed time, values may be those of any time from which rounds reach the present. */
async function needsCalculation(dataset: Dataset | undefined, config: Config): Promise<boolean> {
  if (!dataset) return false;
  const { calculatedAt, isStale } = dataset;
  if (!calculatedAt || isStale || isOutdatedCalculation(dataset, await calculationHash())) return true;
  const at = fixedTime(config, dataset);
  return at ? calculatedAt.getTime() !== at.getTime() : isOutOfReach(new Date(), calculatedAt);
}

/**
 * Calculates all values, if needed, for the fixed time or the present, in a session without the timeouts of requests.
 * Waits while another process replaces or calculates the data.
 */
async function calculateIfNeeded(store: Store, config: Config, progress: Progress): Promise<void> {
  const isNeeded = async () => await needsCalculation(await readDataset(store.db), config);
  const calculate = async (session: Session) => {
    const dataset = await readDataset(session.db);
    if (!(await needsCalculation(dataset, config))) return;
    progress.start('Calculating statistics', 1);
    if (dataset && isOutdatedCalculation(dataset, await calculationHash())) {
      await refoldJettons(session.db);
      await updateDust(session.db, MAX_ORDERS_OF_MAGNITUDE);
    }
    const at = fixedTime(config, dataset) ?? new Date();
    await calculateAll(session, at, (share) => progress.update(share));
  };
  await onceFree(isNeeded, () => store.withExclusiveSession(DATA_SCHEMA, calculate), progress);
}

/** Runs `work`, which requires exclusive access to the store, as soon as no other process has it, if it is still needed. */
async function onceFree(
  isNeeded: () => Promise<boolean>,
  work: () => Promise<void>,
  progress: Progress,
): Promise<void> {
  let isWaiting = false;
  while (await isNeeded()) {
    try {
      await work();
      break;
    } catch (error) {
      if (!(error instanceof StoreInUseError)) throw error;
    }
    if (!isWaiting) progress.start('Waiting for another process', 1);
    isWaiting = true;
    await delay(LOCK_RETRY_MS);
  }
  progress.finish();
}

/**
 * AS_OF takes precedence over the dataset's own time, which other processes can change unless the store is embedded.
 */
export function clockOf(
  store: Store,
  { asOf, feeds }: Config,
  dataset: Dataset | undefined,
): Pick<Data, 'clock' | 'refreshClock' | 'isUpdated'> {
  const fixed = asOf ?? (store.engine === 'embedded' ? dataset?.asOf : undefined);
  if (fixed)
    return { clock: fixedClock(fixed), refreshClock: async () => undefined, isUpdated: feeds.length > 0 };
  const clock = new DataClock();
  clock.follow(dataset?.asOf);
  return {
    clock,
    refreshClock: async () => clock.follow((await readDataset(store.db))?.asOf),
    isUpdated: true,
  };
}

/** Feeds fill an empty store, or continue imported data. Throws OperatorError if the store has other data. */
export async function prepareForFeeds(store: Store, { stables }: Config): Promise<void> {
  requireContinuable(await readDataset(store.db));
  await onceFree(
    async () => !(await readDataset(store.db)),
    () => replaceData(store, { source: 'live', stables: [...stables] }),
    silentProgress,
  );
}

function needsSimulation(store: Store, config: Config, existing: Dataset | undefined): boolean {
  if (config.feeds.length > 0) return false;
  if (!existing) return store.engine === 'embedded' || config.isDemoRequested;
  if (existing.source !== 'simulated') return false;
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
      await completeSnapshots(calculation.db);
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
