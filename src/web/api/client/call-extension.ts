import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { service } from './api-client.ts';
import type { CallOptions } from './client.ts';
import { InvalidResponseError } from './errors.ts';

/** Calls a GET operation that is not part of the specification. Rejects if the service has no such operation. */
export async function callExtension<Op extends Operation>(
  operation: Op,
  input: RequestOf<Op>,
  options: CallOptions,
): Promise<ResponseOf<Op>> {
  const body = await service.fetchExtension(operation, input, options);
  const { success, data } = operation.response.safeParse(body);
  if (!success) throw new InvalidResponseError(`not a response of ${operation.name}`);
  return data as ResponseOf<Op>;
}
