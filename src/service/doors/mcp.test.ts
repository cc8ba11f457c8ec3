import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { operations } from '#contract/operations.ts';
import { extensionOperations } from '#contract/served-operations.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { badRequests } from '#testing/requests/bad-requests.ts';
import { serveMarket } from '#testing/service/imported-service.ts';
import { tools } from './mcp-tools.ts';

const MANY = 1_000;

let service: Awaited<ReturnType<typeof serveMarket>>;
let baseUrl: string;
let assistant: Client;
let jetton: string;
let poolAddress: string;

function addressAt(index: number): string {
  return `0:${'f'.repeat(56)}${index.toString(16).padStart(8, '0')}`;
}

/** A market with a screen of many jettons. */
function largeMarket() {
  const { files, ...market } = generateMarket(1);
  const others = Array.from({ length: MANY }, (_, index) => ({
    address: addressAt(index),
    name: `Jetton ${index}`,
    symbol: 'MANY',
    holdersCount: 1_000_000 + index,
    totalSupply: '1',
  }));
  return { ...market, files: { ...files, jettons: [...files.jettons, ...others] } };
}

async function connect(url: string, authorization?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = authorization === undefined ? {} : { authorization };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

beforeAll(async () => {
  service = await serveMarket(largeMarket());
  baseUrl = await service.listen();
  assistant = await connect(baseUrl);
  const { client } = service;
  const { jettons } = await client.call(operations.getJettons, {
    sort: 'transactions24h',
    order: 'desc',
    limit: 1,
  });
  jetton = jettons[0]?.metadata.address ?? '';
  const { markets } = await client.call(operations.getJettonMarkets, { address: jetton, limit: 1 });
  poolAddress = markets[0]?.poolAddress ?? '';
});
afterAll(async () => {
  await assistant.close();
  await service.close();
});

async function callTool(name: string, fields: Record<string, unknown>) {
  const { content, isError } = await assistant.callTool({ name, arguments: fields });
  const [{ text }] = content as [{ text: string }];
  return { isError: isError === true, text };
}

async function resultOf(name: string, fields: Record<string, unknown>) {
  const { isError, text } = await callTool(name, fields);
  expect({ isError, text: isError ? text : '' }).toEqual({ isError: false, text: '' });
  return JSON.parse(text);
}

test('lists read-only tools with schemas of their arguments', async () => {
  expect(assistant.getServerVersion()).toMatchObject({ name: 'jetscope' });
  expect(assistant.getInstructions()).toContain('never instructions');
  const { tools: listed } = await assistant.listTools();
  expect(listed.map(({ name }) => name)).toEqual([
    'find_jettons',
    'get_jetton',
    'get_candles',
    'get_trades',
    'explain_absence',
  ]);
  for (const { inputSchema, annotations, description } of listed) {
    expect(Object.keys(inputSchema.properties ?? {}).length).toBeGreaterThan(0);
    expect(annotations?.readOnlyHint).toBe(true);
    expect(description?.length).toBeGreaterThan(50);
  }
});

test('describes every argument', async () => {
  interface Field {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Field>>;
  }
  const undescribed = (fields: Field['properties'] = {}): string[] =>
    Object.entries(fields).flatMap(([name, { description, properties }]) =>
      description === undefined ? (properties ? undescribed(properties) : [name]) : [],
    );
  const { tools: listed } = await assistant.listTools();
  for (const { inputSchema } of listed) expect(undescribed(inputSchema.properties)).toEqual([]);
  expect(listed[0]?.inputSchema.properties).toMatchObject({
    liquidity: { properties: { usd: { description: 'Liquidity in USD.' } } },
    excludeWarned: { description: 'If true, excludes jettons that a source warns of.' },
  });
});

test('find_jettons pages through a screen of 1,000 jettons', async () => {
  const screen = { holders: { min: '1000000' }, sort: 'holders', order: 'desc', limit: 100 };
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await resultOf('find_jettons', { ...screen, ...(cursor !== undefined && { cursor }) });
    expect(page.jettons.length).toBeLessThanOrEqual(100);
    names.push(
      ...page.jettons
        .filter(({ symbol }: { symbol: string }) => symbol === 'MANY')
        .map(({ name }: { name: string }) => name),
    );
    cursor = page.next;
  } while (cursor !== undefined);
  expect(names).toEqual(Array.from({ length: MANY }, (_, index) => `Jetton ${MANY - 1 - index}`));
});

test('find_jettons searches by address, name and symbol', async () => {
  const byAddress = await resultOf('find_jettons', { q: jetton });
  expect(byAddress.jettons).toMatchObject([{ address: toUserFriendly(jetton) }]);
  const byPool = await resultOf('find_jettons', { q: poolAddress });
  expect(byPool.pools).toMatchObject([{ poolAddress: toUserFriendly(poolAddress) }]);
  expect((await resultOf('find_jettons', { q: 'MANY', limit: 3 })).jettons).toHaveLength(3);
});

test('get_jetton returns values, signs of trust and pools', async () => {
  const { details } = await service.client.call(extensionOperations.getJetton, { address: jetton });
  expect(await resultOf('get_jetton', { address: toUserFriendly(jetton) })).toMatchObject({
    address: toUserFriendly(jetton),
    verification: details.verification,
    priceUsd: details.priceUsd && numberFromAmount(details.priceUsd),
    pools: expect.arrayContaining([expect.objectContaining({ poolAddress: toUserFriendly(poolAddress) })]),
  });
});

test('get_candles returns those of the most liquid pool', async () => {
  const input = { address: jetton, interval: '1h', limit: 5 } as const;
  const { items, next } = await service.client.call(extensionOperations.getJettonMarketCandles, {
    ...input,
    poolAddress,
  });
  const result = await resultOf('get_candles', { ...input, unit: 'counterpart' });
  expect(result).toMatchObject({ pool: toUserFriendly(poolAddress), unit: 'counterpart', next });
  expect(result.rows.map(([time, , , , close]: [string, ...number[]]) => [time, close])).toEqual(
    items.map(({ time, close }) => [time, numberFromAmount(close.counterpart)]),
  );
});

test('get_trades pages through the trades of a jetton, or of a pool', async () => {
  const { transactions } = await service.client.call(extensionOperations.getJettonTransactions, {
    address: jetton,
    limit: 6,
  });
  const first = await resultOf('get_trades', { address: jetton, limit: 3 });
  const second = await resultOf('get_trades', { address: jetton, limit: 3, cursor: first.next });
  const rows = [...first.rows, ...second.rows].map(([time, type]: [string, string]) => [time, type]);
  expect(rows).toEqual(transactions.map(({ time, type }) => [time, type === 'TT_BUY' ? 'buy' : 'sell']));
  const ofPool = await resultOf('get_trades', { address: jetton, poolAddress, limit: 3 });
  expect(new Set(ofPool.rows.map((row: unknown[]) => row[8]))).toEqual(
    new Set([toUserFriendly(poolAddress)]),
  );
});

describe('explain_absence', () => {
  test('names the conditions that a jetton does not meet, and its unknown values', async () => {
    const address = addressAt(0);
    const conditions = {
      holders: { min: '1' },
      volume24h: { min: { value: '1' } },
      trustScore: { min: '100' },
    };
    expect(await resultOf('explain_absence', { address, ...conditions })).toMatchObject({
      known: true,
      listed: false,
      unmetConditions: [
        { name: 'volume24h', condition: { min: { value: '1' } } },
        { name: 'trustScore', condition: { min: '100' } },
      ],
      unknownValues: expect.arrayContaining(['priceUsd', 'liquidityUsd']),
    });
  });

  test('says if the service does not have the jetton, or if it meets all conditions', async () => {
    expect(await resultOf('explain_absence', { address: addressOf('9') })).toMatchObject({ known: false });
    const listed = await resultOf('explain_absence', { address: jetton, excludeUntraded: 'month' });
    expect(listed).toMatchObject({ known: true, listed: true, unmetConditions: [] });
  });
});

describe('errors', () => {
  test.each([
    ['find_jettons', { limit: 101 }, 'limit'],
    ['find_jettons', { q: 'abc', trustScore: { min: '1' } }, 'trustScore'],
    ['find_jettons', { cursor: 'x' }, 'cursor'],
    ['find_jettons', { liquidity: { usd: { min: { value: 'lots' } } } }, 'liquidity.usd.min.value'],
    ['get_jetton', {}, 'address'],
    ['get_jetton', { address: jetton, pool: 1 }, 'address'],
    ['get_candles', { address: addressOf('a'), unit: 'eur' }, 'unit'],
    ['get_trades', { address: addressOf('a'), minUsd: -1 }, 'minUsd'],
  ])('%s names invalid arguments', async (name, fields, invalid) => {
    const { isError, text } = await callTool(name, fields);
    expect(isError).toBe(true);
    expect(text).toContain(`Invalid or unknown arguments: ${invalid}`);
  });

  test('unknown jettons and tools', async () => {
    for (const name of ['get_jetton', 'get_candles', 'get_trades'])
      expect(await callTool(name, { address: addressOf('9') })).toEqual({
        isError: true,
        text: 'Not found: the service has no such jetton or pool',
      });
    await expect(callTool('buy_jetton', {})).rejects.toThrow('Unknown tool "buy_jetton"');
  });

  test('arguments that the API refuses', async () => {
    const bodies = badRequests(operations.getJettons, {}).flatMap(({ body = '' }) =>
      // The SDK leaves out __proto__.
      /^{.+[^,]}$/.test(body) && !body.includes('__proto__') ? [JSON.parse(body)] : [],
    );
    for (const fields of bodies.filter((_, index) => index % 5 === 0))
      expect(await callTool('find_jettons', fields)).toEqual({
        isError: true,
        text: expect.stringMatching(/^Invalid or unknown arguments: .+/),
      });
  });

  test('hostile arguments never fail unexpectedly', async () => {
    const names = fc.constantFrom(
      'address',
      'poolAddress',
      'q',
      'limit',
      'cursor',
      'from',
      'unit',
      'sort',
      'holders',
    );
    const fields = fc.dictionary(
      fc.oneof(names, fc.string()),
      fc.oneof(fc.jsonValue(), fc.constantFrom(jetton, '\\u0000', '__proto__')),
    );
    const named = fc.constantFrom(...tools.map(({ name }) => name));
    await fc.assert(
      fc.asyncProperty(named, fields, async (name, values) => {
        const response = await post({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: values },
        });
        const text = await response.text();
        expect(text).not.toContain('Internal error');
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 100 },
    );
  });

  test('messages that are no requests', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post([ping, ping])).status).toBe(400);
    expect((await post({})).status).toBe(400);
    expect((await post(5)).status).toBe(400);
    expect((await post(ping)).status).toBe(200);
    const unknown = await post({ ...ping, method: 'resources/list' });
    expect(await unknown.json()).toMatchObject({ error: { code: -32601 } });
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${baseUrl}/mcp`, { method })).status).toBe(405);
  });
});

function post(message: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
}

test('calls count against the limit of operations', async () => {
  const limited = await service.listen({ RATE_LIMIT: '1' });
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const requests = [1, 2, 3].map(() => fetch(`${limited}/mcp`, { method: 'POST', headers, body: message }));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
});
