import type * as z from 'zod/mini';
import { errorBody } from '#contract/errors.ts';
import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { STATUS_PATH, type Status, status } from '#contract/status.ts';
import { toRequest, type WireRequest } from '#contract/wire.ts';
import { NetworkFailure, retryAfter, ServiceError, UnreadableAnswer } from './failures.ts';
import { createPace, type Pace } from './pace.ts';
import type { Settings } from './settings.ts';

const TIME_LIMIT = 30_000;

export interface Client {
  call<Op extends Operation>(
    operation: Op,
    input: RequestOf<Op>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<Op>>;
  /** The service's own word about its data; other services of the interface have none. */
  status(signal?: AbortSignal): Promise<Status>;
}

/** Talks to a service of the interface, as the settings say. */
export function createClient(settings: () => Promise<Settings>): Client {
  let pace: Pace | undefined;
  async function ask<Answer extends z.ZodMiniType>(
    request: WireRequest,
    answer: Answer,
    signal?: AbortSignal,
  ): Promise<z.output<Answer>> {
    const known = await settings();
    pace ??= createPace(known.requestsPerSecond);
    await pace(signal);
    return read(await send(request, known, signal), answer);
  }
  return {
    call: <Op extends Operation>(operation: Op, input: RequestOf<Op>, signal?: AbortSignal) =>
      ask<Op['response']>(toRequest(operation, input), operation.response, signal),
    status: (signal) => ask({ method: 'GET', url: STATUS_PATH }, status, signal),
  };
}

interface Received {
  readonly response: Response;
  readonly text: string;
}

async function send(request: WireRequest, settings: Settings, signal?: AbortSignal): Promise<Received> {
  const limit = AbortSignal.timeout(TIME_LIMIT);
  const headers = new Headers({ accept: 'application/json' });
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (settings.apiKey) headers.set('authorization', `Bearer ${settings.apiKey}`);
  try {
    const response = await fetch(settings.baseUrl + request.url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkFailure('no answer', { cause: error });
  }
}

function read<Answer extends z.ZodMiniType>({ response, text }: Received, answer: Answer): z.output<Answer> {
  const body = parsedJson(text);
  if (!response.ok) {
    const error = errorBody.safeParse(body);
    const wait = retryAfter(response.headers.get('retry-after'), Date.now());
    throw new ServiceError(response.status, error.success ? error.data.message : response.statusText, wait);
  }
  const checked = answer.safeParse(body);
  if (!checked.success) throw new UnreadableAnswer('not of the interface', { cause: checked.error });
  return checked.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
