import * as z from 'zod/mini';

export const errorBody = z
  .object({
    code: z.int(),
    message: z.string(),
    details: z.array(z.looseObject({ '@type': z.string() })),
  })
  .check(z.meta({ id: 'Error' }));
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * Bodies by HTTP status. 400, 404 and 429 are the specification's; the others use the canonical codes and words
 * of the same family (google.rpc.Code).
 */
const codes = {
  400: [3, 'invalid value'],
  401: [16, 'unauthenticated'],
  403: [7, 'permission denied'],
  404: [5, 'not found'],
  405: [12, 'method not allowed'],
  408: [4, 'request timeout'],
  413: [3, 'body too large'],
  414: [3, 'address too long'],
  415: [3, 'unsupported media type'],
  429: [8, 'too many requests'],
  431: [3, 'header too large'],
  500: [13, 'internal error'],
  501: [12, 'not implemented'],
  503: [14, 'unavailable'],
} as const;
export type ErrorStatus = keyof typeof codes;

export function isErrorStatus(status: number): status is ErrorStatus {
  return status in codes;
}

export function errorBodyOf(status: ErrorStatus): ErrorBody {
  const [code, message] = codes[status];
  return { code, message, details: [] };
}
