import { currencies } from '#contract/enums.ts';
import { copyChunks, copyLine } from '#service/store/copy-text.ts';
import type { Load } from '#service/store/replace-data.ts';
import { type BadRows, BadValue } from './bad-rows.ts';
import { csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { readDay, readDecimal } from './values.ts';

const FILE = 'fx.csv';

/** Answers the number of dates. */
export async function loadRates(load: Load, files: DatasetFiles, bad: BadRows): Promise<number> {
  const dates = new Set<string>();
  await load.copy('fx', ['date', 'code', 'rate'], copyChunks(rateLines(files, bad, dates)));
  return dates.size;
}

async function* rateLines(files: DatasetFiles, bad: BadRows, dates: Set<string>): AsyncGenerator<string> {
  for await (const batch of csvRows(FILE, files.read(FILE), ['date'], currencies)) {
    for (const { line, cells } of batch) {
      yield bad.check(FILE, line, () => readRates(cells(), dates)) ?? '';
    }
  }
}

function readRates([dateText = '', ...rates]: readonly string[], dates: Set<string>): string {
  const date = readDay('date', dateText);
  if (dates.has(date)) throw new BadValue('date is there twice', date);
  const lines = currencies.map((code, index) => rateLine(date, code, rates[index] ?? ''));
  dates.add(date);
  return lines.join('');
}

function rateLine(date: string, code: string, cell: string): string {
  if (cell.trim() === '') return '';
  const rate = readDecimal(code, cell);
  if (Number(rate) <= 0) throw new BadValue(`${code} is not positive`, cell);
  return copyLine([date, code, rate]);
}
