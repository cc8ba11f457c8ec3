import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/wire.ts';
import { differences } from '#testing/difference.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A client of an app without a socket. */
export interface Client {
  /** Any request, whatever comes of it. */
  send(request: WireRequest): Promise<Answer>;
  ask<Op extends Operation>(operation: Op, input: RequestOf<Op>): Promise<Answer>;
  /** Answers what the operation's schema accepts, with no field that it does not name. */
  call<Op extends Operation>(operation: Op, input: RequestOf<Op>): Promise<ResponseOf<Op>>;
}

export function clientOf(app: FastifyInstance): Client {
  const send: Client['send'] = async ({ method, url, body }) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
    return { status: response.statusCode, body: JSON.parse(response.body) };
  };
  const ask: Client['ask'] = (operation, input) => send(toRequest(operation, input));
  return { send, ask, call: async (operation, input) => accepted(operation, await ask(operation, input)) };
}

function accepted<Op extends Operation>(operation: Op, { status, body }: Answer): ResponseOf<Op> {
  expect({ status, body: status === 200 || body }).toEqual({ status: 200, body: true });
  const parsed = z.parse<Op['response']>(operation.response, body);
  expect(differences(body, parsed), `fields that ${operation.name} does not have`).toEqual([]);
  return parsed;
}
