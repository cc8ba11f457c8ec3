import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { Random } from '#testing/market/random.ts';
import { ChainClock } from './chain-clock.ts';
import { createSources, type FindSource, type SourceOptions } from './create-sources.ts';
import { FaultDecider, type FaultDecision, type Faults, faultsSchema, withDuplicates } from './faults.ts';
import { jsonText } from './json-text.ts';
import { send } from './send.ts';
import { failure, type Reply, type SourceRequest, unknownPath } from './sources/source.ts';

const HOST = '127.0.0.1';
const DEFAULT_OLDER_HEAD_SECONDS = 600;

export interface UpstreamOptions extends SourceOptions {
  /** Only what happened until this time is visible. Default: the system's clock. */
  readonly now?: () => Date;
  readonly faults?: Faults | null;
}

/** Counts by kind of path, such as `dedust/v2/pools`, then by status, or by fault if no complete response was sent. */
export type RequestCounts = Record<string, Record<string, number>>;

export interface Upstream {
  /** All requests except those to the control endpoint. */
  readonly requests: RequestCounts;
  /** Listens on the loopback interface, by default on any free port. Returns the base URL. */
  listen(port?: number): Promise<string>;
  /** Closes all connections, also those of requests that hang. */
  close(): Promise<void>;
  /** Replaces all faults; null ends them. Then late swaps appear and invalid events disappear at once. */
  setFaults(faults: Faults | null): void;
  /** Sets a fixed clock; null returns to that of the options. */
  setNow(now: Date | null): void;
}

/**
 * Creates a server that serves a market in the formats of public services, each under a separate path: `/stonfi`,
 * `/dedust`, `/dexscreener/EXCHANGE`, `/toncenter`, `/tonapi` and `/fx`. `POST /_control` sets clock and faults; GET
 * returns the clock and the counts of requests. Throws RangeError if a format cannot express the market.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const chainClock = new ChainClock(options.market.swaps);
  const systemClock = options.now ?? (() => new Date());
  const requests: RequestCounts = {};
  let now = systemClock;
  let faulty = applyFaults(options.faults ?? {});

  function applyFaults(faults: Faults): FaultySources {
    const find = createSources(options, chainClock, faults);
    return { faults, find, decider: new FaultDecider(faults) };
  }

  function setFaults(faults: Faults | null): void {
    faulty = applyFaults(faults ?? {});
  }

  function setNow(fixed: Date | null): void {
    now = fixed ? () => fixed : systemClock;
  }

  function control(body: string): Reply {
    const parsed = controlBody.safeParse(body);
    if (!parsed.success) return failure('control', 400, z.prettifyError(parsed.error));
    if (parsed.data.faults !== undefined) setFaults(parsed.data.faults);
    if (parsed.data.now !== undefined) setNow(parsed.data.now);
    return { route: 'control', status: 200, body: { now: now().toISOString(), requests } };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${HOST}`);
    const body = await text(request);
    if (url.pathname === '/_control') {
      send(response, control(request.method === 'POST' ? body : '{}'), noFaults, {});
      return;
    }
    const { faults, find, decider } = faulty;
    const found = find(segmentsOf(url.pathname));
    const decision = found ? decider.decide(found.name) : noFaults;
    const reply = found
      ? found.source({
          method: request.method ?? '',
          path: found.rest,
          query: url.searchParams,
          body,
          ...contentOf(now().getTime(), faults, decision),
        })
      : unknownPath;
    const outcome = send(response, reply, decision, faults);
    const counts = requests[reply.route] ?? {};
    requests[reply.route] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 };
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Clients may give up while they send a body.
      if (!request.complete) return;
      server.emit('error', error);
    });
  });

  return {
    requests,
    setFaults,
    setNow,
    listen: (port = 0) =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, HOST, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(`http://${HOST}:${typeof address === 'object' ? address?.port : port}`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface FaultySources {
  readonly faults: Faults;
  readonly find: FindSource;
  readonly decider: FaultDecider;
}

const noFaults: FaultDecision = { response: undefined, content: new Set(), random: new Random(1) };

/** Returns the decoded segments of a path, or none if it is not encoded correctly. */
function segmentsOf(path: string): string[] {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return [];
    throw error;
  }
}

/** Returns the content of a response: the time that it shows, and how it orders rows. */
function contentOf(
  now: number,
  { olderHeadSeconds = DEFAULT_OLDER_HEAD_SECONDS }: Faults,
  { content, random }: FaultDecision,
): Pick<SourceRequest, 'now' | 'headTime' | 'disturb'> {
  const age = content.has('olderHead') ? random.whole(1, Math.max(1, olderHeadSeconds)) * 1000 : 0;
  return {
    now,
    headTime: now - age,
    disturb: (rows) => {
      const repeated = content.has('duplicates') ? withDuplicates(random, rows) : [...rows];
      return content.has('reordering') ? random.shuffled(repeated) : repeated;
    },
  };
}

const controlBody = jsonText.pipe(
  z.strictObject({
    now: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time))
      .nullable()
      .optional(),
    faults: faultsSchema.nullable().optional(),
  }),
);
