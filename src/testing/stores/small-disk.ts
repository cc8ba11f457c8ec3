import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate in-memory disk that tests can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk until this much space is free. */
  readonly fillUntilFree: (freeBytes: number) => void;
  /** Frees the filled space. */
  readonly free: () => void;
  readonly remove: () => void;
}

/** Allocation fails if another process writes between reading the free space and allocating. */
const ATTEMPTS = 20;

/** Returns undefined if this process is not allowed to mount a disk. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stderr.write('\nCANNOT MOUNT A DISK: full-disk tests are SKIPPED.\n\n');
    rmSync(folder, { recursive: true });
    return undefined;
  }
  let fillers: string[] = [];
  return {
    folder,
    fillUntilFree: (freeBytes) => {
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

/** Returns false if there is not enough free space. */
function allocate(file: string, bytes: number): boolean {
  try {
    execFileSync('fallocate', ['-l', String(Math.max(1, bytes)), file], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
