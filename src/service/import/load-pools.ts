import type { RawAddress } from '#contract/address.ts';
import { copyChunks } from '#service/store/copy-text.ts';
import { poolCopyFormat } from '#service/store/pool-row.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import type { BadRows } from './bad-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { jsonElements, readFields } from './json-elements.ts';
import { type Asset, type Pool, readNewPool, readPool, readPoolAddress } from './pool-row.ts';

const FILE = 'pools.json';

/** Loads pools.json. Returns the loaded pools by address. */
export async function loadPools(
  load: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
  jettons: ReadonlyMap<RawAddress, Asset>,
  exchanges: readonly string[],
): Promise<ReadonlyMap<RawAddress, Pool>> {
  const pools = new Map<RawAddress, Pool>();
  const lines = poolLines(files, badRows, pools, jettons, exchanges);
  await load.copy('pool', poolCopyFormat.columns, copyChunks(lines));
  return pools;
}

async function* poolLines(
  files: DatasetFiles,
  badRows: BadRows,
  pools: Map<RawAddress, Pool>,
  jettons: ReadonlyMap<RawAddress, Asset>,
  exchanges: readonly string[],
) {
  for await (const element of jsonElements(FILE, files.readText(FILE))) {
    const line = badRows.readRow(FILE, element.line, () => {
      const fields = readFields(element);
      const address = readPoolAddress(fields);
      if (pools.has(address)) throw new BadValueError('duplicate address', address);
      const pool = readPool(pools.size + 1, fields, jettons);
      const text = poolCopyFormat.line(readNewPool(address, pool, fields, exchanges));
      pools.set(address, pool);
      return text;
    });
    if (line !== undefined) yield line;
  }
}
