import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';
import { refTo } from './openapi-schema.ts';

interface ErrorCase {
  readonly name: string;
  readonly status: ErrorStatus;
  readonly when: string;
}

/** What every operation can answer besides a success. */
export const errorCases: readonly ErrorCase[] = [
  { name: 'InvalidValue', status: 400, when: 'A request parameter has an invalid value' },
  { name: 'Unauthenticated', status: 401, when: 'The key is not known; only where the service has keys' },
  {
    name: 'PermissionDenied',
    status: 403,
    when: 'The operation needs a paid plan; only where the service has keys',
  },
  { name: 'NotFound', status: 404, when: 'The requested resource does not exist' },
  { name: 'TooManyRequests', status: 429, when: 'The limit of requests per second is exceeded' },
];

/** Answers of the framework around the operations. */
export const otherErrors: readonly Pick<ErrorCase, 'status' | 'when'>[] = [
  { status: 405, when: 'The path has other methods; Allow names them' },
  { status: 408, when: 'The request took too long to arrive' },
  { status: 413, when: 'The body is over 256 kB' },
  { status: 415, when: 'The body is not application/json' },
  { status: 431, when: 'Address and headers are over 16 kB' },
  { status: 500, when: 'Something failed that should not' },
  { status: 503, when: 'The store does not answer (/healthz)' },
];

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

function errorResponse({ status, when }: Pick<ErrorCase, 'status' | 'when'>) {
  return {
    description: when,
    ...(status === 429 && { headers: retryAfter }),
    content: { 'application/json': { schema: refTo('Error'), example: errorBodyOf(status) } },
  };
}

export const errorResponses = {
  ...Object.fromEntries(errorCases.map((error) => [error.name, errorResponse(error)])),
  Unexpected: errorResponse({ status: 500, when: 'Any other error, of the same shape' }),
};

/** References to them by status. */
export const errorReferences = {
  ...Object.fromEntries(
    errorCases.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }]),
  ),
  default: { $ref: '#/components/responses/Unexpected' },
};
