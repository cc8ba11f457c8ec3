import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { getStream } from '#contract/stream.ts';
import { BuiltService } from '#tools/soak/built-service.ts';
import { alignedTable, describeMachine, percentile, print } from './report.ts';
import { call } from './service.ts';

const WORK = '.bench/streams';
const JETTONS = 300;
const POOLS = 20;
const streamCount = Number(process.env.BENCH_STREAMS ?? 2_000);
/** One stream in four is never read. */
const UNREAD_SHARE = 4;
const seconds = Number(process.env.BENCH_SECONDS ?? 120);
const WARM_UP_MS = 20_000;
/** Interval of requests for the position of the data, which a client without streams has. */
const PROBE_MS = 50;
const CONNECT_AT_ONCE = 50;

/** When responses first had a position, in milliseconds of `performance.now`. */
const seenAt = new Map<string, number>();
let latest = '';

interface Phase {
  readonly name: string;
  /** Milliseconds. */
  readonly requests: number[];
  readonly lags: number[];
  readonly memory: number[];
  readonly loopDelays: number[];
  events: number;
}
let phase: Phase = newPhase('');

function newPhase(name: string): Phase {
  return { name, requests: [], lags: [], memory: [], loopDelays: [], events: 0 };
}

rmSync(WORK, { recursive: true, force: true });
const service = await BuiltService.start({
  DATA_DIR: WORK,
  DEMO_JETTONS: String(JETTONS),
  STREAMS: String(streamCount),
  STREAMS_PER_CLIENT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
});
const { hostname, port } = new URL(service.origin);
let isRunning = true;
const sockets: Socket[] = [];
/** Attempts to open a stream that the service rejected, because it was overloaded. */
let rejected = 0;
try {
  const queries = await streamQueries();
  const probing = probe(toRequest(operations.getJettonPrice, { address: await busiestJetton() }).url);
  const phases = [await measure('no streams', seconds / 4)];
  for (let start = 0; start < streamCount; start += CONNECT_AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(CONNECT_AT_ONCE, streamCount - start) }, (_, index) =>
        openUntilAccepted(
          queries[(start + index) % queries.length] ?? '',
          (start + index) % UNREAD_SHARE > 0,
        ),
      ),
    );
  }
  phases.push(await measure(`${streamCount} streams, first half`, seconds / 2));
  phases.push(await measure(`${streamCount} streams, second half`, seconds / 2));
  isRunning = false;
  await probing;
  print(
    `${describeMachine()}, Node ${process.version}; ${streamCount} streams, one in ${UNREAD_SHARE} never read.\n`,
  );
  const millisecond = (values: readonly number[], share: number) => percentile(values, share).toFixed(0);
  print(
    alignedTable([
      [
        '',
        'memory median, MB',
        'peak, MB',
        'request p50, ms',
        'p99, ms',
        'event loop p99, ms',
        'events/s',
        'lag p50, ms',
        'lag p99, ms',
      ],
      ...phases.map(({ name, memory, requests, loopDelays, lags, events }) => [
        name,
        (percentile(memory, 0.5) / 1e6).toFixed(0),
        (Math.max(...memory) / 1e6).toFixed(0),
        millisecond(requests, 0.5),
        millisecond(requests, 0.99),
        millisecond(loopDelays, 0.5),
        (events / (name === 'no streams' ? seconds / 4 : seconds / 2)).toFixed(0),
        lags.length > 0 ? millisecond(lags, 0.5) : '',
        lags.length > 0 ? millisecond(lags, 0.99) : '',
      ]),
    ]),
  );
  print(
    `\nOpen at the end: ${sockets.filter(({ destroyed }) => !destroyed).length} of ${streamCount}. Rejected while they were opened: ${rejected}.`,
  );
  print(`Rounds: ${await roundTimes()}`);
} finally {
  isRunning = false;
  for (const socket of sockets) socket.destroy();
  await service.stop();
}
process.exit();

/** Measures for some seconds, after a while in which the last change settles. */
async function measure(name: string, duration: number): Promise<Phase> {
  await delay(WARM_UP_MS);
  phase = newPhase(name);
  const measured = phase;
  const end = performance.now() + duration * 1000;
  while (performance.now() < end) {
    await delay(1_000);
    if (!service.sample) continue;
    measured.memory.push(service.sample.residentBytes);
    measured.loopDelays.push(service.sample.loopDelay);
  }
  phase = newPhase('');
  return measured;
}

/** Each stream follows a jetton, and all of two of the busiest pools. */
async function streamQueries(): Promise<string[]> {
  const { jettons } = await call(service.origin, operations.getJettons, {
    sort: 'volume24h',
    order: 'desc',
    limit: POOLS,
  });
  const pools: string[] = [];
  for (const { metadata } of jettons) {
    const { markets } = await call(service.origin, operations.getJettonMarkets, {
      address: metadata.address,
      limit: 1,
    });
    pools.push(...markets.map(({ poolAddress }) => poolAddress));
  }
  return jettons.map(({ metadata: { address } }, index) => {
    const followed = [pools[index % pools.length], pools[(index + 1) % pools.length]].join();
    const parameters = {
      jettons: address,
      ticks: followed,
      candles: followed,
      transactions: followed,
      new: 'jettons,pools',
    };
    return new URLSearchParams(parameters).toString();
  });
}

async function busiestJetton(): Promise<string> {
  const { jettons } = await call(service.origin, operations.getJettons, {
    sort: 'volume24h',
    order: 'desc',
    limit: 1,
  });
  return jettons[0]?.metadata.address ?? '';
}

/** Requests something regularly, as clients without streams do. Other hosts, because the service caches responses. */
async function probe(path: string): Promise<void> {
  for (let count = 0; isRunning; count += 1) {
    const start = performance.now();
    await new Promise<void>((resolve) => {
      const sent = request(
        { hostname, port, path, headers: { host: `bench-${count}.example` } },
        (response) => {
          const position = String(response.headers['jetscope-position'] ?? '');
          if (position > latest) {
            latest = position;
            seenAt.set(position, performance.now());
          }
          response.on('close', resolve).resume();
        },
      );
      sent.on('error', () => resolve()).end();
    });
    phase.requests.push(performance.now() - start);
    await delay(PROBE_MS);
  }
}

/** Opens a stream. While the service is overloaded, tries again like clients. */
async function openUntilAccepted(query: string, isRead: boolean): Promise<void> {
  while (!(await openStream(query, isRead))) await delay(2_000);
}

/** Opens a stream, and resolves once its response has started, to whether it was accepted. */
function openStream(query: string, isRead: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).on('close', () => resolve(false));
    socket.write(`GET ${getStream.path}?${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    let rest = '';
    socket.once('data', (chunk) => {
      const isAccepted = chunk.toString('latin1').startsWith('HTTP/1.1 200');
      if (isAccepted) sockets.push(socket);
      else {
        rejected += 1;
        socket.destroy();
      }
      resolve(isAccepted);
    });
    socket.on('data', (chunk) => {
      if (!isRead) socket.pause();
      const now = performance.now();
      const text = rest + chunk.toString('latin1');
      const end = text.lastIndexOf('\n\n');
      rest = text.slice(end + 1);
      phase.events += text.slice(0, end).split('event: ').length - 1;
      for (const [, id = ''] of text.slice(0, end).matchAll(/^id: (\w+)$/gm)) {
        const seen = seenAt.get(id);
        // A heartbeat repeats an older position.
        if (seen !== undefined && id === latest && now - seen < 5_000) phase.lags.push(now - seen);
      }
    });
  });
}

async function roundTimes(): Promise<string> {
  const response = await fetch(`${service.origin}/metrics`);
  const value = (name: string) => {
    const pattern = new RegExp(`^jetscope_round_duration_seconds_${name}\\{outcome="done"\\} (\\S+)$`, 'm');
    return Number(pattern.exec(text)?.[1]);
  };
  const text = await response.text();
  return `${value('count')}, ${((1000 * value('sum')) / value('count')).toFixed(0)} ms each`;
}
