import { hashKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type PoolLookup, poolLookup, poolLookupPath } from '#contract/market.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { STATUS_PATH, type Status, status } from '#contract/status.ts';
import { takeEmbedded } from './embedded-responses.ts';
import {
  InvalidResponseError,
  NetworkError,
  NotInPlanError,
  RejectedError,
  UnreachableEndpointError,
} from './errors.ts';
import type { Plan } from './plan.ts';
import type { Priority, Queue } from './queue.ts';
import { send } from './send.ts';
import { type Settings, serviceKey } from './settings.ts';

export interface CallOptions {
  /** Aborts this call. The request is canceled once every caller that shares it has aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority;
}

export interface Client {
  /**
   * Calls an operation and decodes the response body with `decode`. Rejects with NotInPlanError if the plan does not
   * include the operation, without a request if that is already known.
   */
  callAndDecode<Op extends Operation, Result>(
    operation: Op,
    input: RequestOf<Op>,
    decode: (body: unknown) => Result,
    options?: CallOptions,
  ): Promise<Result>;
  /** Calls an operation and validates the response with the schema of the operation. Rejects like `callAndDecode`. */
  call<Op extends Operation>(
    operation: Op,
    input: RequestOf<Op>,
    options?: CallOptions,
  ): Promise<ResponseOf<Op>>;
  /** Fetches the status of the service. Rejects if the service has no status endpoint, which is not part of the specification. */
  fetchStatus(signal?: AbortSignal): Promise<Status>;
  /** Fetches the jettons of a pool. Rejects if the service has no such lookup, which is not part of the specification. */
  fetchPoolJettons(poolAddress: string, signal?: AbortSignal): Promise<PoolLookup>;
  /** Calls a GET operation that is not part of the specification. Rejects if the service has no such operation. */
  fetchExtension<Op extends Operation>(
    operation: Op,
    input: RequestOf<Op>,
    options?: CallOptions,
  ): Promise<unknown>;
  /** Fetches the OpenAPI document of the service. Rejects if it has none, which is not part of the specification. */
  fetchOpenApi(signal?: AbortSignal): Promise<unknown>;
}

const OPENAPI_PATH = '/openapi.json';

interface Dependencies {
  readonly settings: () => Promise<Settings>;
  readonly queue: Queue<unknown>;
  readonly plan: Plan;
}

/** Creates a client for the service that the settings name. */
export function createClient({ settings, queue, plan }: Dependencies): Client {
  async function loadSettings(): Promise<Settings> {
    const loaded = await settings();
    queue.setRate(loaded.requestsPerSecond);
    plan.selectService(serviceKey(loaded));
    return loaded;
  }

  async function enqueue<Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions) {
    const { signal, priority = 'list' } = options;
    const loaded = await loadSettings();
    const key = hashKey([operation.name, input]);
    const request = toRequest(operation, input);
    const excluded = plan.signal(operation.name);
    const combined = signal ? AbortSignal.any([signal, excluded]) : excluded;
    return queue.add(
      { key, priority, send: (abort) => sendUnlessEmbedded(request, loaded, abort) },
      combined,
    );
  }

  async function fetchBody<Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions) {
    try {
      return await enqueue(operation, input, options);
    } catch (error) {
      // Every plan includes the list, so its rejection is an error.
      if (!(error instanceof RejectedError) || operation.name === operations.getJettons.name) throw error;
      plan.exclude(operation.name);
      throw new NotInPlanError(operation.name, { cause: error });
    }
  }

  async function fetchOptional(url: string, priority: Priority, signal: AbortSignal | undefined) {
    const loaded = await loadSettings();
    return queue.add({ key: url, priority, send: createOptionalSender(url, loaded) }, signal);
  }

  return {
    callAndDecode: async (operation, input, decode, options = {}) =>
      decode(await fetchBody(operation, input, options)),
    call: async <Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions = {}) =>
      validate<Op['response']>(await fetchBody(operation, input, options), operation.response),
    fetchStatus: async (signal) => validate(await fetchOptional(STATUS_PATH, 'statistics', signal), status),
    fetchOpenApi: (signal) => fetchOptional(OPENAPI_PATH, 'statistics', signal),
    fetchExtension: (operation, input, { signal, priority = 'list' } = {}) =>
      fetchOptional(toRequest(operation, input).url, priority, signal),
    fetchPoolJettons: async (poolAddress, signal) =>
      validate(await fetchOptional(poolLookupPath(poolAddress), 'list', signal), poolLookup),
  };
}

async function sendUnlessEmbedded(request: WireRequest, settings: Settings, signal: AbortSignal) {
  return takeEmbedded(request) ?? send(request, settings, signal);
}

/** A network error of an endpoint that the service may lack must not put the queue into the offline state. */
function createOptionalSender(url: string, settings: Settings) {
  return async (signal: AbortSignal) => {
    try {
      return await sendUnlessEmbedded({ method: 'GET', url }, settings, signal);
    } catch (error) {
      throw error instanceof NetworkError
        ? new UnreachableEndpointError(`no response from ${url}`, { cause: error })
        : error;
    }
  };
}

function validate<Schema extends z.ZodMiniType>(body: unknown, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (!success) throw new InvalidResponseError('response does not match the schema', { cause: error });
  return data;
}
