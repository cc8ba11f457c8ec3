import * as z from 'zod/mini';

export const errorBody = z
  .object({
    code: z.int32(),
    message: z.string(),
    details: z.array(z.looseObject({ '@type': z.string() })),
  })
  .check(z.meta({ id: 'Error' }));
type ErrorBody = z.infer<typeof errorBody>;

/** Body code and message by HTTP status. 400, 404 and 429 are from the specification, the others follow google.rpc.Code. */
const errors = {
  400: [3, 'invalid value'],
  401: [16, 'unauthenticated'],
  403: [7, 'permission denied'],
  404: [5, 'not found'],
  405: [12, 'method not allowed'],
  408: [4, 'request timeout'],
  413: [3, 'content too large'],
  415: [3, 'unsupported media type'],
  429: [8, 'too many requests'],
  431: [3, 'request header fields too large'],
  500: [13, 'internal error'],
  501: [12, 'not implemented'],
  503: [14, 'unavailable'],
} as const;
export type ErrorStatus = keyof typeof errors;

export function isErrorStatus(status: number): status is ErrorStatus {
  return status in errors;
}

export function errorBodyOf(status: ErrorStatus): ErrorBody {
  const [code, message] = errors[status];
  return { code, message, details: [] };
}

/** The requested jetton, pool or market does not exist (HTTP 404). */
export class NotFoundError extends Error {}

/** Parameters or body fields are invalid (HTTP 400). Names them; `query` and `body` stand for the whole of them. */
export class InvalidValueError extends Error {
  readonly parameters: readonly string[];

  constructor(...parameters: string[]) {
    super(`Invalid ${parameters.join(', ')}`);
    this.parameters = parameters;
  }
}
