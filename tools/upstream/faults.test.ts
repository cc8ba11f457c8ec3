import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { eventually } from '#testing/eventually.ts';
import { type Faults, mixedFaults, responseFaults } from './faults.ts';
import { serveMarket } from './serve-market.ts';

const formats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
const POOLS = '/dedust/v4/api/get_pools';
const poolList = {
  method: 'POST',
  body: JSON.stringify({ offset: 0, limit: 100, sort_by: 'volume_24h', sort_direction: 'desc' }),
};
const HEAD = '/dexscreener/tonco/latest-block';

/** Returns the outcome for a client: a status, or the defect of the body. */
async function outcomeOf(url: string): Promise<string> {
  const response = await fetch(url, url.endsWith(POOLS) ? poolList : {});
  const body = await response.text().catch(() => undefined);
  const retryAfter = response.headers.get('retry-after');
  if (response.status !== 200)
    return `${response.status}${retryAfter === null ? '' : ` after ${retryAfter} s`}`;
  if (body === undefined) return 'incomplete body';
  return parsed(body) === undefined ? 'invalid JSON' : 'complete';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const outcomes = {
  rateLimit: '429',
  rateLimitWithRetryAfter: '429 after 7 s',
  serverError: '500',
  shortBody: 'incomplete body',
  cutJson: 'invalid JSON',
  tinyElements: 'complete',
} as const;
const endingFaults = responseFaults.filter((fault) => fault !== 'hang');

describe('faults in place of a response', () => {
  test.each(endingFaults)('%s occurs for every source until faults end', async (fault) => {
    const faults = { probabilities: { [fault]: 1 }, retryAfterSeconds: 7 };
    const { base, upstream } = await serveMarket(1, { formats, faults });
    const asset = '/stonfi/v1/assets/native';
    for (const path of [POOLS, HEAD, asset, '/toncenter/api/v3/jetton/masters'])
      expect(await outcomeOf(base + path)).toBe(outcomes[fault]);
    upstream.setFaults(null);
    expect(await outcomeOf(base + POOLS)).toBe('complete');
    const counted = ['shortBody', 'cutJson', 'tinyElements'].includes(fault)
      ? fault
      : outcomes[fault].slice(0, 3);
    expect(upstream.requests['dedust/v4/api/get_pools']).toEqual({ [counted]: 1, 200: 1 });
  });

  test('hang lasts until the client gives up, or the server closes', async () => {
    const { base, upstream } = await serveMarket(1, { formats, faults: { probabilities: { hang: 1 } } });
    const untilHanging = (count: number) =>
      eventually(() => expect(upstream.requests).toEqual({ 'dedust/v4/api/get_pools': { hang: count } }));
    const client = new AbortController();
    const aborted = fetch(base + POOLS, { ...poolList, signal: client.signal });
    await untilHanging(1);
    client.abort();
    await expect(aborted).rejects.toThrow('aborted');
    const response = fetch(base + POOLS, poolList).catch(String);
    await untilHanging(2);
    await upstream.close();
    expect(await response).toContain('fetch failed');
  });

  test('responses with too many rows fail', async () => {
    const { base, end } = await serveMarket(1, { formats, faults: { maxRows: 10 } });
    const time = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    const url = `${base}/stonfi/v1/stats/operations?until=${time(end)}&since=`;
    expect(await outcomeOf(url + time(end - 90 * 86_400_000))).toBe('504');
    expect(await outcomeOf(url + time(end))).toBe('complete');
  });

  test('their sequence contains every fault and depends on the seed only', async () => {
    const probabilities = Object.fromEntries(endingFaults.map((fault) => [fault, 0.15]));
    const sequenceOf = async (seed: number) => {
      const faults = { seed, probabilities, retryAfterSeconds: 7 };
      const { base } = await serveMarket(1, { formats, faults });
      const seen = [];
      for (let count = 0; count < 60; count += 1) seen.push(await outcomeOf(base + HEAD));
      return seen;
    };
    const first = await sequenceOf(1);
    expect(new Set(first)).toEqual(new Set(['complete', ...Object.values(outcomes)]));
    expect(await sequenceOf(1)).toEqual(first);
    expect(await sequenceOf(2)).not.toEqual(first);
  });
});

test('mixed faults are a share of all requests', async () => {
  const faults = { ...mixedFaults(0.15), slowMilliseconds: 200 };
  const { base } = await serveMarket(1, { formats, faults });
  let disturbed = 0;
  const REQUESTS = 200;
  for (let count = 0; count < REQUESTS; count += 1) {
    const started = performance.now();
    const isComplete = (await outcomeOf(base + HEAD)) === 'complete';
    if (!isComplete || performance.now() - started > 190) disturbed += 1;
  }
  expect(disturbed / REQUESTS).toBeGreaterThan(0.08);
  expect(disturbed / REQUESTS).toBeLessThan(0.25);
});

describe('faults in the content of a response', () => {
  const rowList = z.object({
    pool_rows: z.array(
      z.object({
        assets: z.array(z.string()),
        pools: z.array(z.object({ address: z.string(), last_activity_at: z.nullable(z.iso.datetime()) })),
      }),
    ),
  });
  const latestBlock = z.object({ block: z.object({ blockNumber: z.int(), blockTimestamp: z.int() }) });

  /** Reads pools and head without and with faults. */
  async function readTwice(faults: Faults) {
    const { base, upstream, end } = await serveMarket(1, { formats });
    const read = async () => ({
      rows: rowList.parse(await (await fetch(base + POOLS, poolList)).json()).pool_rows,
      head: latestBlock.parse(await (await fetch(base + HEAD)).json()).block,
    });
    const undisturbed = await read();
    upstream.setFaults(faults);
    const disturbed = await read();
    upstream.setFaults(null);
    expect(await read()).toEqual(undisturbed);
    return { undisturbed, disturbed, end };
  }

  test('duplicates repeat rows', async () => {
    const { undisturbed, disturbed } = await readTwice({ probabilities: { duplicates: 1 } });
    expect(disturbed.rows.length).toBeGreaterThan(undisturbed.rows.length);
    const unique = new Map(disturbed.rows.map((row) => [row.assets.join(), row]));
    expect([...unique.values()]).toEqual(undisturbed.rows);
  });

  test('reordering keeps every row', async () => {
    const { undisturbed, disturbed } = await readTwice({ probabilities: { reordering: 1 } });
    expect(disturbed.rows).not.toEqual(undisturbed.rows);
    expect(new Set(disturbed.rows)).toEqual(new Set(undisturbed.rows));
  });

  test('the latest block and the newest trade are wrong', async () => {
    const { undisturbed, disturbed } = await readTwice({ probabilities: { wrongHead: 1 } });
    expect(disturbed.head).toEqual({ ...undisturbed.head, blockNumber: 10 ** 15 });
    expect(disturbed.rows).toEqual(undisturbed.rows);
  });

  test('a shifted clock is ahead', async () => {
    const faults = { probabilities: { shiftedClock: 1 }, clockShiftSeconds: 3_600 };
    const { undisturbed, disturbed, end } = await readTwice(faults);
    expect(disturbed.head).toEqual({ ...undisturbed.head, blockTimestamp: Math.floor(end / 1000) + 3_600 });
    const { base } = await serveMarket(1, { formats, faults });
    const date = (await fetch(base + HEAD)).headers.get('date') ?? '';
    expect(Date.parse(date)).toBe(1000 * (Math.floor(end / 1000) + 3_600));
  });

  test('slow responses are late', async () => {
    const faults = { probabilities: { slow: 1 }, slowMilliseconds: 300 };
    const { base } = await serveMarket(1, { formats, faults });
    const started = performance.now();
    expect(await outcomeOf(base + POOLS)).toBe('complete');
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test('the latest block and the list of pools are those of an earlier time', async () => {
    const faults = { probabilities: { olderHead: 1 }, olderHeadSeconds: 60 * 86_400 };
    const { undisturbed, disturbed, end } = await readTwice(faults);
    expect(undisturbed.head.blockTimestamp).toBe(Math.floor(end / 1000));
    expect(disturbed.head.blockNumber).toBeLessThan(undisturbed.head.blockNumber);
    expect(disturbed.head.blockTimestamp).toBeLessThan(undisturbed.head.blockTimestamp);
    const activityOf = (rows: typeof undisturbed.rows) =>
      new Map(rows.flatMap(({ pools }) => pools).map((pool) => [pool.address, pool.last_activity_at]));
    const latest = activityOf(undisturbed.rows);
    const older = activityOf(disturbed.rows);
    expect(older.size).toBeGreaterThan(0);
    for (const [address, time] of older) expect((time ?? '') <= (latest.get(address) ?? '')).toBe(true);
    expect(older).not.toEqual(latest);
  });
});
