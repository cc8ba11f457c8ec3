import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SerializedJson } from '#service/config/context.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { UnsentResponses } from './connection-limits.ts';
import { ResponseCache } from './requests/response-cache.ts';

const big = new SerializedJson(`"${'x'.repeat(200_000)}"`);
const HOLDERS = `/v1/jettons/${addressOf('a')}/holders`;

let app: FastifyInstance;
/** Operations in progress, now and at most. */
let active = 0;
let mostActive = 0;
beforeAll(async () => {
  app = await buildHttpApp({
    times: { stalledRead: 100, check: 20 },
    // Requests of different connections must not share responses.
    responses: new ResponseCache(1),
    handlers: {
      getJettonHolders: async () => {
        active += 1;
        mostActive = Math.max(mostActive, active);
        await new Promise(setImmediate);
        active -= 1;
        return big;
      },
      getJettonPrice: async (_service, { currency }) => {
        if (currency === 'usd') await new Promise((resolve) => setTimeout(resolve, 50));
        return new SerializedJson(`"${currency}"`);
      },
    },
  });
  await app.listen();
});
afterAll(() => app.close());

function open({ server } = app): Socket {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return connect({ port: address.port, host: address.address }).on('error', () => undefined);
}

function requestsFor(path: string, count: number): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count);
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

describe('pipelined requests', () => {
  test('are answered in order', async () => {
    const socket = open();
    const currencies = ['usd', 'eur', 'usd', 'ton', 'gbp'];
    socket.write(
      currencies
        .map((currency) => requestsFor(`/v1/jettons/${addressOf('a')}/price?currency=${currency}`, 1))
        .join(''),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    await eventually(() => expect(text.match(/"(usd|eur|ton|gbp)"/g)).toHaveLength(5));
    expect(text.match(/"\w{3}"/g)).toEqual(currencies.map((currency) => `"${currency}"`));
    // The connection stays usable.
    socket.write(requestsFor('/v1/nothing', 1));
    await eventually(() => expect(text).toContain('404 Not Found'));
    socket.destroy();
  });

  test('are dispatched one at a time', async () => {
    mostActive = 0;
    const socket = open();
    socket.write(requestsFor(HOLDERS, 20));
    socket.resume();
    await eventually(() => expect(socket.bytesRead).toBeGreaterThan(20 * 200_000));
    expect(mostActive).toBe(1);
    socket.destroy();
  });

  test('over the total limit close connections and answer the others', async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const patient = await buildHttpApp({
      responses: new ResponseCache(1),
      handlers: {
        getJettonHolders: async () => {
          await isAnswered;
          return new SerializedJson('"answer"');
        },
      },
    });
    await patient.listen();
    let closings = 0;
    const counts = Array.from({ length: 60 }, async () => {
      const socket = open(patient).once('close', () => (closings += 1));
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
        if (text.split('"answer"').length > 90) socket.destroy();
      });
      socket.write(requestsFor(HOLDERS, 90));
      await closed(socket);
      return text.split('"answer"').length - 1;
    });
    // Of 23 connections, 2,000 requests can wait besides those in progress.
    await eventually(() => expect(closings).toBeGreaterThanOrEqual(60 - 23));
    answer();
    const complete = (await Promise.all(counts)).filter((count) => count === 90);
    expect(complete.length).toBeGreaterThan(10);
    await patient.close();
  });

  test('over the limit of one connection close it', async () => {
    const socket = open();
    socket.write(requestsFor(HOLDERS, 900));
    socket.pause();
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(3 * 200_000);
  });
});

test('connections of clients that do not read are closed, even if they keep sending', async () => {
  const accepted: Socket[] = [];
  const accept = (socket: Socket) => accepted.push(socket);
  app.server.on('connection', accept);
  const sockets = Array.from({ length: 5 }, () => {
    const socket = open();
    socket.pause();
    socket.write(requestsFor(HOLDERS, 90));
    const timer = setInterval(() => socket.write('\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
    return socket;
  });
  await eventually(() => expect(accepted).toHaveLength(5));
  await Promise.all(accepted.filter(({ destroyed }) => !destroyed).map(closed));
  app.server.off('connection', accept);
  for (const socket of sockets) socket.destroy();
});

/** The part of a response that UnsentResponses uses. */
class FakeResponse extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function newResponse(): FakeResponse & ServerResponse {
  return new FakeResponse() as FakeResponse & ServerResponse;
}

test('over the memory limit, the oldest unread responses are closed', () => {
  const unsent = new UnsentResponses(1000, 100);
  const responses = Array.from({ length: 4 }, newResponse);
  const [first, second, third, fourth] = responses;
  for (const response of responses.slice(0, 3)) unsent.add(response, 'x'.repeat(30));
  second?.emit('close');
  expect(unsent.bytes).toBe(60);
  if (fourth) unsent.add(fourth, Buffer.alloc(50));
  expect([first, third, fourth].map((response) => response?.destroyed)).toEqual([true, false, false]);
  expect(unsent.bytes).toBe(80);
});

test('a response is counted once and removed once', () => {
  const unsent = new UnsentResponses(1000);
  const response = newResponse();
  unsent.add(response, 'x');
  unsent.add(response, 'x');
  expect(unsent.bytes).toBe(1);
  response.emit('close');
  response.emit('close');
  expect(unsent.bytes).toBe(0);
});
