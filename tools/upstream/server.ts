import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '#testing/market/random.ts';
import type { Dataset } from '#testing/oracle/read-dataset.ts';
import { EventBook } from './event-book.ts';
import { bodyText, disturb, type Faults, mapRows, pickFaults, type ResponseFault } from './faults.ts';
import { Rejection, type Source } from './source.ts';
import { dedustSource } from './sources/dedust.ts';
import { dexscreenerSource } from './sources/dexscreener.ts';
import { fxSource, tonapiSource, toncenterSource } from './sources/facts.ts';
import { stonfiSource } from './sources/stonfi.ts';

const HOST = '127.0.0.1';
const DAY_SECONDS = 86_400;
const DEFAULT_SLOW_MS = 2_000;

/** How the swaps of an exchange are served. */
export type WireFormat = 'stonfi' | 'dedust' | 'dexscreener';

export interface UpstreamOptions {
  readonly market: Dataset;
  /** Format by exchange id. Pools of other exchanges are not served. */
  readonly formats: Readonly<Record<string, WireFormat>>;
  /** Whether assets of DeDust and DEX Screener include their decimals. Default true. */
  readonly withDecimals?: boolean;
  readonly faults?: Faults;
  /** Delays slow responses. Default: a timer. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

export interface Upstream {
  /** Counts by path, such as `stonfi/v1/routers`, then by status, or by fault if no complete response was sent. */
  readonly requests: Record<string, Record<string, number>>;
  /** Listens on the loopback interface, by default on any free port. Returns the base URL. */
  listen(port?: number): Promise<string>;
  /** Closes all connections, also those of requests that hang. */
  close(): Promise<void>;
  /** Replaces all faults; null ends them. Then late swaps appear and invalid events disappear at once. */
  setFaults(faults: Faults | null): void;
  /** Sets a fixed clock in place of the system's. Only what happened until this time is visible. */
  setNow(now: Date): void;
}

/**
 * Creates a server that serves a market in the formats of public services, each below a path of its own: `/stonfi`,
 * `/dedust`, `/dexscreener/EXCHANGE`, `/toncenter`, `/tonapi` and `/fx`. Throws RangeError if a format cannot express the
 * market.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { sleep = delay } = options;
  const requests: Upstream['requests'] = {};
  let fixedNow: Date | undefined;
  let faulty = applyFaults(options.faults ?? {});

  function applyFaults(faults: Faults) {
    return { faults, random: new Random(faults.seed ?? 1), endpoints: endpointsOf(options, faults) };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${HOST}`);
    const body = await text(request);
    const { faults, random, endpoints } = faulty;
    const found = endpoints.find(({ pattern }) => pattern.test(`${request.method} ${url.pathname}`));
    const { inPlace, content } = pickFaults(found ? faults : {}, random);
    const clockShift = content.has('shiftedClock') ? 1000 * (faults.clockShiftSeconds ?? DAY_SECONDS) : 0;
    if (content.has('slow')) await sleep(faults.slowMilliseconds ?? DEFAULT_SLOW_MS);
    const date = new Date((fixedNow ?? new Date()).getTime() + clockShift).toUTCString();
    const reply = replyOf(() => {
      if (!found) throw new Rejection(404, 'Unknown path');
      const [, id = ''] = found.pattern.exec(`${request.method} ${url.pathname}`) ?? [];
      const now = (fixedNow ?? new Date()).getTime();
      const age = content.has('olderHead') ? random.whole(1, faults.olderHeadSeconds ?? 600) : 0;
      const answer = found.endpoint({
        id: decodeURIComponent(id),
        query: url.searchParams,
        body,
        now,
        headTime: now - 1000 * age,
        clockShift,
        hasWrongHead: content.has('wrongHead'),
      });
      return mapRows(answer, (rows) => {
        if (rows.length > (faults.maxRows ?? rows.length)) throw new Rejection(504, 'Gateway timeout');
        return disturb(rows, content, random);
      });
    });
    response.setHeader('date', date);
    const outcome = send(response, inPlace ? replyWith(inPlace, reply, faults, random) : reply);
    const counts = requests[found?.path ?? 'unknown path'] ?? {};
    requests[found?.path ?? 'unknown path'] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 };
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Clients may give up while they send a body.
      if (request.complete) server.emit('error', error);
    });
  });

  return {
    requests,
    setFaults: (faults) => {
      faulty = applyFaults(faults ?? {});
    },
    setNow: (now) => {
      fixedNow = now;
    },
    listen: (port = 0) =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, HOST, () => {
          server.off('error', reject);
          resolve(`http://${HOST}:${(server.address() as AddressInfo).port}`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates all sources, by the start of their paths, with the events that `faults` adds and delays. */
function createSources(options: UpstreamOptions, faults: Faults): Record<string, Source> {
  const { market, formats, withDecimals = true } = options;
  const exchangesOf = (format: WireFormat) =>
    Object.keys(formats).filter((exchange) => formats[exchange] === format);
  const eventsOf = (exchanges: readonly string[]) => {
    return { market, book: new EventBook(market, exchanges, faults), withDecimals };
  };
  const adapters = exchangesOf('dexscreener').map((exchange) => {
    return [`dexscreener/${exchange}`, dexscreenerSource(eventsOf([exchange]), exchange)] as const;
  });
  return {
    stonfi: stonfiSource(eventsOf(exchangesOf('stonfi'))),
    dedust: dedustSource(eventsOf(exchangesOf('dedust'))),
    ...Object.fromEntries(adapters),
    toncenter: toncenterSource(market),
    tonapi: tonapiSource(market),
    fx: fxSource(market),
  };
}

/** Returns the endpoints of all sources, with patterns of method and path. */
function endpointsOf(options: UpstreamOptions, faults: Faults) {
  return Object.entries(createSources(options, faults)).flatMap(([prefix, source]) =>
    Object.entries(source).map(([name, endpoint]) => {
      const [method, path] = name.split(' ');
      const expression = `${method} /${prefix}${path}`.replaceAll('.', '\\.').replace(/\{\w+\}/, '([^/]+)');
      return { path: prefix + path, pattern: new RegExp(`^${expression}$`), endpoint };
    }),
  );
}

/** More than feeds parse. */
const TINY_ELEMENTS = `[${'0,'.repeat(2_000_000)}0]`;

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The fault, if the response is not complete, and the number of bytes before the connection closes. */
  readonly fault?: ResponseFault;
  readonly bytes?: number;
}

function replyOf(answer: () => unknown): Reply {
  try {
    return { status: 200, body: bodyText(answer()) };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { status: error.status, body: JSON.stringify({ error: error.message }), headers: error.headers };
  }
}

/** Returns what is sent in place of a reply. */
function replyWith(fault: ResponseFault, reply: Reply, faults: Faults, random: Random): Reply {
  const errorOf = (status: number, headers = {}) => ({ status, body: `{"error":"${fault}"}`, headers });
  switch (fault) {
    case 'rateLimit':
      return errorOf(429);
    case 'rateLimitWithRetryAfter':
      return errorOf(429, { 'retry-after': faults.retryAfterSeconds ?? 1 });
    case 'serverError':
      return errorOf(500);
    case 'shortBody':
      return { ...reply, fault, bytes: random.whole(1, Buffer.byteLength(reply.body) - 1) };
    case 'cutJson':
      return { ...reply, fault, body: reply.body.slice(0, random.whole(1, reply.body.length - 1)) };
    case 'tinyElements':
      return { ...reply, fault, body: TINY_ELEMENTS };
    case 'hang':
      return { ...reply, fault };
  }
}

/** Returns the status, or the fault. */
function send(response: ServerResponse, { status, body, headers, fault, bytes }: Reply): string {
  if (fault === 'hang') return fault;
  const content = Buffer.from(body);
  const length = { 'content-length': content.length };
  response.writeHead(status, { 'content-type': 'application/json', ...length, ...headers });
  if (bytes === undefined) response.end(content);
  else response.write(content.subarray(0, bytes), () => response.destroy());
  return fault ?? String(status);
}
