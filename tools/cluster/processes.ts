import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** File for both output streams. */
  readonly log: string;
  readonly cwd?: string;
}

/** A program of the cluster, which can be killed and started again. */
export class ClusterProcess {
  readonly name: string;
  readonly #command: string;
  readonly #args: readonly string[];
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;

  constructor(name: string, command: string, args: readonly string[], options: ProcessOptions) {
    this.name = name;
    this.#command = command;
    this.#args = args;
    this.#options = options;
  }

  start(): this {
    const { env, log, ...options } = this.#options;
    const output = createWriteStream(log, { flags: 'a' });
    const child = spawn(this.#command, this.#args, {
      ...options,
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.once('error', (error) => output.write(`${error.message}\n`));
    this.#child = child;
    return this;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resolves once the process has ended. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** Sends a signal to a process and all its descendants. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const id of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function parentOf(pid: string): number | undefined {
  try {
    // The second field is the name in parentheses, which can contain spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that a process and its descendants have used. */
export function processorSeconds(pid: number): number {
  const ticks = [pid, ...descendantsOf(pid)].reduce((sum, id) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + Number(fields[11]) + Number(fields[12]);
    } catch {
      return sum;
    }
  }, 0);
  return ticks / 100;
}
