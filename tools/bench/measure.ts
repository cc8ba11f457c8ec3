import { Agent, request as send } from 'node:http';
import type { SQL } from 'drizzle-orm';
import type { WireRequest } from '#contract/request-encoding.ts';
import type { Database } from '#service/store/database.ts';
import { percentile } from './percentile.ts';

const WARM_UP_ROUNDS = 300;
const WARM_UP_MS = 3_000;
const ROUNDS = 300;
const MILLISECONDS_PER_CASE = 8_000;
const MIN_ROUNDS = 30;
const CONCURRENCY = 8;
const THROUGHPUT_MS = 2_000;

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

export interface Measurement {
  readonly http: Percentiles;
  readonly sql: Percentiles;
  readonly perSecond: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

/** Sends a request on a keep-alive connection and reads the whole response. Rejects for any status except 200. */
export function sendRequest(address: string, { method, url, body }: WireRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = send(address + url, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${method} ${url} returned status ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    sent.on('error', reject).end(body);
  });
}

/** Measures a request over HTTP and its SQL statements alternately, so that both run under the same conditions. */
export async function measure(
  address: string,
  request: WireRequest,
  db: Database,
  statements: readonly SQL[],
): Promise<Measurement> {
  const requestOverHttp = () => sendRequest(address, request);
  const executeSql = async () => {
    for (const statement of statements) await db.execute(statement);
  };
  const warmUpEnd = performance.now() + WARM_UP_MS;
  for (let round = 0; round < WARM_UP_ROUNDS && performance.now() < warmUpEnd; round += 1) {
    await requestOverHttp();
    await executeSql();
  }
  const http: number[] = [];
  const sql: number[] = [];
  const end = performance.now() + MILLISECONDS_PER_CASE;
  while (http.length < MIN_ROUNDS || (http.length < ROUNDS && performance.now() < end)) {
    http.push(await timed(requestOverHttp));
    sql.push(await timed(executeSql));
  }
  return { http: percentilesOf(http), sql: percentilesOf(sql), perSecond: await throughput(requestOverHttp) };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function percentilesOf(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

async function throughput(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  const end = started + THROUGHPUT_MS;
  let completed = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return completed / ((performance.now() - started) / 1000);
}
