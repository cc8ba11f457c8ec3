import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { runtimeFiles } from '#build/runtime-files.ts';
import { testNodeFlags } from '#build/test-environment.ts';
import type { StoreLocation } from '#service/store/database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

export interface Running {
  readonly pid: number | undefined;
  /** Standard input. */
  readonly input: Writable;
  readonly kill: () => void;
  readonly stop: () => void;
  /** From now on, the command cannot write its output. */
  readonly closeOutput: () => void;
  /** Resolves when the command reports this step; rejects if it exits before. */
  readonly reached: (step: string) => Promise<void>;
  readonly outcome: Promise<Outcome>;
}

/** A bundled command that runs in a separate process, like those that are shipped. */
export interface BundledCommand {
  readonly start: (location: StoreLocation, ...args: readonly string[]) => Running;
  /** The same, with settings in addition to those of this process. */
  readonly startWith: (
    location: StoreLocation,
    settings: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ) => Running;
  readonly remove: () => Promise<void>;
}

export function bundleImportCommand(): Promise<BundledCommand> {
  return bundleCommand('src/service/import-command.ts');
}

export async function bundleCommand(entry: string): Promise<BundledCommand> {
  // Inside node_modules, so that the bundle can resolve its external packages.
  const folder = await mkdtemp(join(root, 'node_modules', '.command-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: folder, target: 'node20', copyPublicDir: false },
  });
  for (const file of runtimeFiles)
    await cp(join(root, file), join(folder, basename(file)), { recursive: true });
  const script = `${basename(entry, '.ts')}.js`;
  return {
    start: (location, ...args) => start(join(folder, script), location, {}, args),
    startWith: (location, settings, ...args) => start(join(folder, script), location, settings, args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function start(
  script: string,
  location: StoreLocation,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Running {
  const { DATABASE_URL: _, DATA_DIR: __, ...environment } = process.env;
  const storeSettings =
    'databaseUrl' in location ? { DATABASE_URL: location.databaseUrl } : { DATA_DIR: location.dataDir };
  const child = spawn(process.execPath, [...testNodeFlags, script, ...args], {
    env: { ...environment, ...settings, ...storeSettings },
  });
  const output = new CollectedOutput(child.stdout);
  const errors = new CollectedOutput(child.stderr);
  const outcome = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    output: output.text,
    errors: errors.text,
  }));
  return {
    pid: child.pid,
    input: child.stdin,
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGTERM'),
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    reached: (step) => errors.waitFor(step),
    outcome,
  };
}

/** Collects the text of a stream. */
class CollectedOutput {
  text = '';
  private readonly stream: Readable;

  constructor(stream: Readable) {
    this.stream = stream;
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
    });
  }

  async waitFor(part: string): Promise<void> {
    const { stream } = this;
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (this.text.includes(part)) resolve();
        else if (stream.closed) reject(new Error(`The command ended without "${part}": ${this.text}`));
      };
      stream.on('data', check).once('close', check);
      check();
    });
  }
}
