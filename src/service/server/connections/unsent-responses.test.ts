import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { UnsentResponses } from './unsent-responses.ts';

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
