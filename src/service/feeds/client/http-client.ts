import { stringify } from 'lossless-json';
import { withAnySignal } from '#service/config/task.ts';
import { TooManyValuesError } from './parse-json.mjs';
import { responseParser } from './response-parser.ts';
import { MAX_RETRY_AFTER_MS, type SourceClient, SourceError } from './source.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
/** The response is too large, or the source could not answer in time. */
const TOO_LARGE_STATUSES = [413, 504];

interface ClientOptions {
  /** Base URL; its path is the prefix of all paths. */
  readonly url: string;
  /** Requests per second. */
  readonly rate: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** For headers and body together, in milliseconds. Default 20 s. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
  /** Called at the end of each request with its status, or `failed` if there was no complete response. */
  readonly onResponse?: (status: number | 'failed') => void;
}

/**
 * Creates the client of a source. Requests are paced in the order of calls. Redirects are followed within the same origin
 * only, because headers may contain a key. Does not retry.
 */
export function createClient(options: ClientOptions): SourceClient {
  const pacer = new RequestPacer(options.rate);
  let clock: { readonly time: number; readonly receivedAt: number } | undefined;
  const onDate = (header: string | null) => {
    const time = Date.parse(header ?? '');
    if (!Number.isNaN(time)) clock = { time, receivedAt: performance.now() };
  };
  return {
    delay: () => pacer.delay,
    time: () => clock && new Date(clock.time + performance.now() - clock.receivedAt),
    async request(path, { query = [], body, signal }) {
      const base = new URL(options.url);
      let url = new URL(base);
      url.pathname = base.pathname.replace(/\/$/, '') + path;
      for (const [name, value] of query) url.searchParams.append(name, value);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        await pacer.wait(signal);
        const response = await send({ ...options, onDate }, url, path, body, signal);
        if ('json' in response) return response.json;
        url = response.redirect;
      }
      throw new SourceError(`${path}: more than ${MAX_REDIRECTS} redirects`);
    },
  };
}

type Received = { readonly json: unknown } | { readonly redirect: URL };

async function send(
  {
    headers,
    timeout: timeoutMs = DEFAULT_TIMEOUT_MS,
    fetch: performRequest = fetch,
    onResponse,
    onDate,
  }: ClientOptions & { readonly onDate: (header: string | null) => void },
  url: URL,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Received> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  let status: number | 'failed' = 'failed';
  let release = () => {};
  try {
    return await withAnySignal([signal, timeout.signal], async (ended) => {
      const response = await performRequest(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          'user-agent': 'jetscope',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: stringify(body) ?? '' }),
        redirect: 'manual',
        signal: ended,
      });
      onDate(response.headers.get('date'));
      if (!response.ok) {
        status = response.status;
        await response.body?.cancel();
        return { redirect: redirectOf(response, url, path, body !== undefined) };
      }
      const bytes = await readBody(response, path, async () => {
        release = await largeBodies.take(ended);
      });
      status = response.status;
      return { json: await parseBody(bytes, path, ended) };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    if (timeout.signal.aborted) {
      throw new SourceError(`${path}: no complete response within ${timeoutMs / 1000} s`, {
        isTooLarge: true,
        problem: 'failing',
      });
    }
    throw new SourceError(`${path}: the request failed (${failureOf(error)})`, { problem: 'unreachable' });
  } finally {
    clearTimeout(timer);
    release();
    if (!signal.aborted) onResponse?.(status);
  }
}

/** Returns where an unsuccessful response redirects to. Throws SourceError if it is no redirect within the origin. */
function redirectOf(response: Response, url: URL, path: string, isPost: boolean): URL {
  const { status, headers } = response;
  const location = headers.get('location');
  const keepsMethod = status === 307 || status === 308;
  if (status < 300 || status >= 400 || location === null || (isPost && !keepsMethod)) {
    const retryAfter =
      status === 429 || status === 503 ? parseRetryAfter(headers.get('retry-after'), Date.now()) : undefined;
    const isTooLarge = TOO_LARGE_STATUSES.includes(status);
    throw new SourceError(`${path}: status ${status}`, { status, retryAfter, isTooLarge });
  }
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (target?.origin !== url.origin)
    throw new SourceError(`${path}: status ${status} redirects to another origin`, { status });
  return target;
}

async function parseBody(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await responseParser.parse(bytes, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooManyValuesError)
      throw new SourceError(`${path}: the response has ${error.message}`, {
        isTooLarge: true,
        problem: 'failing',
      });
    // The parser's message contains parts of the body.
    throw new SourceError(`${path}: the response is not valid JSON, or cut off`);
  }
}

const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'network unreachable',
};

// Only the code: the message of the error may contain the URL.
function failureOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? (failures[code] ?? code) : 'no connection';
}

/** In bytes, after decompression. DeDust's list of pools has tens of megabytes. */
const MAX_BODY = 64 * 1024 * 1024;

/** In bytes. */
const LARGE_BODY = 1024 * 1024;
const MAX_LARGE_BODIES = 2;

/** Limits how many large bodies all clients hold at a time, until they are parsed: each takes a multiple of its size. */
class LargeBodies {
  #free = MAX_LARGE_BODIES;
  readonly #waiting: (() => void)[] = [];

  /** Resolves with a function that makes room for the next one. Rejects if it is aborted meanwhile. */
  take(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(this.#release);
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', cancel);
        resolve(this.#release);
      };
      const cancel = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      this.#waiting.push(start);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  readonly #release = (): void => {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  };
}

const largeBodies = new LargeBodies();

/**
 * Reads the body of a response, and waits for `onLarge` once it exceeds 1 MB. Errors name `path`. Throws SourceError if it
 * exceeds 64 MB.
 */
async function readBody(
  response: Response,
  path: string,
  onLarge: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the response.
  for await (const chunk of response.body ?? []) {
    if (size <= LARGE_BODY && size + chunk.byteLength > LARGE_BODY) await onLarge();
    size += chunk.byteLength;
    if (size > MAX_BODY) {
      throw new SourceError(`${path}: the response exceeds ${MAX_BODY / 1024 ** 2} MB`, {
        isTooLarge: true,
        problem: 'failing',
      });
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks.splice(0)) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Parses a `Retry-After` header (seconds or an HTTP date). Returns milliseconds, at most an hour. */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

/** Spaces requests evenly: in the order of calls, at most `rate` per second. */
export class RequestPacer {
  /** In milliseconds. */
  private readonly interval: number;
  private readonly queue: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The earliest start of the next request, in the time of `performance.now()`. */
  private nextStart = 0;

  constructor(rate: number) {
    this.interval = 1000 / rate;
  }

  /** Milliseconds until another request could start. */
  get delay(): number {
    return Math.max(0, this.nextStart - performance.now()) + this.queue.length * this.interval;
  }

  /** Resolves when the next request may start. Throws the signal's reason; an aborted request does not count. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.queue.splice(this.queue.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.push(start);
      this.startDue();
    });
  }

  private startDue(): void {
    if (this.timer !== undefined || this.queue.length === 0) return;
    const now = performance.now();
    if (now < this.nextStart) {
      const onTimer = () => {
        this.timer = undefined;
        this.startDue();
      };
      this.timer = setTimeout(onTimer, Math.ceil(this.nextStart - now));
      return;
    }
    this.nextStart = now + this.interval;
    this.queue.shift()?.();
    this.startDue();
  }
}
