import type { RawAddress } from '#contract/address.ts';
import { currencies } from '#contract/enums.ts';
import { type Progress, silentProgress } from '#service/config/progress.ts';
import { calculateAll } from '#service/market/calculate.ts';
import { deriveMarkets } from '#service/market/derive-markets.ts';
import { completeSnapshots } from '#service/market/record-holders.ts';
import { copyChunks, copyLine } from '#service/store/copy-text.ts';
import type { Store } from '#service/store/database.ts';
import { type LoadSession, replaceData } from '#service/store/replace-data.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { readDate, readDecimal } from '#service/validation/values.ts';
import { BadRows, type SkippedRows } from './bad-rows.ts';
import { type CsvRows, csvRows } from './csv-rows.ts';
import { DatasetFiles } from './dataset-files.ts';
import { loadHolders, loadJettons, loadPools } from './load-assets.ts';
import { loadHolderCounts } from './load-holder-counts.ts';
import { loadSwaps } from './load-swaps.ts';
import { SwapRowConverter } from './swap-row-converter.ts';

export interface ImportOptions {
  readonly folder: string;
  /** Fixed clock to store with the data. */
  readonly asOf?: Date | undefined;
  readonly skipBad?: boolean;
  readonly exchanges: readonly string[];
  readonly stables: readonly RawAddress[];
}

export interface ImportResult {
  readonly jettons: number;
  readonly pools: number;
  readonly swaps: number;
  readonly traders: number;
  /** Tokens with known holders. */
  readonly holderSnapshots: number;
  /** Dates with exchange rates. */
  readonly dates: number;
  readonly skipped: readonly SkippedRows[];
}

/**
 * Replaces the store's data with a dataset folder and calculates all statistics. Atomic: if a row is bad and not skipped,
 * or a file is invalid, throws BadRowError or BadFileError and leaves the data unchanged.
 */
export async function importDataset(
  store: Store,
  options: ImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportResult> {
  const { asOf, folder, stables } = options;
  const badRows = new BadRows(options.skipBad ?? false);
  const files = new DatasetFiles(folder, (bytes) => progress.update(bytes));
  let counts = { jettons: 0, pools: 0, swaps: 0, traders: 0, holderSnapshots: 0, dates: 0 };
  await replaceData(
    store,
    { source: 'imported', asOf, stables: [...stables] },
    async (load) => {
      progress.start('Reading', files.size);
      const jettons = await loadJettons(load, files, badRows);
      const pools = files.has('pools.json')
        ? await loadPools(load, files, badRows, jettons, options.exchanges)
        : new Map();
      const isToken = (address: RawAddress) => jettons.has(address) || pools.has(address);
      const holderSnapshots = files.has('holders.csv') ? await loadHolders(load, files, badRows, isToken) : 0;
      if (files.has('holder-counts.csv')) await loadHolderCounts(load, files, badRows, jettons);
      const dates = files.has('fx.csv') ? await loadRates(load, files, badRows) : 0;
      const swaps = files.has('swaps.csv')
        ? await loadSwaps(load, files, badRows, new SwapRowConverter(pools, jettons), () =>
            progress.start('Sorting swaps', 1),
          )
        : { swaps: 0, traders: 0 };
      counts = { jettons: jettons.size, pools: pools.size, holderSnapshots, dates, ...swaps };
    },
    async (calculation) => {
      progress.start('Deriving markets', 1);
      await deriveMarkets(calculation.db, stables);
      await completeSnapshots(calculation.db);
      progress.start('Calculating statistics', 1);
      await calculateAll(calculation, asOf ?? new Date(), (share) => progress.update(share));
      progress.start('Building indexes', 1);
    },
  );
  progress.finish();
  return { ...counts, skipped: badRows.skipped };
}

const RATES_FILE = 'fx.csv';

/** Loads fx.csv. Returns the number of dates. */
async function loadRates(load: LoadSession, files: DatasetFiles, badRows: BadRows): Promise<number> {
  const dates = new Set<string>();
  await load.copy('fx', ['date', 'code', 'rate'], copyChunks(rateLines(files, badRows, dates)));
  return dates.size;
}

async function* rateLines(files: DatasetFiles, badRows: BadRows, dates: Set<string>): AsyncGenerator<string> {
  for await (const row of csvRows(RATES_FILE, files.readBytes(RATES_FILE), ['date'], currencies)) {
    while (row.next()) yield badRows.readRow(RATES_FILE, row.line, () => readRates(row, dates)) ?? '';
  }
}

function readRates(row: CsvRows, dates: Set<string>): string {
  row.requireCellCount();
  const date = readDate('date', row.text(0));
  if (dates.has(date)) throw new BadValueError('duplicate date', date);
  const lines = currencies.map((code, index) => rateLine(date, code, row.text(1 + index)));
  dates.add(date);
  return lines.join('');
}

function rateLine(date: string, code: string, cell: string): string {
  if (cell.trim() === '') return '';
  const rate = readDecimal(code, cell);
  if (rate === '0') throw new BadValueError(`${code} must be greater than 0`, cell);
  return copyLine([date, code, rate]);
}
