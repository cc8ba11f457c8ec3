import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { errorBodyOf } from '#contract/errors.ts';
import type { Operation } from '#contract/operations.ts';
import { pathParameters, toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { type OperationName, servedOperations } from '#contract/served-operations.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { inputFields, requests } from './valid-inputs.ts';

// Handlers return the input as the service understands it.
let app: FastifyInstance;
beforeAll(async () => {
  app = await buildHttpApp();
});
afterAll(() => app.close());

async function send({ method, url, body }: WireRequest) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
  return {
    status: response.statusCode,
    body: JSON.parse(response.body),
    ignored: response.headers['jetscope-ignored-parameters'],
    invalid: response.headers['jetscope-invalid-parameters'],
  };
}

const enumerations = ['sort', 'order', 'currency', 'verification', 'exchangeId'];
const integers = ['min', 'max', 'value'];
const arrays = ['address', 'admin', 'verification'];

type Pick = <Option>(...options: Option[]) => Option;

function respellEnumeration(name: string, text: string, pick: Pick): string {
  return enumerations.includes(name) ? pick(text, text.toUpperCase(), text.toLowerCase()) : text;
}

/** Returns a JSON value in a spelling that gRPC gateways accept. */
function respellValue(name: string, value: unknown, pick: Pick): unknown {
  if (Array.isArray(value)) return value.map((item) => respellValue(name, item, pick));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, part]) => [key, respellValue(key, part, pick)]);
    return Object.fromEntries(fields);
  }
  if (typeof value === 'number') return pick<unknown>(value, JSON.stringify(value));
  if (typeof value !== 'string') return value;
  const isSafe = /^\d+$/.test(value) && Number.isSafeInteger(Number(value));
  if (isSafe && integers.includes(name)) return pick<unknown>(value, Number(value));
  return respellEnumeration(name, value, pick);
}

function respellBody(operation: Operation, body: object, pick: Pick): string {
  const absent = inputFields(operation).filter((name) => !(name in body) && pick(true, false));
  return JSON.stringify({
    ...(respellValue('', body, pick) as object),
    ...Object.fromEntries(absent.map((name) => [name, null])),
  });
}

function respellQuery(query: URLSearchParams, pick: Pick): string {
  const names = [...new Set(query.keys())];
  const parts = names.flatMap((name) => {
    const texts = query.getAll(name).map((text) => respellEnumeration(name, text, pick));
    if (!arrays.includes(name)) return texts.map((text) => `${name}=${encodeURIComponent(text)}`);
    const encoded = texts.map((text) => encodeURIComponent(text));
    return pick(
      texts.map((_, index) => `${name}=${encoded[index]}`),
      texts.map((_, index) => `${name}[]=${encoded[index]}`),
      texts.map((_, index) => `${name}%5B${index}%5D=${encoded[index]}`),
      [`${name}=${encoded.join(',')}`],
      // The / and + of addresses in base64, as they are.
      [`${name}=${texts.join(',')}`],
      [`${name}[]=${encodeURIComponent(texts.join(','))}`],
    );
  });
  return parts.join('&');
}

/** Returns an equivalent request as other clients may send it. */
function respell(operation: Operation, { method, url, body }: WireRequest, pick: Pick): WireRequest {
  if (body !== undefined) return { method, url, body: respellBody(operation, JSON.parse(body), pick) };
  const [path = '', query = ''] = url.split('?');
  return { method, url: `${path}?${respellQuery(new URLSearchParams(query), pick)}` };
}

describe.each(Object.keys(servedOperations) as OperationName[])('%s', (name) => {
  const operation: Operation = servedOperations[name];

  test('understands every spelling of gRPC gateways', async () => {
    await fc.assert(
      fc.asyncProperty(requests[name], fc.gen(), async (input, generate) => {
        const plain = toRequest(operation, input);
        const spelled = respell(operation, plain, (...options) => generate(fc.constantFrom, ...options));
        const expected = await send(plain);
        expect(expected).toMatchObject({ status: 200, ignored: undefined, invalid: undefined });
        expect({ spelled, ...(await send(spelled)) }).toEqual({ spelled, ...expected });
      }),
      { numRuns: 30 },
    );
  });

  test('names what it ignores', async () => {
    const minimal = { address: TON_ADDRESS, poolAddress: TON_ADDRESS, currency: 'usd' };
    const names = inputFields(operation).filter(
      (field) => field === 'currency' || pathParameters(operation).includes(field),
    );
    const fields = Object.entries(minimal).filter(([field]) => names.includes(field));
    const { method, url, body } = toRequest(operation, Object.fromEntries(fields) as never);
    const expected = await send({ method, url, ...(body !== undefined && { body }) });
    const query = `${url.includes('?') ? '&' : '?'}adress=x&adress=y&limit[]=5`;
    const response = await send({ method, url: url + query, ...(body !== undefined && { body }) });
    expect(response).toEqual({ ...expected, ignored: 'adress, limit[]' });
  });
});

describe('names of ignored and invalid parameters', () => {
  const get = (query: string) => send({ method: 'GET', url: `/v1/jettons/stats?${query}` });
  const post = (body: object) => send({ method: 'POST', url: '/v1/jettons', body: JSON.stringify(body) });

  test('nested fields have dotted names', async () => {
    const body = { liquidity: { ton: 1, usd: { min: { value: '1', unit: 'x' } } }, adress: [] };
    expect((await post(body)).ignored).toBe('liquidity.ton, liquidity.usd.min.unit, adress');
    expect((await post({ fdmc: { min: { value: 'x' } }, limit: 0 })).invalid).toBe('limit, fdmc.min.value');
    expect((await get('fdmc.min.value=x&limit=0')).invalid).toBe('limit, fdmc.min.value');
  });

  test.each(
    Object.getOwnPropertyNames(Object.prototype).filter((name) => !/^(__proto__|constructor)$/.test(name)),
  )('%s is unknown', async (name) => {
    expect(await get(`${name}=1&liquidity.${name}=2`)).toMatchObject({
      status: 200,
      ignored: `${name}, liquidity.${name}`,
    });
    expect(await post({ [name]: 1, liquidity: { [name]: {} } })).toMatchObject({
      status: 200,
      ignored: `${name}, liquidity.${name}`,
    });
  });

  test.each([
    ['address[]=x', 'address'],
    [`address=${TON_ADDRESS},`, 'address'],
    ['limit=1&limit=2', 'limit'],
    ['liquidity.usd=5', 'liquidity.usd'],
    ['search=ab', 'search'],
    ['search=%FF', 'query'],
    ['holders.min=2&holders.max=1', 'holders'],
    ['__proto__=1', '__proto__'],
  ])('%s is invalid because of %s', async (query, invalid) => {
    expect(await get(query)).toEqual({ status: 400, body: errorBodyOf(400), ignored: undefined, invalid });
  });

  test('a body that is not an object is invalid as a whole', async () => {
    expect(await post([])).toMatchObject({ status: 400, invalid: 'body' });
    expect(await post({ constructor: 1 })).toMatchObject({ status: 400, invalid: 'body' });
  });

  test('are sanitized and limited, because the client chooses them', async () => {
    expect((await post({ 'a\r\nSet-Cookie: b=c, d': 1, '': 2, '\ud800é': 3 })).ignored).toBe(
      'a??Set-Cookie??b?c??d, ?, ??',
    );
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    const names = ((await post({ ...many, ['y'.repeat(1000)]: 1 })).ignored as string).split(', ');
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `x${index}`));
    expect((await get(`${'y'.repeat(1000)}=1`)).ignored).toBe('y'.repeat(64));
  });

  test('can be read by pages of other origins', async () => {
    const { headers } = await app.inject('/v1/jettons/stats');
    expect(headers['access-control-expose-headers']).toContain('Jetscope-Ignored-Parameters');
    expect(headers['access-control-expose-headers']).toContain('Jetscope-Invalid-Parameters');
  });
});
