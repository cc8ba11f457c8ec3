import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, in memory, that tests can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all space but this. */
  readonly fillUpTo: (freeBytes: number) => void;
  /** Gives back what was taken. */
  readonly free: () => void;
  readonly remove: () => void;
}

/** Others may write while the disk is filled: then less is free than was to be taken. */
const ATTEMPTS = 20;

/** Undefined where this process may not mount anything. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stderr.write('\nNO DISK CAN BE MOUNTED: the tests of a full disk are SKIPPED.\n\n');
    rmSync(folder, { recursive: true });
    return undefined;
  }
  let fillers: string[] = [];
  return {
    folder,
    fillUpTo: (freeBytes) => {
      const filler = join(folder, `filler-${fillers.length}`);
      fillers.push(filler);
      for (let attempt = 1; !allocate(filler, freeBytesOf(folder) - freeBytes); attempt += 1)
        if (attempt === ATTEMPTS) throw new Error(`cannot fill ${folder}`);
    },
    free: () => {
      for (const filler of fillers) rmSync(filler, { force: true });
      fillers = [];
    },
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** False where less is free. */
function allocate(file: string, bytes: number): boolean {
  try {
    execFileSync('fallocate', ['-l', String(Math.max(1, bytes)), file], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
