/** The service answered with an error of the interface. */
export class ServiceError extends Error {
  readonly status: number;
  /** Milliseconds that the service asks to wait, where it does. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The service knows the operation and does not let this page's key have it. */
export class RejectedError extends ServiceError {}

/** Whether the service says that there is no such thing. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** The plan that this page's key is on does not have the operation. */
export class NotInPlanError extends Error {}

/** No answer came: the service is down, or the network is. */
export class NetworkError extends Error {}

/** The service took the request and did not answer in time. */
export class RequestTimeoutError extends NetworkError {}

/** An answer came that is not of the interface. */
export class InvalidResponseError extends Error {}

/** Seconds or a date, as HTTP allows; in milliseconds from `now`. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
