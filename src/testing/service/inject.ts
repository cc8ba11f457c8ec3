import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { differences } from '#testing/differences.ts';

export interface RawResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Calls an app without a network connection. */
export interface Client {
  /** Sends any request and returns any response. */
  send(request: WireRequest): Promise<RawResponse>;
  /** Calls an operation and returns any response. */
  request<Op extends Operation>(operation: Op, input: RequestOf<Op>): Promise<RawResponse>;
  /** Calls an operation; fails unless the status is 200 and the body matches the schema without additional fields. */
  call<Op extends Operation>(operation: Op, input: RequestOf<Op>): Promise<ResponseOf<Op>>;
}

export function clientOf(app: FastifyInstance): Client {
  const send: Client['send'] = async ({ method, url, body }) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
    return { status: response.statusCode, body: JSON.parse(response.body) };
  };
  const request: Client['request'] = (operation, input) => send(toRequest(operation, input));
  return {
    send,
    request,
    call: async (operation, input) => parseResponse(operation, await request(operation, input)),
  };
}

function parseResponse<Op extends Operation>(operation: Op, { status, body }: RawResponse): ResponseOf<Op> {
  expect({ status, body: status === 200 || body }).toEqual({ status: 200, body: true });
  const parsed = z.parse<Op['response']>(operation.response, body);
  expect(differences(body, parsed), `fields not in the schema of ${operation.name}`).toEqual([]);
  return parsed;
}
