import { hashKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { STATUS_PATH, type Status, status } from '#contract/status.ts';
import { toRequest } from '#contract/wire.ts';
import { InvalidResponseError, NetworkError, NotInPlanError, RejectedError } from './errors.ts';
import type { Plan } from './plan.ts';
import type { Priority } from './priority.ts';
import type { Queue } from './queue.ts';
import { send } from './send.ts';
import { type Settings, serviceKey } from './settings.ts';

export interface CallOptions {
  /** Gives the call up; where nobody else waits for the same answer, it is not sent any more. */
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority;
}

export interface Client {
  /** What the operation answers, read by `read`. Rejects with NotOnPlan, without a request, once it was refused. */
  callAndDecode<Op extends Operation, Answer>(
    operation: Op,
    input: RequestOf<Op>,
    read: (body: unknown) => Answer,
    options?: CallOptions,
  ): Promise<Answer>;
  /** The same, checked by the operation's own schema. */
  call<Op extends Operation>(
    operation: Op,
    input: RequestOf<Op>,
    options?: CallOptions,
  ): Promise<ResponseOf<Op>>;
  /** The service's own word about its data; other services of the interface have none. */
  fetchStatus(signal?: AbortSignal): Promise<Status>;
}

interface Parts {
  readonly settings: () => Promise<Settings>;
  readonly queue: Queue<unknown>;
  readonly plan: Plan;
}

/** Talks to a service of the interface, as the settings say. */
export function createClient({ settings, queue, plan }: Parts): Client {
  async function known(): Promise<Settings> {
    const loaded = await settings();
    queue.setRate(loaded.requestsPerSecond);
    plan.selectService(serviceKey(loaded));
    return loaded;
  }

  async function ask<Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions) {
    const { signal, priority = 'list' } = options;
    const read = await known();
    const key = hashKey([operation.name, input]);
    const request = toRequest(operation, input);
    const refusal = plan.signal(operation.name);
    const wanted = signal ? AbortSignal.any([signal, refusal]) : refusal;
    return queue.add({ key, priority, send: (given) => send(request, read, given) }, wanted);
  }

  async function answered<Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions) {
    try {
      return await ask(operation, input, options);
    } catch (error) {
      // Without the list there is no page: its refusal is an error to be told.
      if (!(error instanceof RejectedError) || operation.name === operations.getJettons.name) throw error;
      plan.exclude(operation.name);
      throw new NotInPlanError(operation.name, { cause: error });
    }
  }

  return {
    callAndDecode: async (operation, input, read, options = {}) =>
      read(await answered(operation, input, options)),
    call: async <Op extends Operation>(operation: Op, input: RequestOf<Op>, options: CallOptions = {}) =>
      checked<Op['response']>(await answered(operation, input, options), operation.response),
    fetchStatus: async (signal) => {
      const read = await known();
      const call = { key: STATUS_PATH, priority: 'statistics', send: sendForStatus(read) } as const;
      return checked(await queue.add(call, signal), status);
    },
  };
}

/** That nobody answers there says nothing about the network: other services may have nothing there. */
function sendForStatus(settings: Settings) {
  return async (signal: AbortSignal) => {
    try {
      return await send({ method: 'GET', url: STATUS_PATH }, settings, signal);
    } catch (error) {
      throw error instanceof NetworkError ? new InvalidResponseError('no status', { cause: error }) : error;
    }
  };
}

function checked<Answer extends z.ZodMiniType>(body: unknown, answer: Answer): z.output<Answer> {
  const { success, data, error } = answer.safeParse(body);
  if (!success) throw new InvalidResponseError('not of the interface', { cause: error });
  return data;
}
