import { assert, constantFrom, dictionary, jsonValue, property } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorBodyOf, InvalidValueError, NotFoundError } from '#contract/errors.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { servedOperations } from '#contract/served-operations.ts';
import { CsvPage, SerializedJson } from '#service/config/context.ts';
import type { Store } from '#service/store/database.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { encodeJson } from './serve-operation.ts';

const ADDRESS = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const FRIENDLY = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const POOL = '0:58b33d4721075aa7c69c099649b0d9724b1e2b8b2f48a9f342eba6bc3565398a';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildHttpApp();
});
afterAll(() => app.close());

async function get(url: string) {
  const { statusCode, headers, body } = await app.inject(url);
  return { status: statusCode, headers, body: JSON.parse(body) };
}

async function post(url: string, payload: string | Buffer, headers = { 'content-type': 'application/json' }) {
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload, headers });
  return { status: statusCode, body: JSON.parse(body) };
}

const invalid = { status: 400, body: { code: 3, message: 'invalid value', details: [] } };

test('every operation is served at the path of the contract', async () => {
  const inputs = { address: ADDRESS, poolAddress: POOL, currency: 'usd' };
  const queries: Readonly<Record<string, string>> = {
    [operations.getTradingVolumeChangeList.path]: '?currency=usd',
    [servedOperations.getJettonMarketReserves.path]: '?at=2026-01-29T00:00:00Z',
    [servedOperations.getJettonMarketVolumeProfile.path]: '?low=1&high=2',
    [servedOperations.search.path]: '?q=coin',
  };
  for (const operation of Object.values(servedOperations)) {
    const { method, path } = operation;
    const url = path.replace('{address}', ADDRESS).replace(/\{(pool|trader)Address\}/, POOL);
    const { status } =
      method === 'POST'
        ? await post(url, JSON.stringify({ currency: inputs.currency }))
        : await get(`${url}${queries[path] ?? ''}`);
    expect({ path, status }).toEqual({ path, status: 200 });
  }
});

test.each(['GET', 'PUT'] as const)('%s of the path of a POST is not that of a jetton', async (method) => {
  const { statusCode, headers } = await app.inject({ method, url: '/v1/jettons/metrics' });
  expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: 'POST, OPTIONS' });
  const { body } = await get('/v1/jettons/stats');
  expect(body).toMatchObject({ sort: 'createdAt' });
});

describe('GET input', () => {
  test('accepts repeated parameters, dotted names and user-friendly addresses', async () => {
    const request = toRequest(operations.getJettonTrustScoreList, {
      address: [FRIENDLY, POOL],
      liquidity: { usd: { min: { value: '50000' } } },
      search: 'тон & +1',
    });
    expect((await get(request.url)).body).toMatchObject({
      address: [ADDRESS, POOL],
      liquidity: { usd: { min: { value: '50000', decimals: 0 } } },
      search: 'тон & +1',
      limit: 20,
    });
  });

  test('accepts an encoded path parameter', async () => {
    expect((await get(`/v1/jettons/${encodeURIComponent(ADDRESS)}/price`)).body).toEqual({
      address: ADDRESS,
      currency: 'ton',
    });
  });

  test.each([
    ['a repeated scalar', '/v1/jettons/stats?limit=1&limit=2'],
    ['a value out of range', '/v1/jettons/stats?limit=101'],
    ['a prototype-named key', '/v1/jettons/stats?__proto__.limit=1'],
    ['bad percent-encoding in the query', '/v1/jettons/stats?search=%E0%A4%A'],
    ['bad percent-encoding in the path', '/v1/jettons/%E0%A4%A/price'],
    ['bytes that are not UTF-8', '/v1/jettons/stats?search=abc%FF'],
    ['a NUL character', '/v1/jettons/stats?search=abc%00'],
    ['an invalid address', '/v1/jettons/EQabc/price'],
    ['an address of 5,000 characters', `/v1/jettons/${'E'.repeat(5000)}/price`],
    ['an empty address', '/v1/jettons//price'],
    ['a missing currency', '/v1/jettons/trading-volume/change'],
  ])('rejects %s', async (_, url) => {
    expect(await get(url)).toMatchObject(invalid);
  });
});

describe('POST input', () => {
  test('ignores unknown fields', async () => {
    expect((await post('/v1/jettons', '{"search": "тон", "unknown": 1}')).body).toMatchObject({
      search: 'тон',
    });
  });

  test('accepts parameters of the content type', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await post('/v1/jettons', '{}', headers)).status).toBe(200);
  });

  test.each([
    ['malformed JSON', '{"limit":'],
    ['an empty body', ''],
    ['whitespace', ' '],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"limit"'],
    ['two values', '{}{}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a NUL character', '{"search":"abc\\u0000"}'],
    ['half a surrogate pair', '{"search":"abc\\ud83d"}'],
    ['__proto__', '{"__proto__": {"limit": 1}}'],
    ['an escaped __proto__', '{"\\u005f_proto__": {}}'],
    ['constructor', '{"constructor": 1}'],
    ['a nested prototype', '{"unknown": [[{"a": {"prototype": 1}}]]}'],
    ['a value of the wrong type', '{"limit": ["20"]}'],
  ])('rejects %s', async (_, payload) => {
    expect(await post('/v1/jettons', payload)).toEqual(invalid);
  });

  test('accepts 100,000 levels of nesting', async () => {
    const payload = `{"unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post('/v1/jettons', payload)).status).toBe(200);
  });

  test('rejects a missing body', async () => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/v1/jettons' });
    expect({ status: statusCode, body: JSON.parse(body) }).toEqual(invalid);
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/jsonp'],
    ['multipart/form-data; boundary=x'],
    ['nonsense'],
  ])('rejects content type %s', async (type) => {
    const body = errorBodyOf(415);
    expect(await post('/v1/jettons', '{}', { 'content-type': type })).toEqual({ status: 415, body });
  });

  test('rejects a body without a content type', async () => {
    const request = { method: 'POST', url: '/v1/jettons', payload: Buffer.from('{}'), headers: {} } as const;
    const { statusCode, body } = await app.inject(request);
    expect({ status: statusCode, body: JSON.parse(body) }).toEqual({ status: 415, body: errorBodyOf(415) });
  });

  test('rejects a compressed body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await post('/v1/jettons', '{}', headers)).toEqual({ status: 415, body: errorBodyOf(415) });
  });

  test('accepts 256 kB and rejects one byte more', async () => {
    const head = '{"unknown":"';
    const whole = `${head}${'x'.repeat(256_000 - head.length - 2)}"}`;
    expect((await post('/v1/jettons', whole)).status).toBe(200);
    expect(await post('/v1/jettons', `${whole} `)).toEqual({ status: 413, body: errorBodyOf(413) });
  });
});

describe('the response', () => {
  async function responseOf(handler: () => Promise<SerializedJson>) {
    const log: string[] = [];
    const appOfHandler = await buildHttpApp({
      handlers: { getJettonHolders: handler },
      log: { write: (line) => log.push(line) },
    });
    const { statusCode, body } = await appOfHandler.inject(`/v1/jettons/${ADDRESS}/holders`);
    await appOfHandler.close();
    return { status: statusCode, body: JSON.parse(body), log };
  }

  test('contains serialized JSON unchanged', async () => {
    const { body } = await responseOf(async () => new SerializedJson('{"value": "18446744073709551616"}'));
    expect(body).toEqual({ value: '18446744073709551616' });
  });

  test('is 404 for a NotFoundError', async () => {
    const response = await responseOf(() => Promise.reject(new NotFoundError('jetton 5')));
    expect(response).toEqual({ status: 404, body: { code: 5, message: 'not found', details: [] }, log: [] });
  });

  test('is 400 for an InvalidValueError', async () => {
    expect(await responseOf(() => Promise.reject(new InvalidValueError('cursor')))).toMatchObject(invalid);
  });

  test('hides the details of an unexpected error, which are logged', async () => {
    const { status, body, log } = await responseOf(() =>
      Promise.reject(new Error('relation "x" is missing')),
    );
    expect({ status, body }).toEqual({
      status: 500,
      body: { code: 13, message: 'internal error', details: [] },
    });
    expect(JSON.parse(log.join(''))).toMatchObject({ err: { message: 'relation "x" is missing' } });
  });

  test('is 500 for a thrown value that is not an Error', async () => {
    const { status, body } = await responseOf(() => Promise.reject('secret'));
    expect({ status, body }).toEqual({ status: 500, body: errorBodyOf(500) });
  });

  test('uses the base URL of the Host header', async () => {
    const echoing = await buildHttpApp({
      handlers: {
        getJettonHolders: async (_service, _input, caller) => new SerializedJson(JSON.stringify(caller)),
      },
    });
    const url = `/v1/jettons/${ADDRESS}/holders`;
    const { body } = await echoing.inject({ url, headers: { host: 'jetscope.example:8443' } });
    expect(JSON.parse(body)).toMatchObject({ baseUrl: 'http://jetscope.example:8443' });
    await echoing.close();
  });

  test('uses the base URL of PUBLIC_URL', async () => {
    const echoing = await buildHttpApp({
      environment: { PUBLIC_URL: 'https://jetscope.example/' },
      handlers: {
        getJettonHolders: async (_service, _input, caller) => new SerializedJson(JSON.stringify(caller)),
      },
    });
    const { body } = await echoing.inject(`/v1/jettons/${ADDRESS}/holders`);
    expect(JSON.parse(body)).toMatchObject({ baseUrl: 'https://jetscope.example' });
    await echoing.close();
  });
});

test('a page as CSV links to the next one', async () => {
  const csv = await buildHttpApp({
    handlers: {
      getTraderTransactions: async (_service, { cursor }) =>
        new CsvPage('time\r\n', cursor ? undefined : 'a+b'),
    },
  });
  const path = `/v1/traders/${FRIENDLY}/transactions?format=csv&minUsd=5`;
  const { headers, body } = await csv.inject(path);
  expect({ body, type: headers['content-type'] }).toEqual({
    body: 'time\r\n',
    type: 'text/csv; charset=utf-8; header=present',
  });
  expect(headers.link).toBe(`<${path}&cursor=a%2Bb>; rel="next"`);
  expect((await csv.inject(`${path}&cursor=a%2Bb`)).headers.link).toBeUndefined();
  await csv.close();
});

describe('encodeJson', () => {
  test('the bytes equal those of JSON.stringify', () => {
    const names = constantFrom('items', 'jettons', 'addressBook', 'next');
    assert(
      property(dictionary(names, jsonValue()), (response) => {
        expect(encodeJson(response).toString()).toBe(JSON.stringify(response));
      }),
    );
  });

  test('undefined members are omitted', () => {
    expect(encodeJson({ next: undefined, items: [], last: undefined }).toString()).toBe('{"items":[]}');
  });

  test('serialized JSON is used unchanged', () => {
    const serialized = new SerializedJson('{"value": "18446744073709551616"}');
    expect(encodeJson(serialized).toString()).toBe(serialized.text);
    expect(encodeJson({ items: [serialized, serialized], name: '₮' }).toString()).toBe(
      `{"items":[${serialized.text},${serialized.text}],"name":"₮"}`,
    );
  });
});

describe('position of the data', () => {
  const [older, newer] = ['0000000000000007', '0000000000000009'];

  /** An app whose store is at position 7, then at those that are set. `reads` counts how often it was read. */
  async function appAt({ isReplica }: { readonly isReplica: boolean }) {
    const state = { transaction: 7n, reads: 0 };
    const service = serviceOf({});
    const read: Store['read'] = (work) => {
      state.reads += 1;
      return service.store.read((db) => work(db, { transaction: state.transaction, isReplica }));
    };
    const store: Store = Object.create(service.store, { read: { value: read } });
    const getJetton = async () => {
      if (state.transaction < 9n) throw new NotFoundError(ADDRESS);
      return new SerializedJson('{}');
    };
    const positioned = await buildHttpApp({ service: { ...service, store }, handlers: { getJetton } });
    onTestFinished(() => positioned.close());
    const request = (position?: string, headers = {}, url = '/v1/jettons/stats') =>
      positioned.inject({
        url,
        headers: { ...headers, ...(position !== undefined && { 'jetscope-position': position }) },
      });
    return { state, request };
  }

  test('is in every response, also in one without a body', async () => {
    const { request } = await appAt({ isReplica: true });
    const first = await request();
    expect(first.headers['jetscope-position']).toBe(older);
    const second = await request(older, { 'if-none-match': first.headers.etag });
    expect(second.statusCode).toBe(304);
    expect(second.headers['jetscope-position']).toBe(older);
  });

  test('is awaited on a replica that is behind, also by requests with a cached response', async () => {
    const { state, request } = await appAt({ isReplica: true });
    await request();
    const waiting = request(newer);
    await expect.poll(() => state.reads).toBeGreaterThan(2);
    state.transaction = 9n;
    const { statusCode, headers } = await waiting;
    expect({ statusCode, position: headers['jetscope-position'] }).toEqual({
      statusCode: 200,
      position: newer,
    });
  });

  test('is awaited on a replica that lacks what is requested', async () => {
    const { state, request } = await appAt({ isReplica: true });
    const url = `/v1/jettons/${ADDRESS}`;
    const waiting = request(newer, {}, url);
    await expect.poll(() => state.reads).toBeGreaterThan(2);
    state.transaction = 9n;
    expect((await waiting).statusCode).toBe(200);
  });

  test('that has been reached does not delay that something is not found', async () => {
    const { state, request } = await appAt({ isReplica: true });
    const url = `/v1/jettons/${ADDRESS}`;
    expect((await request(older, {}, url)).statusCode).toBe(404);
    expect(state.reads).toBe(3);
    expect((await request(undefined, {}, url)).statusCode).toBe(404);
    expect(state.reads).toBe(4);
  });

  test('that a replica does not reach within a second is an error for a while', async () => {
    const { request } = await appAt({ isReplica: true });
    const { statusCode, headers } = await request(newer);
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '1' });
    expect((await request()).statusCode).toBe(200);
  });

  test.each([
    ['of another store on a primary', false, newer],
    ['that is none', true, 'latest'],
  ])('%s is ignored', async (_name, isReplica, position) => {
    const { request } = await appAt({ isReplica });
    const { statusCode, headers } = await request(position);
    expect({ statusCode, position: headers['jetscope-position'] }).toEqual({
      statusCode: 200,
      position: older,
    });
  });
});
