import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { SerializedJson } from './config/context.ts';

const HOLDERS = '/v1/jettons/0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1/holders';
const HOST = 'Host: localhost\r\n';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildHttpApp({ times: { headers: 200, request: 400, inactivity: 2000, check: 50 } });
  await app.listen();
});
afterAll(() => app.close());

function open({ server } = app): Socket {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return connect({ port: address.port, host: address.address });
}

/** Reads until the service closes the connection. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

async function responseTo(request: string) {
  const socket = open();
  socket.write(request, 'latin1');
  const text = await readAll(socket);
  socket.destroy();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(' ')[1]), type, length, body };
}

function errorResponse(status: ErrorStatus) {
  const body = JSON.stringify(errorBodyOf(status));
  return { status, type: 'application/json; charset=utf-8', length: String(body.length), body };
}

const CLOSE = 'Connection: close\r\n\r\n';

describe('rejected by the HTTP parser', () => {
  test.each<[string, ErrorStatus, string]>([
    ['not HTTP', 400, 'hello\r\n\r\n'],
    ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 400, `FLY /status HTTP/1.1\r\n${HOST}\r\n`],
    ['a header without a colon', 400, `GET /status HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
    [
      'two content lengths',
      400,
      `POST /v1/jettons HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
    [
      'a content length and chunked encoding',
      400,
      `POST /v1/jettons HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    [
      'an unknown transfer encoding',
      400,
      `POST /v1/jettons HTTP/1.1\r\n${HOST}Transfer-Encoding: cake\r\n\r\n`,
    ],
    ['headers of 20 kB', 431, `GET /status HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a URL of 20 kB', 431, `GET /status?x=${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['headers that take too long', 408, 'GET /status HTTP/1.1\r\nHost: loc'],
    [
      'a body that takes too long',
      408,
      `POST /v1/jettons HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('%s: %i', async (_, status, request) => {
    expect(await responseTo(request)).toEqual(errorResponse(status));
  });
});

describe('raw requests', () => {
  test.each<[string, ErrorStatus, string]>([
    ['no Host', 400, `GET /status HTTP/1.1\r\n${CLOSE}`],
    ['two Hosts', 400, `GET /status HTTP/1.1\r\n${HOST}host: elsewhere.example\r\n${CLOSE}`],
    ['the same Host twice', 400, `GET /status HTTP/1.1\r\n${HOST}${HOST}${CLOSE}`],
    ...['cake, chunked', 'chunked, chunked', 'gzip, chunked'].map(
      (encoding): [string, ErrorStatus, string] => [
        `transfer encoding ${encoding}`,
        400,
        `POST /v1/jettons HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: ${encoding}\r\n${CLOSE}2\r\n{}\r\n0\r\n\r\n`,
      ],
    ),
    ...['a/b"c', 'a:99999', '256.256.256.256', '127.0.0.1:99999', 'xn--', '[::::]'].map(
      (host): [string, ErrorStatus, string] => [
        `the Host ${host}`,
        400,
        `GET /status HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}`,
      ],
    ),
    ['bad percent-encoding', 400, `GET /%E0%A4%A HTTP/1.1\r\n${HOST}${CLOSE}`],
    ['an unencoded query', 400, `GET /v1/jettons/stats?search=\xe9\xe9\xe9 HTTP/1.1\r\n${HOST}${CLOSE}`],
    ['path traversal', 404, `GET /../../package.json HTTP/1.1\r\n${HOST}${CLOSE}`],
    ['OPTIONS *', 404, `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}`],
    [
      'an absolute URL of another host',
      404,
      `GET http://elsewhere.example/v1/nothing HTTP/1.1\r\n${HOST}${CLOSE}`,
    ],
    [
      'a method that the path of an absolute URL does not have',
      405,
      `GET http://localhost/v1/jettons/metrics HTTP/1.1\r\n${HOST}${CLOSE}`,
    ],
    ['a method unknown to Fastify', 405, `PROPFIND /v1/jettons HTTP/1.1\r\n${HOST}${CLOSE}`],
    [
      'an empty chunked body',
      400,
      `POST /v1/jettons HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n${CLOSE}0\r\n\r\n`,
    ],
  ])('%s: %i', async (_, status, request) => {
    expect(await responseTo(request)).toEqual(errorResponse(status));
  });

  test('HEAD: 404 without a body', async () => {
    const response = await responseTo(`HEAD /v1/nothing HTTP/1.1\r\n${HOST}${CLOSE}`);
    expect(response).toEqual({ ...errorResponse(404), body: '' });
  });

  test('ignores unknown expectations', async () => {
    const { status } = await responseTo(`GET ${HOLDERS} HTTP/1.1\r\n${HOST}Expect: cake\r\n${CLOSE}`);
    expect(status).toBe(200);
  });

  test('does not require Host in HTTP/1.0', async () => {
    expect((await responseTo(`GET ${HOLDERS} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });

  test('responds to oversized bodies and serves the next request', async () => {
    // With the default time limits, so that a slow machine can send the larger body in time.
    const server = await buildHttpApp();
    const url = `${await server.listen()}/v1/jettons`;
    const headers = { 'content-type': 'application/json' };
    for (const size of [300_000, 20_000_000]) {
      const response = await fetch(url, { method: 'POST', headers, body: 'x'.repeat(size) });
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 413,
        body: errorBodyOf(413),
      });
    }
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200);
    await server.close();
  });
});

test('closes the connection of a client that does not read', async () => {
  const times = { stalledRead: 100, check: 20 };
  const long = new SerializedJson(`"${'x'.repeat(20_000_000)}"`);
  const server = await buildHttpApp({ times, handlers: { getJettonHolders: async () => long } });
  await server.listen();
  const socket = open(server);
  socket.pause();
  socket.write(`GET ${HOLDERS} HTTP/1.1\r\n${HOST}\r\n`);
  const connection = await new Promise<Socket>((resolve) => server.server.once('connection', resolve));
  await new Promise((resolve) => connection.once('close', resolve));
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.bytesRead).toBeLessThan(20_000_000);
  await server.close();
});

test('shutdown waits for active requests but not for idle connections', async () => {
  let started = () => {};
  let finish = () => {};
  const start = new Promise<void>((resolve) => {
    started = resolve;
  });
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await buildHttpApp({
    handlers: {
      getJettonHolders: async () => {
        started();
        await work;
        return new SerializedJson('"done"');
      },
    },
  });
  await server.listen();
  const idle = open(server);
  idle.write(`GET /v1/nothing HTTP/1.1\r\n${HOST}\r\n`);
  const busy = open(server);
  busy.write(`GET ${HOLDERS} HTTP/1.1\r\n${HOST}\r\n`);
  await start;
  const idleText = readAll(idle);
  const busyText = readAll(busy);
  const closed = server.close();
  expect(await idleText).toContain('404 Not Found');
  finish();
  await closed;
  expect(await busyText).toContain('"done"');
});
