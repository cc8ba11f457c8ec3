import { setTimeout as delay } from 'node:timers/promises';
import { type Market, pick, randomRequest } from './requests.ts';

const TIMEOUT_MS = 20_000;
const CLIENTS = 8;
const PAUSE_MS = 200;

/** Outcomes of all requests in an interval. */
export interface Outcomes {
  succeeded: number;
  /** 503 responses and lost connections during a fault or shortly after. */
  excused: number;
  /** Descriptions of all other failures. */
  readonly unexpected: string[];
  /** Longest response time outside of faults, in milliseconds. */
  slowest: number;
}

export function noOutcomes(): Outcomes {
  return { succeeded: 0, excused: 0, unexpected: [], slowest: 0 };
}

interface Load {
  readonly origin: string;
  readonly markets: readonly Market[];
  /** Returns true while failures are expected. */
  readonly isFaulty: () => boolean;
  /** Returns the outcomes of the current interval. */
  readonly outcomes: () => Outcomes;
  readonly signal: AbortSignal;
}

/** Runs well-behaved clients, which send random requests with pauses, until the signal. */
export async function runClients(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: CLIENTS }, () => runClient(load)));
}

async function runClient(load: Load): Promise<void> {
  while (!load.signal.aborted) {
    await sendRandomRequest(load);
    await delay(Math.random() * 2 * PAUSE_MS, undefined, { signal: load.signal }).catch(() => undefined);
  }
}

async function sendRandomRequest({ origin, markets, isFaulty, outcomes, signal }: Load): Promise<void> {
  const { path, init } = randomRequest(pick(markets));
  const start = performance.now();
  const wasFaulty = isFaulty();
  const failure = await statusOf(origin + path, init).then(
    (status) => (status < 400 ? undefined : `${path.slice(0, 60)}: status ${status}`),
    (error: unknown) => `${path.slice(0, 60)}: ${reasonOf(error)}`,
  );
  if (signal.aborted) return;
  const current = outcomes();
  const isExcused = wasFaulty || isFaulty();
  if (failure === undefined) current.succeeded += 1;
  else if (isExcused && !/status (4\d\d|500)/.test(failure)) current.excused += 1;
  else current.unexpected.push(failure);
  if (!isExcused) current.slowest = Math.max(current.slowest, performance.now() - start);
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
