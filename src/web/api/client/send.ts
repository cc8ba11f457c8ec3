import './abort-any.ts';
import type { WireRequest } from '#contract/request-encoding.ts';
import { NetworkError, parseRetryAfter, RejectedError, RequestTimeoutError, ServiceError } from './errors.ts';
import { asFields, asString } from './fields.ts';
import { recordServiceTime, serviceNow } from './service-clock.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 30_000;

/**
 * Sends one request. Returns the parsed JSON body, or undefined if the body is not JSON. Throws a ServiceError for error
 * statuses and a NetworkError without a response.
 */
export async function send(request: WireRequest, settings: Settings, signal: AbortSignal): Promise<unknown> {
  const { response, text } = await fetchText(request, settings, signal);
  const body = parseJson(text);
  if (response.ok) return body;
  const message = asString(asFields(body).message) ?? response.statusText;
  // An HTML error page of a gateway does not mean that the plan excludes the operation.
  if ((response.status === 401 || response.status === 403) && typeof body === 'object')
    throw new RejectedError(response.status, message);
  const delay = parseRetryAfter(response.headers.get('retry-after'), serviceNow());
  throw new ServiceError(response.status, message, delay);
}

async function fetchText({ method, url, body }: WireRequest, settings: Settings, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (settings.apiKey) headers.set('authorization', `Bearer ${settings.apiKey}`);
  const sentAt = Date.now();
  try {
    const response = await fetch(settings.baseUrl + url, {
      method,
      headers,
      body: body ?? null,
      credentials: 'omit',
      signal: AbortSignal.any([signal, timeout]),
    });
    recordServiceTime(response, sentAt);
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted) throw new RequestTimeoutError('request timed out', { cause: error });
    throw new NetworkError('no response', { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
