import { request as send } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { feedStatus } from '#contract/status.ts';
import { OperatorError } from '#service/store/store-errors.ts';
import type { ControlAddress } from './control-file.ts';
import type { IngestSummary } from './ingest-stream.ts';
import type { Operator } from './operator.ts';

const failure = z.object({ error: z.string() });
const summary = z.object({
  lines: z.number(),
  ingested: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
}) satisfies z.ZodMiniType<IngestSummary>;

/** Sends commands to the service that has the embedded store open. */
export function createControlClient(address: ControlAddress): Operator {
  return {
    status: async () => await call(address, '/status', {}, z.array(feedStatus)),
    retry: async (name) => await call(address, '/retry', { name }, z.number()),
    backfill: async ({ name, from, to }) =>
      await call(address, '/backfill', { name, from: from.toISOString(), to: to.toISOString() }, z.number()),
    ingest: async (name, input) => await call(address, '/ingest', { name }, summary, input),
    backUp: async (target) => await call(address, '/back-up', { target }, z.optional(z.undefined())),
  };
}

async function call<Result>(
  { port, token }: ControlAddress,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: z.ZodMiniType<Result>,
  body: Readable = Readable.from([]),
): Promise<Result> {
  const request = send({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const responded = new Promise<string>((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        new OperatorError(`The service with the store did not complete the command: ${error.message}`, {
          cause: error,
        }),
      );
    request.on('error', fail).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text)).on('error', fail);
    });
  });
  const sent = pipeline(body, request);
  // The service may refuse the command before the end of its input, of which it reads no more then.
  const text = await Promise.race([responded, sent.then(() => responded)]);
  body.destroy();
  const value: unknown = JSON.parse(text);
  const failed = z.safeParse(failure, value);
  if (failed.success) throw new OperatorError(failed.data.error);
  return z.parse(z.object({ result: schema }), value).result;
}
