import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { LosslessNumber } from 'lossless-json';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { longestBlock, timeLimit } from '#testing/time-limit.ts';
import { createClient } from './http-client.ts';
import { SourceError } from './source.ts';

let server: Server;
let handle: RequestListener;
let url: string;

beforeEach(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const never = new AbortController().signal;
const statuses: (number | 'failed')[] = [];
beforeEach(() => {
  statuses.length = 0;
});

function client(base = url, rate = 1000) {
  return createClient({
    url: base,
    rate,
    headers: { 'x-api-key': 'secret' },
    onResponse: (status) => statuses.push(status),
  });
}

async function failure(path = '/v1/x', base = url): Promise<SourceError> {
  const error: unknown = await client(base)
    .request(path, { query: [['token', 'secret']], signal: never })
    .catch((reason: unknown) => reason);
  if (!(error instanceof SourceError)) throw new Error('expected a SourceError', { cause: error });
  expect(error.message).not.toMatch(/secret|\n/);
  return error;
}

test('sends path, query and headers, and keeps the digits of numbers', async () => {
  handle = (request, response) => {
    expect(request.method).toBe('GET');
    expect(request.url).toBe('/base/v1/x?a=1&a=2%263');
    expect(request.headers).toMatchObject({ 'x-api-key': 'secret', accept: 'application/json' });
    response.end('{"amount":0.10000000000000000000001,"lt":1}');
  };
  const query = [
    ['a', '1'],
    ['a', '2&3'],
  ] as const;
  expect(await client(`${url}/base/`).request('/v1/x', { query, signal: never })).toEqual({
    amount: new LosslessNumber('0.10000000000000000000001'),
    lt: new LosslessNumber('1'),
  });
  expect(statuses).toEqual([200]);
});

test('sends a body as JSON', async () => {
  let sent: unknown;
  handle = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent = [request.method, request.headers['content-type'], Buffer.concat(chunks).toString()];
      response.end('[]');
    });
  };
  await client().request('/bulk', { body: { ids: ['a'] }, signal: never });
  expect(sent).toEqual(['POST', 'application/json', '{"ids":["a"]}']);
});

describe('reports', () => {
  test.each([400, 404, 500, 502])('status %i', async (status) => {
    handle = (_, response) => response.writeHead(status, { 'retry-after': '5' }).end('secret details');
    expect(await failure()).toMatchObject({
      message: `/v1/x: status ${status}`,
      status,
      retryAfter: undefined,
      isTooLarge: false,
    });
    expect(statuses).toEqual([status]);
  });

  test.each([413, 504])('status %i: a smaller range may succeed', async (status) => {
    handle = (_, response) => response.writeHead(status).end();
    expect(await failure()).toMatchObject({ status, isTooLarge: true });
  });

  test.each([
    [429, '2', 2000],
    [503, '2', 2000],
    [429, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
    [429, 'Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
    [429, 'soon', undefined],
    [429, undefined, undefined],
  ])('status %i with Retry-After: %s', async (status, header, retryAfter) => {
    handle = (_, response) => response.writeHead(status, header ? { 'retry-after': header } : {}).end();
    expect(await failure()).toMatchObject({ status, retryAfter });
  });

  test.each(['', '{"a":1', '{"a":secret}', '<html>secret</html>'])('invalid JSON: %j', async (body) => {
    handle = (_, response) => response.end(body);
    expect((await failure()).message).toBe('/v1/x: the response is not valid JSON, or cut off');
    expect(statuses).toEqual([200]);
  });

  test('a body shorter than announced', async () => {
    handle = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[', () => response.destroy());
    };
    expect((await failure()).message).toMatch(/^\/v1\/x: the request failed/);
    expect(statuses).toEqual(['failed']);
  });

  test('a refused connection', async () => {
    await new Promise((resolve) => server.close(resolve));
    expect((await failure()).message).toBe('/v1/x: the request failed (connection refused)');
    expect(statuses).toEqual(['failed']);
  });

  test('a body that exceeds the limit, without reading all of it', async () => {
    const chunk = Buffer.alloc(1 << 20, 0x20);
    let sent = 0;
    handle = (_, response) => {
      const write = () => {
        while (!response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', write);
      write();
    };
    expect(await failure()).toMatchObject({
      message: '/v1/x: the response exceeds 64 MB',
      isTooLarge: true,
    });
    expect(sent).toBeGreaterThan(64);
  });
});

test('of several large responses, two are read at a time', async () => {
  const CHUNKS = 20;
  const chunk = new TextEncoder().encode('1'.repeat(200_000));
  let [reading, most] = [0, 0];
  const respond = async () => {
    let sent = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      sent += 1;
      // More than 1 MB has been read.
      if (sent === CHUNKS / 2) reading += 1;
      most = Math.max(most, reading);
      controller.enqueue(chunk);
      if (sent < CHUNKS) return;
      reading -= 1;
      controller.close();
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  const source = createClient({ url: 'https://source.example', rate: 1e6, fetch: respond });
  const requests = Array.from({ length: 6 }, () => source.request('/large', { signal: never }));
  await Promise.all(requests);
  expect(most).toBe(2);
  const aborted = Array.from({ length: 3 }, () =>
    source.request('/large', { signal: AbortSignal.timeout(1) }).catch(() => 'aborted'),
  );
  await Promise.all(aborted);
  await source.request('/large', { signal: never });
});

describe('hostile responses leave the process responsive', () => {
  const serve = (text: string) => {
    const body = gzipSync(text, { level: 1 });
    handle = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  };

  /** On a busy machine, the process may also not run for a while: what blocks it does so every time. */
  const expectResponsive = (work: () => Promise<void>) =>
    eventually(async () => expect(await longestBlock(work)).toBeLessThan(timeLimit(500)));

  test.each([
    ['tiny elements', `{"operations":[${'1.5,'.repeat(15_000_000)}1.5]}`, /more than 2,000,000 values$/],
    ['millions of levels', `{"operations":${'['.repeat(5_000_000)}`, /more than 2,000,000 values$/],
    ['a number with a million digits', `[1.${'7'.repeat(1_000_000)}`, /not valid JSON/],
    ['text without end', `["${'x'.repeat(60_000_000)}`, /not valid JSON/],
  ])('%s', async (_, text, message) => {
    serve(text);
    await expectResponsive(async () => {
      expect((await failure()).message).toMatch(message);
    });
  });

  test('as does a list of 52,000 pools', async () => {
    const pool = {
      address: 'EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt',
      lt: '56000000000001',
      assets: [
        { type: 'native', metadata: { name: 'Gram', symbol: 'GRAM', image: null, decimals: 9 } },
        {
          type: 'jetton',
          address: 'EQ',
          metadata: { name: 'X', symbol: 'X', image: 'https://x', decimals: 9 },
        },
      ],
      tradeFee: 0.25,
      reserves: ['206862912110', '279742228885'],
      stats: { fees: ['0', '0'], volume: ['0', '0'] },
    };
    serve(JSON.stringify(Array.from({ length: 52_000 }, () => pool)));
    await expectResponsive(async () => {
      expect(await client().request('/v2/pools', { signal: never })).toHaveLength(52_000);
    });
  });
});

test.each(['headers', 'body'])('gives up waiting for %s after 20 seconds', async (missing) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const received = new Promise<void>((resolve) => {
      handle = (_, response) => {
        if (missing === 'body') response.write('[');
        resolve();
      };
    });
    const failed = failure();
    await received;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toMatchObject({
      message: '/v1/x: no complete response within 20 s',
      isTooLarge: true,
    });
  } finally {
    vi.useRealTimers();
  }
});

test("throws the signal's reason when aborted", async () => {
  const controller = new AbortController();
  handle = () => controller.abort(new Error('stopped'));
  await expect(client().request('/x', { signal: controller.signal })).rejects.toThrow('stopped');
  await expect(client().request('/x', { signal: controller.signal })).rejects.toThrow('stopped');
  expect(statuses).toEqual([]);
});

describe('redirects', () => {
  const redirect = (location: string, status = 302) => {
    handle = (request, response) => {
      if (request.url?.startsWith('/moved')) response.end(JSON.stringify([request.method]));
      else response.writeHead(status, { location }).end();
    };
  };

  test('are followed within the origin', async () => {
    redirect('/moved');
    expect(await client().request('/x', { signal: never })).toEqual(['GET']);
    expect(statuses).toEqual([302, 200]);
  });

  test('keep the body with status 307 only', async () => {
    redirect('/moved', 307);
    expect(await client().request('/x', { body: {}, signal: never })).toEqual(['POST']);
    redirect('/moved', 302);
    await expect(client().request('/x', { body: {}, signal: never })).rejects.toThrow('/x: status 302');
  });

  test.each([
    'http://localhost:1/',
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'https://example.org/?secret',
    '//example.org',
  ])('to %s are errors', async (location) => {
    redirect(location);
    expect((await failure()).message).toBe('/v1/x: status 302 redirects to another origin');
  });

  test('without an end are errors', async () => {
    redirect('/x');
    expect((await failure()).message).toBe('/v1/x: more than 3 redirects');
  });
});
