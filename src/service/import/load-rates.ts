import { currencies } from '#contract/enums.ts';
import { copyChunks, copyLine } from '#service/store/copy-text.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { readDate, readDecimal } from '#service/validation/values.ts';
import type { BadRows } from './bad-rows.ts';
import { type CsvRows, csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';

const FILE = 'fx.csv';

/** Loads fx.csv. Returns the number of dates. */
export async function loadRates(load: LoadSession, files: DatasetFiles, badRows: BadRows): Promise<number> {
  const dates = new Set<string>();
  await load.copy('fx', ['date', 'code', 'rate'], copyChunks(rateLines(files, badRows, dates)));
  return dates.size;
}

async function* rateLines(files: DatasetFiles, badRows: BadRows, dates: Set<string>): AsyncGenerator<string> {
  for await (const row of csvRows(FILE, files.readBytes(FILE), ['date'], currencies)) {
    while (row.next()) yield badRows.readRow(FILE, row.line, () => readRates(row, dates)) ?? '';
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
