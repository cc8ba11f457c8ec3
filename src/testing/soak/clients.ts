import { setTimeout as delay } from 'node:timers/promises';
import { pick, randomRequest, type Subject } from './requests.ts';

const TIMEOUT_MS = 20_000;
const CLIENTS = 8;
const PAUSE_MS = 200;

/** How the requests of one stretch of time ended. */
export interface Outcomes {
  answered: number;
  /** 503 or a lost connection while a fault was injected, or shortly after. */
  excused: number;
  /** Everything else that is no answer of the kind that was asked for. */
  readonly unexpected: string[];
  /** Longest time to an answer outside of faults, in milliseconds. */
  slowest: number;
}

export function noOutcomes(): Outcomes {
  return { answered: 0, excused: 0, unexpected: [], slowest: 0 };
}

interface Load {
  readonly origin: string;
  readonly subjects: readonly Subject[];
  /** Whether failures are to be expected now. */
  readonly excused: () => boolean;
  /** Takes the outcomes of the present stretch. */
  readonly outcomes: () => Outcomes;
  readonly signal: AbortSignal;
}

/** Ordinary clients, each asking for something every now and then, until the signal. */
export async function runClients(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: CLIENTS }, () => runClient(load)));
}

async function runClient(load: Load): Promise<void> {
  while (!load.signal.aborted) {
    await ask(load);
    await delay(Math.random() * 2 * PAUSE_MS, undefined, { signal: load.signal }).catch(() => undefined);
  }
}

async function ask({ origin, subjects, excused, outcomes, signal }: Load): Promise<void> {
  const { path, init } = randomRequest(pick(subjects));
  const begun = performance.now();
  const wasExcused = excused();
  const failure = await statusOf(origin + path, init).then(
    (status) => (status < 400 ? undefined : `${path.slice(0, 60)}: status ${status}`),
    (error: unknown) => `${path.slice(0, 60)}: ${reasonOf(error)}`,
  );
  if (signal.aborted) return;
  const now = outcomes();
  const isExcused = wasExcused || excused();
  if (failure === undefined) now.answered += 1;
  else if (isExcused && !/status (4\d\d|500)/.test(failure)) now.excused += 1;
  else now.unexpected.push(failure);
  if (!isExcused) now.slowest = Math.max(now.slowest, performance.now() - begun);
}

async function statusOf(url: string, init: RequestInit | undefined): Promise<number> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.arrayBuffer();
  return response.status;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
