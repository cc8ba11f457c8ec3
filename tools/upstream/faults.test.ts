import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type Faults, requestFaults, responseFaults } from './faults.ts';
import { fetchJson } from './market-readers.ts';
import { serveMarket } from './serve-market.ts';

const formats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
const POOLS = '/dedust/v2/pools';
const HEAD = '/dexscreener/tonco/latest-block';

/** Returns the outcome for a client: a status, or the defect of the body. */
async function outcomeOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) {
    await response.text();
    const retryAfter = response.headers.get('retry-after');
    return retryAfter === null ? `${response.status}` : `${response.status} after ${retryAfter} s`;
  }
  let body: string;
  try {
    body = await response.text();
  } catch {
    return 'incomplete body';
  }
  try {
    JSON.parse(body);
    return 'complete';
  } catch {
    return 'invalid JSON';
  }
}

const outcomes = {
  rateLimit: '429',
  rateLimitWithRetryAfter: '429 after 1 s',
  serverError: '500',
  shortBody: 'incomplete body',
  cutJson: 'invalid JSON',
} as const;
const endingFaults = responseFaults.filter((fault) => fault !== 'hang');

describe('faults in place of a response', () => {
  test.each(endingFaults)('%s occurs for the next request only', async (fault) => {
    const { base, upstream } = await serveMarket(1, { formats, faults: { next: [null, fault] } });
    const seen = [];
    for (let count = 0; count < 4; count += 1) seen.push(await outcomeOf(base + POOLS));
    expect(seen).toEqual(['complete', outcomes[fault], 'complete', 'complete']);
    const outcome = ['shortBody', 'cutJson'].includes(fault) ? fault : outcomes[fault].slice(0, 3);
    expect(upstream.requests).toEqual({ 'dedust/v2/pools': { 200: 3, [outcome]: 1 } });
  });

  test.each(endingFaults)('%s occurs for every request with probability 1', async (fault) => {
    const { base } = await serveMarket(1, { formats, faults: { probabilities: { [fault]: 1 } } });
    for (const path of [POOLS, HEAD, '/stonfi/v1/assets', '/toncenter/api/v3/jetton/masters']) {
      expect(await outcomeOf(base + path)).toBe(outcomes[fault]);
    }
  });

  test('hang lasts until the client gives up', async () => {
    const { base, upstream } = await serveMarket(1, { formats, faults: { next: ['hang'] } });
    const client = new AbortController();
    const response = fetch(base + POOLS, { signal: client.signal });
    await vi.waitFor(() => expect(upstream.requests).toEqual({ 'dedust/v2/pools': { hang: 1 } }));
    client.abort();
    await expect(response).rejects.toThrow('aborted');
    expect(await outcomeOf(base + POOLS)).toBe('complete');
  });

  test('closing ends requests that hang', async () => {
    const { base, upstream } = await serveMarket(1, { formats, faults: { next: ['hang'] } });
    const response = fetch(base + POOLS).catch(String);
    await vi.waitFor(() => expect(upstream.requests).toEqual({ 'dedust/v2/pools': { hang: 1 } }));
    await upstream.close();
    expect(await response).toContain('fetch failed');
  });

  test('Retry-After is configurable', async () => {
    const faults: Faults = { next: ['rateLimitWithRetryAfter'], retryAfterSeconds: 7 };
    const { base } = await serveMarket(1, { formats, faults });
    expect(await outcomeOf(base + POOLS)).toBe('429 after 7 s');
  });

  test('they can be restricted to sources', async () => {
    const faults: Faults = { probabilities: { serverError: 1 }, sources: ['fx', 'dexscreener'] };
    const { base } = await serveMarket(1, { formats, faults });
    expect(await outcomeOf(base + POOLS)).toBe('complete');
    expect(await outcomeOf(base + HEAD)).toBe('500');
  });

  test('responses with too many rows fail', async () => {
    const { base, end } = await serveMarket(1, { formats, faults: { maxRows: 10 } });
    const time = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    const url = `${base}/stonfi/v1/stats/operations?until=${time(end)}&since=`;
    expect(await outcomeOf(url + time(end - 90 * 86_400_000))).toBe('504');
    expect(await outcomeOf(url + time(end))).toBe('complete');
  });
});

describe('the sequence of faults', () => {
  const probabilities = Object.fromEntries(endingFaults.map((fault) => [fault, 0.15]));

  async function sequence(seed: number): Promise<string[]> {
    const { base } = await serveMarket(1, { formats, faults: { seed, probabilities } });
    const seen = [];
    for (let count = 0; count < 60; count += 1) seen.push(await outcomeOf(base + HEAD));
    return seen;
  }

  test('contains every fault and depends on the seed only', async () => {
    const first = await sequence(1);
    expect(new Set(first)).toEqual(new Set(['complete', ...Object.values(outcomes)]));
    expect(await sequence(1)).toEqual(first);
    expect(await sequence(2)).not.toEqual(first);
  });

  test('ends when faults are switched off', async () => {
    const everything = Object.fromEntries(requestFaults.map((fault) => [fault, 1 / requestFaults.length]));
    const { base, upstream } = await serveMarket(1, { formats, faults: { probabilities: everything } });
    upstream.setFaults(null);
    for (let count = 0; count < 50; count += 1) expect(await outcomeOf(base + HEAD)).toBe('complete');
  });
});

describe('faults in the content of a response', () => {
  const poolList = z.array(z.object({ address: z.string(), lt: z.string().transform(Number) }));
  const readPools = async (base: string) => poolList.parse(await fetchJson(base + POOLS));
  const readHead = async (base: string) => {
    const schema = z.object({ block: z.object({ blockNumber: z.int(), blockTimestamp: z.int() }) });
    return schema.parse(await fetchJson(base + HEAD)).block;
  };

  test('duplicates repeat rows', async () => {
    const { base } = await serveMarket(1, { formats, faults: { next: [null, 'duplicates'] } });
    const undisturbed = await readPools(base);
    const repeated = await readPools(base);
    expect(repeated.length).toBeGreaterThan(undisturbed.length);
    const unique = new Map(repeated.map((pool) => [pool.address, pool]));
    expect([...unique.values()]).toEqual(undisturbed);
  });

  test('reordering keeps every row', async () => {
    const { base } = await serveMarket(1, { formats, faults: { next: [null, 'reordering'] } });
    const undisturbed = await readPools(base);
    const reordered = await readPools(base);
    expect(reordered).not.toEqual(undisturbed);
    expect(new Set(reordered)).toEqual(new Set(undisturbed));
  });

  test('the latest block moves backwards for one request', async () => {
    const { base, end } = await serveMarket(1, {
      formats,
      faults: { next: [null, 'olderHead'], olderHeadSeconds: 86_400 },
    });
    const head = await readHead(base);
    expect(head.blockTimestamp).toBe(Math.floor(end / 1000));
    const older = await readHead(base);
    expect(older.blockNumber).toBeLessThan(head.blockNumber);
    expect(older.blockTimestamp).toBeLessThan(head.blockTimestamp);
    expect(await readHead(base)).toEqual(head);
  });

  test('the list of pools is that of an earlier time for one request', async () => {
    const { base } = await serveMarket(1, {
      formats,
      faults: { next: [null, 'olderHead'], olderHeadSeconds: 60 * 86_400 },
    });
    const pools = await readPools(base);
    const lts = new Map(pools.map(({ address, lt }) => [address, lt]));
    const older = await readPools(base);
    expect(older.length).toBeGreaterThan(0);
    for (const { address, lt } of older) expect(lt).toBeLessThanOrEqual(lts.get(address) ?? 0);
    expect(older).not.toEqual(pools);
    expect(await readPools(base)).toEqual(pools);
  });
});

describe('invalid events', () => {
  const field = z.union([z.string(), z.number(), z.boolean()]).optional();
  const operations = z.object({
    operations: z.array(z.object({ operation: z.record(z.string(), field) })),
  });
  const readOperations = async (base: string, end: number) => {
    const time = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    const url = `${base}/stonfi/v1/stats/operations?since=${time(end - 90 * 86_400_000)}&until=${time(end)}`;
    return operations.parse(await fetchJson(url)).operations.map(({ operation }) => operation);
  };

  test('are of every kind, additional, and gone when faults end', async () => {
    const stonfiOnly = { stonfi: 'stonfi', dedust: 'stonfi', tonco: 'stonfi' } as const;
    const { base, end, upstream } = await serveMarket(1, { formats: stonfiOnly });
    const undisturbed = await readOperations(base, end);
    upstream.setFaults({ invalidEvents: 0.3 });
    const disturbed = await readOperations(base, end);
    const lts = new Set(undisturbed.map((operation) => operation.pool_tx_lt));
    const added = disturbed.filter((operation) => !lts.has(operation.pool_tx_lt));
    expect(disturbed.length).toBe(undisturbed.length + added.length);
    const required = ['pool_tx_lt', 'pool_tx_timestamp', 'asset1_amount'];
    const kinds = added.map((operation) => {
      if (required.some((field) => operation[field] === undefined)) return 'missing field';
      if (String(operation.asset0_amount).length > 80) return 'too many digits';
      if (operation.asset0_amount === '0') return 'zero amounts';
      return operation.operation_type;
    });
    expect(new Set(kinds)).toEqual(
      new Set(['missing field', 'too many digits', 'zero amounts', 'flash_swap']),
    );
    upstream.setFaults(null);
    expect(await readOperations(base, end)).toEqual(undisturbed);
  });
});

describe('the control endpoint', () => {
  const post = async (upstreamBase: string, body: string) => {
    const response = await fetch(`${upstreamBase}/_control`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
  };

  test('sets clock and faults, and returns the counts of requests', async () => {
    const { base } = await serveMarket(1, { formats });
    const faults: Faults = { probabilities: { serverError: 1 } };
    const now = '2026-01-29T07:50:00.000Z';
    expect(await post(base, JSON.stringify({ now, faults }))).toMatchObject({ status: 200, body: { now } });
    expect(await outcomeOf(base + POOLS)).toBe('500');
    expect(await post(base, '{"faults":null}')).toMatchObject({ status: 200, body: { now } });
    expect(await outcomeOf(base + POOLS)).toBe('complete');
    expect(await fetchJson(`${base}/_control`)).toEqual({
      now,
      requests: { 'dedust/v2/pools': { 200: 1, 500: 1 } },
    });
  });

  test('a null time returns to the clock of the options', async () => {
    const now = () => new Date('2026-05-01T00:00:00Z');
    const { base } = await serveMarket(1, { formats, now });
    expect(await post(base, '{"now":null}')).toMatchObject({ body: { now: now().toISOString() } });
  });

  test.each(['{', '{"now":"yesterday"}', '{"faults":{"unknown":1}}', '{"speed":2}'])(
    'rejects %s',
    async (body) => {
      const { base } = await serveMarket(1, { formats });
      const before = await fetchJson(`${base}/_control`);
      expect(await post(base, body)).toMatchObject({ status: 400 });
      expect(await fetchJson(`${base}/_control`)).toEqual(before);
    },
  );
});
