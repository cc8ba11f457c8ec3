/** The service responded with an error status. */
export class ServiceError extends Error {
  readonly status: number;
  /** Delay in milliseconds that the service requested in `Retry-After`, if any. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The service rejected the API key for this operation (401 or 403). */
export class RejectedError extends ServiceError {}

/** Returns whether the service reported that the resource does not exist. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** The operation is not included in the plan of the configured API key. */
export class NotInPlanError extends Error {}

/** The service would ignore a part of the filter. */
export class UnsupportedFilterError extends Error {}

/** No response: the service or the network is down. */
export class NetworkError extends Error {}

/** The service accepted the request but did not respond in time. */
export class RequestTimeoutError extends NetworkError {}

/** No response from an endpoint that the service may lack: the network may be down, or the service may not allow the request. */
export class UnreachableEndpointError extends Error {}

/** Returns whether a later request may succeed because there was no response. */
export function isOutage(error: Error | undefined): boolean {
  return error instanceof NetworkError || error instanceof UnreachableEndpointError;
}

/** The response does not match the interface specification. */
export class InvalidResponseError extends Error {}

/** Returns whether an error means that the service lacks the endpoint, or has a web page in its place. */
export function isMissingEndpoint(error: unknown): boolean {
  if (error instanceof ServiceError) return [404, 405, 410].includes(error.status);
  return error instanceof InvalidResponseError;
}

/** Returns the delay of a `Retry-After` header (seconds or an HTTP date) in milliseconds from `now`. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}
