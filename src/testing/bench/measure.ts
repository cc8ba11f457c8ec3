import { Agent, request as send } from 'node:http';
import type { SQL } from 'drizzle-orm';
import type { WireRequest } from '#contract/wire.ts';
import type { Database } from '#service/store/store.ts';

const WARM_UP_ROUNDS = 300;
const WARM_UP_MS = 3_000;
const ROUNDS = 300;
const MILLISECONDS_PER_CASE = 8_000;
const FEWEST_ROUNDS = 30;
const CONCURRENCY = 8;
const THROUGHPUT_MS = 2_000;

export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

export interface Measured {
  readonly http: Spread;
  readonly sql: Spread;
  readonly perSecond: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

/** Sends a request on a kept connection and reads the answer to its end. */
export function ask(address: string, { method, url, body }: WireRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = send(address + url, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    sent.on('error', reject).end(body);
  });
}

/** The same question over HTTP and as its bare SQL, in turns, so that both meet the same machine. */
export async function measure(
  address: string,
  request: WireRequest,
  db: Database,
  statements: readonly SQL[],
): Promise<Measured> {
  const overHttp = () => ask(address, request);
  const straight = async () => {
    for (const statement of statements) await db.execute(statement);
  };
  const warm = performance.now() + WARM_UP_MS;
  for (let round = 0; round < WARM_UP_ROUNDS && performance.now() < warm; round += 1) {
    await overHttp();
    await straight();
  }
  const http: number[] = [];
  const sql: number[] = [];
  const end = performance.now() + MILLISECONDS_PER_CASE;
  while (http.length < FEWEST_ROUNDS || (http.length < ROUNDS && performance.now() < end)) {
    http.push(await timed(overHttp));
    sql.push(await timed(straight));
  }
  return { http: spreadOf(http), sql: spreadOf(sql), perSecond: await throughput(overHttp) };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function spreadOf(times: number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function throughput(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  const end = started + THROUGHPUT_MS;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return done / ((performance.now() - started) / 1000);
}
