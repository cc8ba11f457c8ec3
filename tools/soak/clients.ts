import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Market, pick, randomRequest } from './requests.ts';

const CONNECTIONS = 5;
const ATTACK_MS = 10_000;
/** Differs from the address of the other clients, whose rate limit attackers would exhaust. */
const ATTACKER_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const attacks: readonly ((socket: Socket) => void)[] = [
  // Many pipelined requests whose responses are never read.
  (socket) => socket.pause().write('GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  (socket) => socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  // A request that never ends.
  (socket) => socket.write('POST /v1/jettons HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{'),
  (socket) => socket.write(`GET /${'a'.repeat(100_000)}`),
  (socket) => socket.write('\x16\x03\x01 this is not HTTP\r\n\r\n'),
  (socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nTransfer-Encoding: nonsense\r\n\r\n'),
];

/** Attacks the service in waves until the signal. The outcomes of these connections are not counted. */
export async function runHostileClients(origin: string, signal: AbortSignal): Promise<void> {
  const { port, hostname } = new URL(origin);
  while (!signal.aborted) {
    const attack = pick(attacks);
    const sockets = Array.from({ length: CONNECTIONS }, () =>
      connect({ port: Number(port), host: hostname, localAddress: ATTACKER_ADDRESS }),
    );
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      attack(socket);
    }
    await delay(ATTACK_MS, undefined, { signal }).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  }
}

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
