import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeApp } from '#service/app.ts';
import { SerializedJson } from '#service/config/context.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';

const HOLDERS = `/v1/jettons/${addressOf('a')}/holders`;

test('a request in progress completes before the app closes', async () => {
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
  const closing = closeApp(app, 10_000);
  events.emit('respond');
  expect(await (await response).json()).toBe('completed');
  await closing;
});

test('a client that never completes its request does not block closing', async () => {
  const app = await buildHttpApp();
  const { port, hostname } = new URL(await app.listen());
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(
    'POST /v1/jettons HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await once(app.server, 'request');
  await closeApp(app, 100);
  await closed;
  expect(socket.destroyed).toBe(true);
});
