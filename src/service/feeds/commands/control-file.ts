import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const controlFile = z.object({ port: z.int(), token: z.string() });
export type ControlAddress = z.infer<typeof controlFile>;

function pathIn(dataDir: string): string {
  return join(dataDir, 'control.json');
}

/** Writes where a service accepts commands, and the token, which only the service's user can read. */
export function writeControlFile(dataDir: string, address: ControlAddress): void {
  writeFileSync(pathIn(dataDir), JSON.stringify(address), { mode: 0o600 });
}

/** Returns where a service accepts commands, or undefined if there is none. */
export function readControlFile(dataDir: string): ControlAddress | undefined {
  try {
    return z.safeParse(controlFile, JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))).data;
  } catch {
    // Also if a power failure has left an incomplete file.
    return undefined;
  }
}

export function removeControlFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}
