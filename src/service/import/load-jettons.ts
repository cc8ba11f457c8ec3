import type { RawAddress } from '#contract/address.ts';
import { copyChunks } from '#service/store/copy-text.ts';
import { givenJettons } from '#service/store/given-jetton.ts';
import type { Load } from '#service/store/replace-data.ts';
import { type BadRows, BadValue } from './bad-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { readFields } from './fields.ts';
import { readJetton, readJettonAddress } from './jetton-row.ts';
import { jsonElements } from './json-elements.ts';

const FILE = 'jettons.json';

/** Answers each jetton's number in the store. */
export async function loadJettons(
  load: Load,
  files: DatasetFiles,
  bad: BadRows,
): Promise<ReadonlyMap<RawAddress, number>> {
  const ids = new Map<RawAddress, number>();
  await load.copy('jetton', givenJettons.columns, copyChunks(jettonLines(files, bad, ids)));
  return ids;
}

async function* jettonLines(files: DatasetFiles, bad: BadRows, ids: Map<RawAddress, number>) {
  for await (const element of jsonElements(FILE, files.read(FILE))) {
    const line = bad.check(FILE, element.line, () => {
      const fields = readFields(element);
      const address = readJettonAddress(fields);
      if (ids.has(address)) throw new BadValue('address is there twice', address);
      const id = ids.size + 1;
      const text = givenJettons.line(readJetton(id, address, fields));
      ids.set(address, id);
      return text;
    });
    if (line !== undefined) yield line;
  }
}
