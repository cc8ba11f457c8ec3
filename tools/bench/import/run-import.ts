import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { asOf } from './large-dataset.ts';

const SAMPLE_MS = 100;

export interface ImportRun {
  /** Milliseconds by step, in order. The first step is starting the process and opening the store. */
  readonly steps: ReadonlyMap<string, number>;
  readonly milliseconds: number;
  /** Peak resident memory of the process; 0 except on Linux. */
  readonly peakMegabytes: number;
}

/** Runs the bundled import command, next to this bundle, in a separate process. */
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
  const stepStarts: (readonly [string, number])[] = [['Starting', started]];
  let peakMegabytes = 0;
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid));
  }, SAMPLE_MS);
  const ended = once(child, 'close');
  let last = '';
  for await (const line of createInterface(child.stderr)) {
    last = line;
    // Lines that end with % report the progress of the current step.
    if (!line.endsWith('%')) stepStarts.push([line, performance.now()]);
  }
  await ended;
  clearInterval(sampling);
  if (child.exitCode !== 0) throw new Error(`the import failed: ${last}`);
  const end = performance.now();
  const steps = stepStarts.map(
    ([step, time], index) => [step, (stepStarts[index + 1]?.[1] ?? end) - time] as const,
  );
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
