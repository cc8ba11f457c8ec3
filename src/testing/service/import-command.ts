import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { runtimeFiles } from '#build/runtime-files.ts';
import type { StoreLocation } from '#service/store/store.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

export interface Running {
  readonly pid: number | undefined;
  readonly kill: () => void;
  /** When the command has said that it begins this step; an error where it ends before. */
  readonly reached: (step: string) => Promise<void>;
  readonly outcome: Promise<Outcome>;
}

/** The import command as it is shipped: one bundle, run by a process of its own. */
export interface ImportCommand {
  readonly start: (place: StoreLocation, ...given: readonly string[]) => Running;
  readonly remove: () => Promise<void>;
}

export async function bundleImportCommand(): Promise<ImportCommand> {
  // Inside node_modules, so that the bundle finds the packages that it leaves outside.
  const folder = await mkdtemp(join(root, 'node_modules', '.import-command-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/service/import/main.ts', outDir: folder, target: 'node20', copyPublicDir: false },
  });
  for (const file of runtimeFiles)
    await cp(join(root, file), join(folder, basename(file)), { recursive: true });
  return {
    start: (place, ...given) => start(join(folder, 'main.js'), place, given),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function start(script: string, place: StoreLocation, given: readonly string[]): Running {
  const { DATABASE_URL: _, DATA_DIR: __, ...environment } = process.env;
  const where = 'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDir };
  const child = spawn(process.execPath, [script, ...given], { env: { ...environment, ...where } });
  const output = new Collected(child.stdout);
  const errors = new Collected(child.stderr);
  const outcome = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    output: output.text,
    errors: errors.text,
  }));
  return {
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    reached: (step) => errors.holds(step),
    outcome,
  };
}

/** What a stream has said so far. */
class Collected {
  text = '';
  private readonly stream: Readable;

  constructor(stream: Readable) {
    this.stream = stream;
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
    });
  }

  async holds(part: string): Promise<void> {
    const { stream } = this;
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (this.text.includes(part)) resolve();
        else if (stream.closed) reject(new Error(`The command ended without "${part}": ${this.text}`));
      };
      stream.on('data', look).once('close', look);
      look();
    });
  }
}
