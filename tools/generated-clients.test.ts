// Lints /openapi.json, and calls every operation with clients that public generators make of it. The generators are a
// separate package, because most developers need none of them: `npm ci --prefix tools/clients` installs them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { pathParameters, toRequest } from '#contract/request-encoding.ts';
import { servedOperations } from '#contract/served-operations.ts';
import { completeJetton, completeMarket } from '#testing/datasets/complete-market.ts';
import { type Input, inputFields, minimalInput } from '#testing/requests/valid-inputs.ts';
import { serveMarket } from '#testing/service/imported-service.ts';

const folder = fileURLToPath(new URL('clients', import.meta.url));
const commands = join(folder, 'node_modules/.bin');
const isInstalled = existsSync(join(commands, 'orval'));
const title = isInstalled ? '' : ' [skipped: run `npm ci --prefix tools/clients`]';
const run = promisify(execFile);
/** The base URL in the document, whose requests a test sends to one of its services. */
const BASE_URL = 'https://jetscope.test';
const operations = Object.values<Operation>(servedOperations);
const isAboutOne = (operation: Operation) => pathParameters(operation).includes('address');
const UNKNOWN = `0:${'9'.repeat(64)}`;

interface Outcome {
  readonly status: number;
  readonly body: unknown;
}
type Call = (operation: Operation, input: Input) => Promise<Outcome>;
// biome-ignore lint/suspicious/noExplicitAny: modules that are generated during the test
type Generated = any;

describe.skipIf(!isInstalled)(`the OpenAPI document${title}`, () => {
  let market: Awaited<ReturnType<typeof serveMarket>>;
  let output: string;
  let document: string;
  let [address, poolAddress, target] = ['', '', ''];
  const clients = new Map<string, Call>();

  beforeAll(async () => {
    market = await serveMarket(completeMarket());
    target = await market.listen({ PUBLIC_URL: BASE_URL });
    const { body } = await market.client.send({
      method: 'GET',
      url: `/v1/jettons?search=${completeJetton.symbol}`,
    });
    address = (body as Generated).jettons[0].metadata.address;
    const markets = await market.client.send({ method: 'GET', url: `/v1/jettons/${address}/markets` });
    poolAddress = (markets.body as Generated).markets[0].poolAddress;
    // Generated modules import packages of this folder.
    await mkdir(join(folder, 'node_modules/.cache'), { recursive: true });
    output = await mkdtemp(join(folder, 'node_modules/.cache/clients-'));
    document = join(output, 'openapi.json');
    await writeFile(document, await (await fetch(`${target}/openapi.json`)).text());
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      return send(request.url.replace(BASE_URL, target), {
        method: request.method,
        headers: request.headers,
        ...(request.method === 'POST' && { body: await request.text() }),
      });
    });
    clients.set('openapi-typescript', await generateTypes());
    clients.set('@hey-api/openapi-ts', await generateHeyApi());
    clients.set('orval', await generateOrval());
  });

  afterAll(async () => {
    vi.unstubAllGlobals();
    await market.close();
    await rm(output, { recursive: true });
  });

  /** Types only; openapi-fetch sends the requests. */
  async function generateTypes(): Promise<Call> {
    await run(join(commands, 'openapi-typescript'), [document, '-o', join(output, 'schema.d.ts')]);
    const fetching: Generated = await import(join(folder, 'node_modules/openapi-fetch/dist/index.mjs'));
    const client = fetching.default({ baseUrl: BASE_URL });
    return async (operation, input) => {
      const { path, query, body } = partsOf(operation, input);
      const { data, error, response } = await client[operation.method](operation.path, {
        params: { path, query },
        body,
      });
      return { status: response.status, body: data ?? error };
    };
  }

  async function generateHeyApi(): Promise<Call> {
    const config = join(output, 'hey-api.config.mjs');
    const plugins = ['client-fetch', 'sdk', 'typescript', 'transformers'].map((name) => `@hey-api/${name}`);
    const options = { input: document, output: join(output, 'hey-api'), plugins, logs: { file: false } };
    await writeFile(config, `export default ${JSON.stringify(options)};`);
    await run(join(commands, 'openapi-ts'), ['-f', config]);
    const sdk: Generated = await import(join(output, 'hey-api/sdk.gen.ts'));
    return async (operation, input) => {
      const { data, error, response } = await sdk[operation.name]({
        baseUrl: BASE_URL,
        ...partsOf(operation, input),
      });
      return { status: response.status, body: data ?? error };
    };
  }

  async function generateOrval(): Promise<Call> {
    const orval: Generated = await import(join(folder, 'node_modules/orval/dist/index.js'));
    const client = join(output, 'orval.ts');
    await orval.generate(
      { input: { target: document }, output: { target: client, client: 'fetch', baseUrl: BASE_URL } },
      output,
    );
    const sdk: Generated = await import(client);
    return async (operation, input) => {
      const { path, query, body } = partsOf(operation, input);
      const { status, data } = await sdk[operation.name](
        ...Object.values(path),
        ...(body ? [body] : Object.keys(query).length > 0 ? [query] : []),
      );
      return { status, body: data };
    };
  }

  test.each([
    ['redocly', ['lint', '--extends=recommended', '--format=json']],
    ['spectral', ['lint', '--quiet', '--format=json', `--ruleset=${join(folder, 'spectral.yaml')}`]],
  ])('%s reports nothing', async (command, options) => {
    const { stdout } = await run(join(commands, command), [...options, document], { cwd: output });
    const found: Generated = JSON.parse(stdout);
    expect(found.problems ?? found).toEqual([]);
  });

  describe.each(['openapi-typescript', '@hey-api/openapi-ts', 'orval'])('a client of %s', (generator) => {
    const call: Call = (operation, input) => {
      const client = clients.get(generator);
      if (!client) throw new RangeError(`there is no client of ${generator}`);
      return client(operation, input);
    };
    const inputOf = (operation: Operation) => minimalInput(operation, [address], poolAddress);

    test.each(operations)('$name succeeds', async (operation) => {
      const input = inputOf(operation);
      const { method, url, body: sent = null } = toRequest(operation, input as never);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${BASE_URL}${url}`, { method, body: sent, headers });
      const { status, body } = await call(operation, input);
      // Throws for a bigint.
      const received = JSON.parse(JSON.stringify(body)) as unknown;
      expect({ status, body: received }).toEqual({ status: 200, body: await response.json() });
    });

    test.each(operations.filter((operation) => inputFields(operation).length > 0))(
      '$name rejects an invalid value',
      async (operation) => {
        const address = isAboutOne(operation) ? 'invalid' : ['invalid'];
        const invalid = inputFields(operation).includes('address') ? { address } : { limit: 0 };
        const outcome = await call(operation, { ...inputOf(operation), ...invalid });
        expect(outcome).toEqual({ status: 400, body: error });
      },
    );

    test.each(operations.filter(isAboutOne))('$name does not find an unknown jetton', async (operation) => {
      const outcome = await call(operation, { ...inputOf(operation), address: UNKNOWN });
      expect(outcome).toEqual({ status: 404, body: error });
    });

    test('every operation, over the rate limit', async () => {
      const service = target;
      target = await market.listen({ PUBLIC_URL: BASE_URL, RATE_LIMIT: '1' });
      try {
        await call(servedOperations.ping, {});
        for (const operation of operations)
          expect(await call(operation, inputOf(operation))).toEqual({ status: 429, body: error });
      } finally {
        target = service;
      }
    });
  });
});

const error = { code: expect.any(Number), message: expect.any(String), details: [] };

function partsOf(operation: Operation, input: Input) {
  const inPath = pathParameters(operation);
  const path = Object.fromEntries(inPath.map((name) => [name, input[name]]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  return operation.method === 'POST'
    ? { path, query: {}, body: rest }
    : { path, query: rest, body: undefined };
}
