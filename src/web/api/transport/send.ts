import type { WireRequest } from '#contract/wire.ts';
import { asFields, asString } from '#web/api/decoding/fields.ts';
import { NetworkError, parseRetryAfter, RejectedError, RequestTimeoutError, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';

const TIME_LIMIT = 30_000;

/** Asks the service once; answers the JSON that it sent, undefined where that is not JSON. */
export async function send(request: WireRequest, settings: Settings, signal: AbortSignal): Promise<unknown> {
  const { response, text } = await received(request, settings, signal);
  const body = parsedJson(text);
  if (response.ok) return body;
  const message = asString(asFields(body).message) ?? response.statusText;
  // A gateway's page of HTML says nothing about the plan.
  if ((response.status === 401 || response.status === 403) && typeof body === 'object')
    throw new RejectedError(response.status, message);
  const wait = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  throw new ServiceError(response.status, message, wait);
}

async function received({ method, url, body }: WireRequest, settings: Settings, signal: AbortSignal) {
  const limit = AbortSignal.timeout(TIME_LIMIT);
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (settings.apiKey) headers.set('authorization', `Bearer ${settings.apiKey}`);
  try {
    const response = await fetch(settings.baseUrl + url, {
      method,
      headers,
      body: body ?? null,
      credentials: 'omit',
      signal: AbortSignal.any([signal, limit]),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    if (limit.aborted) throw new RequestTimeoutError('no answer in time', { cause: error });
    throw new NetworkError('no answer', { cause: error });
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
