import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pricePeriods } from '#contract/enums.ts';
import { parseInput } from '#contract/request-encoding.ts';
import { documentedOperations, servedOperations } from '#contract/served-operations.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { curlOf, exampleRequest, fieldDocAt, pathOf } from './examples.ts';
import type { FieldDocs } from './field-doc.ts';
import { outputFieldDocs } from './field-docs.ts';
import { type ApiDescription, describeApi, openApiDocument } from './openapi.ts';
import { resolve, type Schema } from './openapi-schema.ts';
import { inputFieldDocs } from './operation-docs.ts';

let described: ApiDescription;
let app: FastifyInstance;
beforeAll(async () => {
  described = describeApi(['stonfi', 'dedust']);
  app = await buildHttpApp();
});
afterAll(() => app.close());

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const document = JSON.parse(JSON.stringify(openApiDocument(described)));
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('contains every operation of the contract once', () => {
  const { paths } = openApiDocument(described);
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => ({ path, method: method.toUpperCase(), item })),
  );
  expect(found).toHaveLength(Object.keys(documentedOperations).length);
  for (const { name, path, method, plan } of Object.values(documentedOperations)) {
    const item = expect.objectContaining({ operationId: name, 'x-plan': plan });
    expect(found).toContainEqual({ path, method, item });
  }
});

describe('what generators of clients need', () => {
  const text = () => JSON.stringify(openApiDocument(described));

  test('no integer is int64, which some represent as bigint', () => {
    expect(text()).not.toMatch(/"type":"integer","format":"int64"/);
    expect(described.components.Error?.properties?.code).toMatchObject({
      type: 'integer',
      format: 'int32',
    });
  });

  test('exchanges are an enumeration of those configured', () => {
    expect(described.components.ExchangeId?.enum).toEqual(['stonfi', 'dedust']);
    const reference = expect.objectContaining({ $ref: '#/components/schemas/ExchangeId' });
    expect(described.components.Market?.properties?.exchangeId).toEqual(reference);
    const markets = described.operations.find(({ name }) => name === 'getJettonMarkets');
    expect(markets?.parameters).toContainEqual(
      expect.objectContaining({ name: 'exchangeId', schema: reference }),
    );
  });

  test('enumerations have their values', () => {
    const schemaOf = (operation: string, parameter: string) =>
      described.operations
        .find(({ name }) => name === operation)
        ?.parameters.find(({ name }) => name === parameter)?.schema;
    expect(schemaOf('getJettonsByQuery', 'excludeUntraded')?.enum).toEqual(pricePeriods);
    expect(schemaOf('getJettonMarketVolumeProfile', 'division')?.enum).toEqual(['linear', 'logarithmic']);
    expect(schemaOf('getStream', 'new')?.items?.enum).toEqual(['jettons', 'pools']);
    const { rule, repeat } = described.components.PushAlert?.properties ?? {};
    expect(rule?.properties?.side?.enum).toEqual(['above', 'below']);
    expect(repeat?.enum).toEqual(['once', 'min5', 'hour', 'day']);
  });

  test('a response that may be CSV has both media types and the next page', () => {
    const { paths } = openApiDocument(described);
    expect(paths['/v1/traders/{traderAddress}/transactions']?.get).toMatchObject({
      responses: {
        200: { headers: { Link: {} }, content: { 'application/json': {}, 'text/csv': {} } },
      },
    });
    expect(paths['/v1/jettons/{address}/transactions']?.get).not.toHaveProperty('responses.200.headers.Link');
  });

  test('the stream is an extension with its media type', () => {
    const { paths } = openApiDocument(described);
    const stream = paths['/v1/stream']?.get;
    expect(stream).toMatchObject({
      'x-extension': true,
      responses: {
        200: { content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/StreamEvents' } } } },
      },
    });
    expect(stream).not.toHaveProperty('responses.304');
  });

  test('operations for alerts have neither entity tags nor positions', () => {
    const { paths } = openApiDocument(described);
    const operations = [
      paths['/v1/push/key']?.get,
      paths['/v1/push/subscribe']?.post,
      paths['/v1/push/unsubscribe']?.post,
    ];
    for (const operation of operations) {
      expect(operation).toMatchObject({
        responses: { 200: { headers: { 'Jetscope-Ignored-Parameters': {} } } },
      });
      expect(operation).not.toHaveProperty('responses.304');
      expect(JSON.stringify(operation)).not.toMatch(/ETag|Jetscope-Position/);
    }
  });

  test('headers, tags and extensions are described', () => {
    const { paths, tags, info, components } = openApiDocument(described);
    expect(info.description).toBeTruthy();
    expect(tags.every(({ description }) => description.endsWith('.'))).toBe(true);
    expect(paths['/v1/jettons/{address}']?.get).toMatchObject({
      'x-extension': true,
      responses: {
        200: { headers: { ETag: {}, 'Jetscope-Position': {}, 'Jetscope-Ignored-Parameters': {} } },
        304: { headers: { ETag: {}, 'Jetscope-Position': {}, 'Jetscope-Ignored-Parameters': {} } },
      },
    });
    expect(components.responses).toMatchObject({
      InvalidValue: { headers: { 'Jetscope-Invalid-Parameters': {}, 'Jetscope-Ignored-Parameters': {} } },
      NotFound: { headers: { 'Jetscope-Ignored-Parameters': {} } },
      TooManyRequests: { headers: { 'Retry-After': {} } },
      Unavailable: { headers: { 'Retry-After': {} } },
    });
  });
});

describe('parameters of a GET', () => {
  test('have dotted names', () => {
    const { parameters = [] } =
      described.operations.find(({ name }) => name === 'getJettonTrustScoreList') ?? {};
    expect(parameters.find(({ name }) => name === 'liquidity.usd.min.value')).toEqual({
      name: 'liquidity.usd.min.value',
      in: 'query',
      required: false,
      description: 'Liquidity in USD, minimum (inclusive), integer in base units.',
      schema: { type: 'string', pattern: '^\\d+$', maxLength: 333 },
    });
    expect(parameters.find(({ name }) => name === 'verification')).toMatchObject({
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { $ref: '#/components/schemas/VerificationStatus' }, maxItems: 5 },
    });
  });

  test('are in the path or query, and required as specified', () => {
    const { parameters = [] } =
      described.operations.find(({ name }) => name === 'getTradingVolumeChangeList') ?? {};
    expect(parameters).toMatchObject([
      { name: 'address', in: 'query', required: false },
      {
        name: 'currency',
        in: 'query',
        required: true,
        schema: { $ref: '#/components/schemas/FiatCurrency' },
      },
    ]);
    const ticks = described.operations.find(({ name }) => name === 'getJettonMarketPriceHistory');
    expect(ticks?.parameters.filter(({ required }) => required)).toMatchObject([
      { name: 'address', in: 'path' },
      { name: 'poolAddress', in: 'path' },
    ]);
  });
});

const served = Object.values(documentedOperations).filter(({ name }) => name in servedOperations);
const posted = Object.values(documentedOperations).filter(({ method }) => method === 'POST');

// Others have no handler that works without a store.
test.each(served)('the example request of $name is served', async ({ name }) => {
  const { method, url, body } = exampleRequest(name);
  const headers = { 'content-type': 'application/json' };
  const { statusCode } = await app.inject({ method, url, ...(body !== undefined && { body, headers }) });
  expect(statusCode).toBe(200);
});

test.each(posted)('the example request of $name is valid', (operation) => {
  const { body = '' } = exampleRequest(operation.name);
  const parsed = parseInput(operation, { path: {}, query: [], body: JSON.parse(body) });
  expect(parsed).toMatchObject({ value: expect.any(Object), ignored: [], invalid: [] });
});

describe.each(Object.values(documentedOperations))('$name', (operation) => {
  test('the example response is valid and complete', () => {
    const { responseExample, response = {} } =
      described.operations.find(({ name }) => name === operation.name) ?? {};
    const parsed = z.parse(operation.response, responseExample);
    expect(parsed).toEqual(responseExample);
    const { properties = {} } = resolve(response, described.components);
    expect(Object.keys(parsed ?? {})).toEqual(Object.keys(properties));
  });
});

test('curl commands', () => {
  expect(curlOf(exampleRequest('getJettonPrice'))).toBe(
    "curl -G '{base_url}/v1/jettons/EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz/price' \\\n  -d 'currency=eur'",
  );
  expect(curlOf(exampleRequest('getTransactionsNumberChangeList'))).toBe(
    `curl '{base_url}/v1/jettons/transactions/change' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "address": [
      "EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz"
    ]
  }'`,
  );
});

describe('descriptions', () => {
  interface DocumentedField {
    readonly path: string;
    readonly docs: FieldDocs;
    /** An object whose fields have their own descriptions. */
    readonly isContainer: boolean;
  }

  function fieldsOf(schema: Schema, path: string, docs: FieldDocs): DocumentedField[] {
    const inner = schema.items ?? schema.additionalProperties ?? schema;
    const properties = Object.entries(inner.properties ?? {});
    const isContainer = properties.length > 0 && inner === schema && path.includes('.');
    const nested = properties.flatMap(([key, property]) =>
      fieldsOf(property, pathOf(path, key, property), docs),
    );
    return [{ path, docs, isContainer }, ...nested];
  }

  const inputNames = ['JettonListFilter', 'PushAlert'];

  function allFields(): DocumentedField[] {
    const components = Object.entries(described.components).flatMap(([name, schema]) =>
      fieldsOf(schema, name, inputNames.includes(name) ? inputFieldDocs : outputFieldDocs),
    );
    const others = described.operations.flatMap(({ response, body = {} }) => [
      ...fieldsOf(response, 'Response', outputFieldDocs),
      ...fieldsOf(body, 'Input', inputFieldDocs),
    ]);
    return [...components, ...others].filter(({ path }) => path !== 'Response' && path !== 'Input');
  }

  test('every field has one', () => {
    const undocumented = allFields().filter(
      ({ path, docs, isContainer }) => !isContainer && fieldDocAt(path, docs) === undefined,
    );
    expect(undocumented.map(({ path }) => path)).toEqual([]);
  });

  test('all are used', () => {
    const used = new Set(allFields().map(({ path, docs }) => fieldDocAt(path, docs)));
    const parameters = described.operations.flatMap((operation) =>
      operation.parameters.map(({ description }) => description),
    );
    const unused = Object.entries({ ...inputFieldDocs, ...outputFieldDocs }).filter(
      ([, doc]) => !used.has(doc) && !parameters.includes(doc[0]),
    );
    expect(unused.map(([path]) => path)).toEqual([]);
  });

  test('every parameter has one', () => {
    const parameters = described.operations.flatMap(({ parameters }) => parameters);
    expect(parameters.filter(({ description }) => description === '.')).toEqual([]);
  });
});

test('is served with the base URL of the Host header', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/openapi.json',
    headers: { host: 'jetscope:80' },
  });
  expect({ status: statusCode, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
  });
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://jetscope:80' }] });
  expect(body).not.toContain('{base_url}');
  const again = await app.inject({
    url: '/openapi.json',
    headers: { host: 'jetscope:80', 'if-none-match': headers.etag },
  });
  expect(again.statusCode).toBe(304);
});
