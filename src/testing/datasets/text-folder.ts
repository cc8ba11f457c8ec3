import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder. */
export interface TextFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Writes the files, given as text by name, to a temporary folder. */
export async function writeFolder(files: Readonly<Record<string, string>>): Promise<TextFolder> {
  const path = await mkdtemp(join(tmpdir(), 'jetscope-files-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
