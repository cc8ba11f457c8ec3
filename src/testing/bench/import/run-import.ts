import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { asOf } from './large-dataset.ts';

const SAMPLE_MS = 100;

export interface ImportRun {
  /** Milliseconds by step, in their order; the first is the start of the process and the opening of the store. */
  readonly steps: ReadonlyMap<string, number>;
  readonly milliseconds: number;
  /** The most memory that the process held; on Linux only. */
  readonly peakMegabytes: number;
}

/** Runs the import command as it is shipped: the bundle beside this one, in a process of its own. */
export async function runImport(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ImportRun> {
  const script = join(dirname(process.argv[1] ?? ''), 'import.js');
  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [script, folder, '--as-of', asOf.toISOString()], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const begun: (readonly [string, number])[] = [['Starting', started]];
  let peakMegabytes = 0;
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid));
  }, SAMPLE_MS);
  const ended = once(child, 'close');
  let last = '';
  for await (const line of createInterface(child.stderr)) {
    last = line;
    // Between its steps the command tells how far a step is.
    if (!line.endsWith('%')) begun.push([line, performance.now()]);
  }
  await ended;
  clearInterval(sampling);
  if (child.exitCode !== 0) throw new Error(`the import failed: ${last}`);
  const end = performance.now();
  const steps = begun.map(([step, time], index) => [step, (begun[index + 1]?.[1] ?? end) - time] as const);
  return { steps: new Map(steps), milliseconds: end - started, peakMegabytes };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
