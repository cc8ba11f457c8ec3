import { expect, test } from 'vitest';
import * as z from 'zod';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { positionOf } from '#tools/upstream/chain-clock.ts';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { type ServedMarket, serveMarket } from '#tools/upstream/serve-market.ts';
import { parseAsset } from '#tools/upstream/spelling.ts';
import { statusOf } from '#tools/upstream/status-of.ts';

const formats = { stonfi: 'dexscreener', dedust: 'dexscreener', tonco: 'dexscreener' } as const;

const latestBlock = z.object({ block: z.object({ blockNumber: z.int(), blockTimestamp: z.int() }) });
const amount = z.union([z.string(), z.number()]).optional();
const eventList = z.object({
  events: z.array(
    z.object({
      block: z.object({ blockNumber: z.int(), blockTimestamp: z.int() }),
      eventType: z.string(),
      txnIndex: z.int(),
      eventIndex: z.int(),
      asset0In: amount,
      asset1In: amount,
      reserves: z.object({ asset0: z.string(), asset1: z.string() }).optional(),
    }),
  ),
});

async function readHead(adapter: string) {
  return latestBlock.parse(await fetchJson(`${adapter}/latest-block`)).block;
}

/** Reads all events of an exchange. */
async function readEvents({ base, market }: ServedMarket, exchange: string) {
  const adapter = `${base}/dexscreener/${exchange}`;
  const { blockNumber: head } = await readHead(adapter);
  const events: z.infer<typeof eventList>['events'] = [];
  for (
    let from = Math.min(...market.swaps.map(({ lt }) => positionOf(lt).block));
    from <= head;
    from += 1000
  ) {
    const query = `fromBlock=${from}&toBlock=${Math.min(head, from + 999)}`;
    events.push(...eventList.parse(await fetchJson(`${adapter}/events?${query}`)).events);
  }
  return events;
}

test('ranges contain up to 1,000 blocks and end at the head', async () => {
  const { base, end } = await serveMarket(1, { formats });
  const adapter = `${base}/dexscreener/tonco`;
  const { blockNumber: head, blockTimestamp } = await readHead(adapter);
  expect(blockTimestamp).toBe(Math.floor(end / 1000));
  const range = (from: number, to: number) => `${adapter}/events?fromBlock=${from}&toBlock=${to}`;
  expect(await statusOf(range(head - 999, head))).toBe(200);
  expect(await statusOf(range(head - 1000, head))).toBe(400);
  expect(await statusOf(range(head, head - 1))).toBe(400);
  expect(await statusOf(`${adapter}/events`)).toBe(400);
  const beyond = await fetch(range(head, head + 1));
  await beyond.body?.cancel();
  expect(beyond.status).toBe(503);
  expect(beyond.headers.get('retry-after')).toBe('1');
});

test('every event has its own time and a unique position', async () => {
  const served = await serveMarket(1, { formats });
  const events = await readEvents(served, 'tonco');
  const positions = events.map(
    ({ block, txnIndex, eventIndex }) => `${block.blockNumber} ${txnIndex} ${eventIndex}`,
  );
  expect(new Set(positions).size).toBe(events.length);
  const times = new Set(events.map(({ block }) => block.blockTimestamp));
  const blocks = new Set(events.map(({ block }) => block.blockNumber));
  expect(times.size).toBeGreaterThan(blocks.size);
});

test('amounts are text or numbers, and reserves may have surplus digits', async () => {
  const served = await serveMarket(1, { formats });
  const { market, end } = served;
  const events = [
    ...(await readEvents(served, 'stonfi')),
    ...(await readEvents(served, 'dedust')),
    ...(await readEvents(served, 'tonco')),
  ];
  expect(new Set(events.map(({ asset0In }) => typeof asset0In))).toEqual(
    new Set(['string', 'number', 'undefined']),
  );
  const types = new Set(events.map(({ eventType }) => eventType));
  expect(types).toEqual(new Set(['swap', 'join', 'exit']));
  const reserves = events.flatMap((event) => event.reserves ?? []);
  const withReserves = market.swaps.filter((swap) => swap.reserves !== undefined);
  const reported = [...market.pools.values()].filter((pool) => (pool.reported?.time ?? end + 1) <= end);
  expect(reserves.length).toBe(withReserves.length + reported.length);
  expect(reserves.some(({ asset0 }) => asset0.endsWith('75'))).toBe(true);
});

test('describes assets and pairs by any spelling of their address', async () => {
  const { base, market } = await serveMarket(1, { formats });
  const ids: string[] = [];
  for (const { address, exchange, assets } of market.pools.values()) {
    const adapter = `${base}/dexscreener/${exchange}`;
    const body = await fetchJson(`${adapter}/pair?id=${toUserFriendly(address)}`);
    const pair = z
      .object({ pair: z.object({ asset0Id: z.string(), asset1Id: z.string() }) })
      .parse(body).pair;
    expect([pair.asset0Id, pair.asset1Id].map(parseAsset)).toEqual(assets);
    ids.push(pair.asset0Id, pair.asset1Id);
    expect(await fetchJson(`${adapter}/asset?id=${pair.asset0Id}`)).toMatchObject({
      asset: { decimals: assets[0] === TON_ADDRESS ? 9 : market.jettons.get(assets[0])?.decimals },
    });
  }
  expect(ids).toContain('native');
  expect(await statusOf(`${base}/dexscreener/tonco/pair?id=native`)).toBe(404);
  expect(await statusOf(`${base}/dexscreener/unknown/latest-block`)).toBe(404);
});

test('the dialect of STON.fi has other paths, and decimals can be left out', async () => {
  const dialect = { stonfi: 'dexscreener-stonfi' } as const;
  const { base, market } = await serveMarket(1, { formats: dialect, withDecimals: false });
  const adapter = `${base}/dexscreener/stonfi/export/dexscreener/v1`;
  const [pool = ''] = market.pools.keys();
  const pair = z.object({ pool: z.object({ asset0Id: z.string() }) });
  const id = pair.parse(await fetchJson(`${adapter}/pair/${pool}`)).pool.asset0Id;
  const asset = await fetchJson(`${adapter}/asset/${id}`);
  expect(asset).toMatchObject({ asset: { id } });
  expect(asset).not.toHaveProperty('asset.decimals');
  expect(await statusOf(`${base}/dexscreener/stonfi/latest-block`)).toBe(404);
});
