import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { closeApp, GRACEFUL_CLOSE } from '#service/app.ts';
import { SerializedJson } from '#service/config/context.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import type { GracefulClose } from './graceful-close.ts';

const HOLDERS = `/v1/jettons/${addressOf('a')}/holders`;

/** Starts an app with a request in progress, which `respond` completes. */
async function startWithRequest() {
  const events = new EventEmitter();
  const app = await buildHttpApp({
    handlers: {
      getJettonHolders: async () => {
        events.emit('requested');
        await once(events, 'respond');
        return new SerializedJson('"completed"');
      },
    },
  });
  const requested = once(events, 'requested');
  const response = fetch((await app.listen()) + HOLDERS);
  await requested;
  return { app, response, respond: () => events.emit('respond') };
}

test('a request in progress completes before the app closes', async () => {
  const { app, response, respond } = await startWithRequest();
  const closing = closeApp(app, 10_000);
  respond();
  expect(await (await response).json()).toBe('completed');
  await closing;
});

test('a request that takes longer than the grace period gets 503 instead of a reset', async () => {
  const { app, response, respond } = await startWithRequest();
  const closing = closeApp(app, 0);
  const refused = await response;
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual(errorBodyOf(503));
  const names = ['retry-after', 'connection', 'access-control-allow-origin'];
  expect(names.map((name) => refused.headers.get(name))).toEqual(['5', 'close', '*']);
  respond();
  await closing;
});

test('a client that never completes its request does not block closing', async () => {
  const app = await buildHttpApp();
  const { port, hostname } = new URL(await app.listen());
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => undefined);
  const closed = once(socket.resume(), 'close');
  socket.write(
    'POST /v1/jettons HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await once(app.server, 'request');
  await closeApp(app, 100);
  await closed;
  expect(socket.destroyed).toBe(true);
});

/** Sends `depth` requests at a time until a response says that the connection closes. Resolves with all that it receives. */
function keepRequesting(origin: URL, depth: number): Promise<string> {
  const socket = connect(Number(origin.port), origin.hostname.replace(/^\[|\]$/g, ''));
  return new Promise((resolve, reject) => {
    let received = '';
    let answered = 0;
    const send = () => socket.write(`GET ${HOLDERS} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(depth));
    socket.on('error', reject);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(received));
    socket.on('data', (data) => {
      received += String(data);
      const count = received.split('"answer"').length - 1;
      if (count < answered + depth || /connection: close/i.test(received)) return;
      answered = count;
      send();
    });
    send();
  });
}

test.each(['at once', 'after the announcement'])(
  'busy connections are not reset when closing %s',
  async (when) => {
    const log = new EventEmitter();
    let [connections, requests] = [0, 0];
    const app = await buildHttpApp({
      handlers: { getJettonHolders: async () => new SerializedJson('"answer"') },
      onRequest: () => {
        requests += 1;
        // The operating system resets connections that are not accepted yet.
        if (requests >= 2_000 && connections === 100) log.emit('busy');
      },
    });
    app.server.on('connection', () => {
      connections += 1;
    });
    const origin = new URL(await app.listen());
    const busy = once(log, 'busy');
    const clients = Array.from({ length: 100 }, (_, index) => keepRequesting(origin, 1 + (index % 4)));
    await busy;
    app.getDecorator<GracefulClose>(GRACEFUL_CLOSE).announce();
    if (when === 'after the announcement') await Promise.all(clients);
    await closeApp(app);
    for (const received of await Promise.all(clients)) {
      const [last = '', ...earlier] = received.split('HTTP/1.1 ').toReversed();
      expect(last).toMatch(/^200 OK.*connection: close.*"answer"/is);
      expect(earlier.join('')).not.toMatch(/connection: close/i);
    }
  },
);

test('an idle connection ends without a reset, or with the response to a request that was on its way', async () => {
  const app = await buildHttpApp();
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const idle = connect(Number(port), '127.0.0.1');
  const late = connect(Number(port), '127.0.0.1');
  await Promise.all([once(idle, 'connect'), once(late, 'connect')]);
  const texts = [idle, late].map((socket) => readAll(socket));
  const closing = closeApp(app);
  late.write('GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [idleText, lateText] = await Promise.all(texts);
  expect(idleText).toBe('');
  expect(lateText).toMatch(/connection: close/i);
  await closing;
});

test('a request that arrives while the service is busy is answered, although its connection was idle', async () => {
  const app = await buildHttpApp();
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const text = readAll(socket);
  const closing = closeApp(app);
  for (let iteration = 0; iteration < 100; iteration += 1) await setImmediate();
  socket.write('GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const end = performance.now() + 1_000;
  while (performance.now() < end);
  expect(await text).toMatch(/^HTTP\/1.1 404 .*connection: close/is);
  await closing;
});

async function readAll(socket: Socket): Promise<string> {
  return Buffer.concat(await socket.toArray()).toString();
}
