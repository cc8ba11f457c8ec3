import { InvalidValueError } from '#contract/errors.ts';
import type { RequestOf, ResponseOf } from '#contract/operations.ts';
import { parseInput } from '#contract/request-encoding.ts';
import { type OperationName, type ServedOperations, servedOperations } from '#contract/served-operations.ts';
import type { Caller } from '#service/config/context.ts';
import type { ReadOperation } from '#service/server/requests/serve-operation.ts';

/**
 * Calls an operation as a request with these fields would. Throws InvalidValueError, also for fields that the operation does not
 * define, and NotFoundError.
 */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  fields: RequestOf<ServedOperations[Name]>,
) => Promise<ResponseOf<ServedOperations[Name]>>;

export function callerOfOperations(readOperation: ReadOperation, caller: Caller): CallOperation {
  return async (name, fields) => {
    const operation = { ...servedOperations[name], method: 'POST' } as const;
    const { value, ignored, invalid } = parseInput(operation, { path: {}, query: [], body: fields });
    if (value === undefined || ignored.length > 0) throw new InvalidValueError(...invalid, ...ignored);
    const { body } = await readOperation(name, value, caller);
    return JSON.parse(body.toString());
  };
}
