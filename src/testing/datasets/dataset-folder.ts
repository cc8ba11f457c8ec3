import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PoolFacts {
  readonly address: string;
  readonly exchange: string;
  readonly asset0: string;
  readonly asset1: string;
  readonly [fact: string]: string | undefined;
}

/** Contents of a dataset folder. The columns of a table are those of its first row. */
export interface DatasetFiles {
  readonly jettons: readonly object[];
  readonly pools: readonly PoolFacts[];
  readonly swaps: readonly Readonly<Record<string, string>>[];
  readonly holders?: readonly Readonly<Record<string, string>>[];
  readonly fx?: readonly Readonly<Record<string, string>>[];
}

function tableText(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** Calls `work` with a temporary folder that contains the files, and returns its result. */
export async function withDatasetFolder<Result>(
  files: DatasetFiles,
  work: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-dataset-'));
  try {
    writeFileSync(join(folder, 'jettons.json'), JSON.stringify(files.jettons));
    writeFileSync(join(folder, 'pools.json'), JSON.stringify(files.pools));
    writeFileSync(join(folder, 'swaps.csv'), tableText(files.swaps));
    if (files.holders) writeFileSync(join(folder, 'holders.csv'), tableText(files.holders));
    if (files.fx) writeFileSync(join(folder, 'fx.csv'), tableText(files.fx));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
