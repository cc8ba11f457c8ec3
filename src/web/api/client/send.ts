import type { WireRequest } from '#contract/request-encoding.ts';
import { NetworkError, parseRetryAfter, RejectedError, RequestTimeoutError, ServiceError } from './errors.ts';
import { asFields, asString } from './fields.ts';
import { recordServiceTime, serviceNow } from './service-clock.ts';
import type { Connection } from './settings.ts';

const TIMEOUT_MS = 30_000;

const POSITION = 'jetscope-position';

/**
 * The latest position of the data of each service, by base URL, and when a response last had one. Nodes of a service may be
 * behind others: none shall respond with older data than the page has.
 */
const positions = new Map<string, { readonly text: string; readonly at: number }>();
/** A position that no node has reached for so long is that of lost data. */
const POSITION_LOST_MS = 10_000;

/** Only where the header does not cause a preflight request. */
function requiredPosition({ baseUrl, apiKey }: Connection, body: string | undefined): string | undefined {
  const wouldBePreflighted = baseUrl.startsWith('http') && body === undefined && apiKey === '';
  return wouldBePreflighted ? undefined : positions.get(baseUrl)?.text;
}

function recordPosition({ headers, status }: Response, { baseUrl }: Connection): void {
  const latest = positions.get(baseUrl);
  const text = headers.get(POSITION);
  if (text)
    positions.set(baseUrl, { text: latest && latest.text > text ? latest.text : text, at: Date.now() });
  else if (latest && status === 503 && Date.now() - latest.at > POSITION_LOST_MS) positions.delete(baseUrl);
}

/**
 * Sends one request. Returns the parsed JSON body, or undefined if the body is not JSON. Throws a ServiceError for error
 * statuses and a NetworkError without a response.
 */
export async function send(
  request: WireRequest,
  settings: Connection,
  signal: AbortSignal,
): Promise<unknown> {
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

async function fetchText({ method, url, body }: WireRequest, settings: Connection, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (settings.apiKey) headers.set('authorization', `Bearer ${settings.apiKey}`);
  const position = requiredPosition(settings, body);
  if (position) headers.set(POSITION, position);
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
    recordPosition(response, settings);
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

/**
 * Replaces `AbortSignal.any` in the browsers without it (Chrome before 116, Firefox before 124, Safari before 17.4). A signal
 * that never aborts keeps the listeners.
 */
function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}

if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: anySignal });
