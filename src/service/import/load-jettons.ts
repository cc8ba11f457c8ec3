import type { RawAddress } from '#contract/address.ts';
import { copyChunks } from '#service/store/copy-text.ts';
import { jettonCopyFormat } from '#service/store/jetton-row.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { readJetton, readJettonAddress } from '#service/validation/read-jetton.ts';
import type { BadRows } from './bad-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { jsonElements, readFields } from './json-elements.ts';
import type { Asset } from './pool-row.ts';

const FILE = 'jettons.json';

/** Loads jettons.json. Returns the loaded jettons by address. */
export async function loadJettons(
  load: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
): Promise<ReadonlyMap<RawAddress, Asset>> {
  const jettons = new Map<RawAddress, Asset>();
  await load.copy('jetton', jettonCopyFormat.columns, copyChunks(jettonLines(files, badRows, jettons)));
  return jettons;
}

async function* jettonLines(files: DatasetFiles, badRows: BadRows, jettons: Map<RawAddress, Asset>) {
  for await (const element of jsonElements(FILE, files.readText(FILE))) {
    const line = badRows.readRow(FILE, element.line, () => {
      const fields = readFields(element);
      const address = readJettonAddress(fields);
      if (jettons.has(address)) throw new BadValueError('duplicate address', address);
      const jetton = { id: jettons.size + 1, ...readJetton(address, fields) };
      const text = jettonCopyFormat.line(jetton);
      jettons.set(address, { id: jetton.id, decimals: jetton.decimals });
      return text;
    });
    if (line !== undefined) yield line;
  }
}
