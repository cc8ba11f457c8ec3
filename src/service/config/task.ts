import { setTimeout as delay } from 'node:timers/promises';

/** Work in the background. */
export interface Task {
  /** Resolves when the work has ended. */
  stop(): Promise<void>;
}

/** Receives the outcomes of a repeated task. */
export interface TaskListener {
  /** A run succeeded. */
  succeeded(): void;
  /** A run failed; the next one retries. */
  failed(error: unknown): void;
}

/** Starts work that ends when `stopped` is aborted. */
export function startTask(run: (stopped: AbortSignal) => Promise<unknown>): Task {
  const stopped = new AbortController();
  const running = run(stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** Waits until the time has passed or `stopped` is aborted. */
export async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}

/**
 * Runs `work` with a signal that is aborted with the first of `signals`. Node 20 adds what `AbortSignal.any` returns to signals
 * that last as long as the service, and never removes it.
 */
export async function withAnySignal<Result>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const any = new AbortController();
  const abort = () => any.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  }
  try {
    return await work(any.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
