import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from '#contract/operations.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { curlOf, exampleRequest } from './example-requests.ts';
import { type ApiDescription, describeApi, openApiDocument } from './openapi.ts';
import { fieldDocAt, pathOf } from './openapi-examples.ts';
import { nameIn, type Schema } from './openapi-schema.ts';
import { type FieldDocs, inputFieldDocs, outputFieldDocs } from './openapi-text.ts';

let described: ApiDescription;
let app: FastifyInstance;
beforeAll(async () => {
  described = describeApi();
  app = await buildHttpApp();
});
afterAll(() => app.close());

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const document = JSON.parse(JSON.stringify(openApiDocument(described)));
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('names every operation once, where the contract has it', () => {
  const { paths } = openApiDocument(described);
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => ({ path, method: method.toUpperCase(), item })),
  );
  expect(found).toHaveLength(15);
  for (const { name, path, method, plan } of Object.values(operations)) {
    const item = expect.objectContaining({ operationId: name, 'x-plan': plan });
    expect(found).toContainEqual({ path, method, item });
  }
});

describe('parameters of a GET', () => {
  test('are dotted', () => {
    const { parameters = [] } =
      described.operations.find(({ name }) => name === 'getJettonTrustScoreList') ?? {};
    expect(parameters.find(({ name }) => name === 'liquidity.usd.min.value')).toEqual({
      name: 'liquidity.usd.min.value',
      in: 'query',
      required: false,
      description: 'Liquidity in USD, at least, integer in base units',
      schema: { type: 'string', pattern: '^\\d+$', maxLength: 333 },
    });
    expect(parameters.find(({ name }) => name === 'verification')).toMatchObject({
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { $ref: '#/components/schemas/VerificationStatus' }, maxItems: 5 },
    });
  });

  test('stand in the path or in the query, required as the specification has it', () => {
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

describe.each(Object.values(operations))('$name', (operation) => {
  const of = () => described.operations.find(({ name }) => name === operation.name);

  test('its sample request is one', async () => {
    const { method, url, body } = exampleRequest(operation.name);
    const headers = { 'content-type': 'application/json' };
    const { statusCode } = await app.inject({ method, url, ...(body !== undefined && { body, headers }) });
    expect(statusCode).toBe(200);
  });

  test('its sample answer is one, with every field', () => {
    const { responseExample, response } = of() ?? {};
    const parsed = z.parse(operation.response, responseExample);
    expect(parsed).toEqual(responseExample);
    expect(Object.keys(parsed ?? {})).toEqual(Object.keys(schemaBehind(response).properties ?? {}));
  });
});

function schemaBehind(schema: Schema = {}): Schema {
  const name = nameIn(schema);
  return name === undefined ? schema : (described.components[name] ?? {});
}

test('command lines', () => {
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

describe('words', () => {
  interface Place {
    readonly path: string;
    readonly words: FieldDocs;
    /** Holds named fields, which have words of their own. */
    readonly isContainer: boolean;
  }

  function placesOf(schema: Schema, path: string, words: FieldDocs): Place[] {
    const inner = schema.items ?? schema.additionalProperties ?? schema;
    const parts = Object.entries(inner.properties ?? {});
    const isContainer = parts.length > 0 && inner === schema && path.includes('.');
    const within = parts.flatMap(([key, part]) => placesOf(part, pathOf(path, key, part), words));
    return [{ path, words, isContainer }, ...within];
  }

  function places(): Place[] {
    const components = Object.entries(described.components).flatMap(([name, schema]) =>
      placesOf(schema, name, name === 'JettonListFilter' ? inputFieldDocs : outputFieldDocs),
    );
    const others = described.operations.flatMap(({ response, body = {} }) => [
      ...placesOf(response, 'Answer', outputFieldDocs),
      ...placesOf(body, 'Input', inputFieldDocs),
    ]);
    return [...components, ...others].filter(({ path }) => path !== 'Answer' && path !== 'Input');
  }

  test('every field has one', () => {
    const wordless = places().filter(
      ({ path, words, isContainer }) => !isContainer && fieldDocAt(path, words) === undefined,
    );
    expect(wordless.map(({ path }) => path)).toEqual([]);
  });

  test('none is for nothing', () => {
    const used = new Set(places().map(({ path, words }) => fieldDocAt(path, words)));
    const parameters = described.operations.flatMap((one) =>
      one.parameters.map(({ description }) => description),
    );
    const unused = Object.entries({ ...inputFieldDocs, ...outputFieldDocs }).filter(
      ([, word]) => !used.has(word) && !parameters.includes(word[0]),
    );
    expect(unused.map(([path]) => path)).toEqual([]);
  });

  test('every parameter has one', () => {
    const parameters = described.operations.flatMap(({ parameters }) => parameters);
    expect(parameters.filter(({ description }) => description === '')).toEqual([]);
  });
});

test('is served with the address that the caller used', async () => {
  const app = await buildHttpApp();
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
