import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';
import { refTo } from './openapi-schema.ts';

interface ErrorCase {
  readonly name: string;
  readonly status: ErrorStatus;
  readonly cause: string;
}

/** Errors that every operation can return. */
export const errorCases: readonly ErrorCase[] = [
  { name: 'InvalidValue', status: 400, cause: 'A request parameter has an invalid value.' },
  {
    name: 'Unauthenticated',
    status: 401,
    cause: 'The API key is invalid. Only if the service uses API keys.',
  },
  {
    name: 'PermissionDenied',
    status: 403,
    cause: 'The operation requires a paid plan. Only if the service uses API keys.',
  },
  { name: 'NotFound', status: 404, cause: 'The requested resource does not exist.' },
  { name: 'TooManyRequests', status: 429, cause: 'The rate limit is exceeded.' },
];

/** Errors of the HTTP server. */
export const otherErrors: readonly Pick<ErrorCase, 'status' | 'cause'>[] = [
  {
    status: 405,
    cause: 'The path does not support this method. The Allow header lists the supported methods.',
  },
  { status: 408, cause: 'The request was not received in time.' },
  { status: 413, cause: 'The request body is larger than 256 kB.' },
  { status: 415, cause: 'The content type is not application/json, or the request body is compressed.' },
  { status: 431, cause: 'The URL and headers are larger than 16 kB.' },
  { status: 500, cause: 'An unexpected error occurred on the server.' },
  { status: 503, cause: 'The service is overloaded or its database is unavailable. Retry later.' },
];

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
};

function errorResponse({ status, cause }: Pick<ErrorCase, 'status' | 'cause'>) {
  return {
    description: cause,
    ...(status === 429 && { headers: retryAfter }),
    content: { 'application/json': { schema: refTo('Error'), example: errorBodyOf(status) } },
  };
}

export const errorResponses = {
  ...Object.fromEntries(errorCases.map((error) => [error.name, errorResponse(error)])),
  Unexpected: errorResponse({ status: 500, cause: 'Any other error, with the same body.' }),
};

/** References to the error responses, by status. */
export const errorReferences = {
  ...Object.fromEntries(
    errorCases.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }]),
  ),
  default: { $ref: '#/components/responses/Unexpected' },
};
