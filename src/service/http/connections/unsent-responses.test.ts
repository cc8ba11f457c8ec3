import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { UnsentResponses } from './unsent-responses.ts';

/** As much of a response as is counted. */
class Response extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function newResponse(): Response & ServerResponse {
  return new Response() as Response & ServerResponse;
}

test('over its budget, the slowest to read are closed', () => {
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

test('what was sent counts no more, however often it is told', () => {
  const unsent = new UnsentResponses(1000);
  const response = newResponse();
  unsent.add(response, 'x');
  unsent.add(response, 'x');
  expect(unsent.bytes).toBe(1);
  response.emit('close');
  response.emit('close');
  expect(unsent.bytes).toBe(0);
});
