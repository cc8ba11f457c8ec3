/** The requested jetton, pool or market does not exist (HTTP 404). */
export class NotFoundError extends Error {}

/** A value that only the service can validate, such as a cursor, is invalid (HTTP 400). */
export class InvalidValueError extends Error {}
