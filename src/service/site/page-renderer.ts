import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PageName } from '#contract/page-links.ts';
import { type Device, isRenderable, type RenderedPage, renderedPageInserter } from './rendered-page.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type FromWorker =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    }
  | { readonly kind: 'rendered'; readonly html: string; readonly responses: ReadonlyMap<string, string> }
  | { readonly kind: 'failed'; readonly reason: string };

/** How long a response waits for its page to be rendered. Then the browser renders all of it. */
const MAX_WAIT_MS = 250;
/** About the interval of rounds. Ages of values may be that much too low until the page updates them. */
const MAX_AGE_MS = 5_000;
const MAX_PAGES = 32;
const MAX_QUEUED = 8;
const MAX_URL_LENGTH = 2_000;
const LOCAL = '127.0.0.1';
const MAX_MEMORY_MB = 192;
/** After it, a worker that renders is ended. */
const MAX_TIME_MS = 30_000;
/** After it, an unused worker ends. */
const IDLE_MS = 300_000;

interface Job {
  readonly key: string;
  readonly path: string;
  readonly device: Device;
  /** The address of the client, whose limits apply. */
  readonly client: string;
  readonly settle: (page: RenderedPage | undefined) => void;
}

/**
 * Renders pages in a worker thread, one at a time, from responses of the app. Pages are cached for a few seconds. Whatever
 * goes wrong, the browser can render the page by itself.
 */
export class PageRenderer {
  readonly #app: FastifyInstance;
  readonly #bundle: string;
  readonly #pages = new LRUCache<string, RenderedPage>({ max: MAX_PAGES, ttl: MAX_AGE_MS });
  readonly #pending = new Map<string, Promise<RenderedPage | undefined>>();
  readonly #jobs: Job[] = [];
  #worker: Worker | undefined;
  /** Ends the worker when it is idle, or takes too long. */
  #timer: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance, bundle: string) {
    this.#app = app;
    this.#bundle = bundle;
    app.addHook('onClose', async () => {
      clearTimeout(this.#timer);
      await this.#worker?.terminate();
    });
  }

  /** Returns the page at a path with a query, or undefined if it cannot be rendered in time. `client` is an IP address. */
  async render(path: string, device: Device, client: string): Promise<RenderedPage | undefined> {
    const key = `${device.isPhone} ${path}`;
    const cached = this.#pages.get(key);
    if (cached) return cached;
    const page = this.#pending.get(key) ?? this.#start({ key, path, device, client });
    return Promise.race([page, timeout(MAX_WAIT_MS)]);
  }

  #start(job: Omit<Job, 'settle'>): Promise<RenderedPage | undefined> {
    if (this.#jobs.length >= MAX_QUEUED) return Promise.resolve(undefined);
    const { promise, resolve } = withResolvers<RenderedPage | undefined>();
    this.#pending.set(job.key, promise);
    const settle = (page: RenderedPage | undefined) => {
      this.#pending.delete(job.key);
      if (page) this.#pages.set(job.key, page);
      resolve(page);
    };
    this.#jobs.push({ ...job, settle });
    if (this.#jobs.length === 1) this.#next();
    return promise;
  }

  #next(): void {
    clearTimeout(this.#timer);
    const [job] = this.#jobs;
    if (job) {
      const worker = this.#worker ?? this.#startWorker();
      this.#worker = worker;
      worker.postMessage({ kind: 'render', path: job.path, device: job.device });
      this.#timer = setTimeout(() => this.#fail(worker, new Error('timeout')), MAX_TIME_MS).unref();
      return;
    }
    this.#timer = setTimeout(() => void this.#stopWorker(), IDLE_MS).unref();
  }

  #finish(page: RenderedPage | undefined): void {
    this.#jobs.shift()?.settle(page);
    this.#next();
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./page-worker.mjs', import.meta.url), {
      workerData: { bundle: pathToFileURL(this.#bundle).href },
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker.unref();
    worker.on('message', (message: FromWorker) => void this.#receive(worker, message));
    worker.on('error', (error) => this.#fail(worker, error));
    return worker;
  }

  async #stopWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** The state of the worker is unknown after a failure: the next page gets another one. */
  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#app.log.warn({ err: error, path: this.#jobs[0]?.path }, 'Rendering a page failed');
    void this.#stopWorker();
    this.#finish(undefined);
  }

  async #receive(worker: Worker, message: FromWorker): Promise<void> {
    if (worker !== this.#worker) return;
    if (message.kind === 'rendered')
      this.#finish(message.html === '' ? undefined : { html: message.html, responses: message.responses });
    else if (message.kind === 'failed') this.#fail(worker, new Error(message.reason));
    else await this.#respond(worker, message);
  }

  async #respond(worker: Worker, request: Extract<FromWorker, { kind: 'request' }>): Promise<void> {
    const { id, method, path, headers, body } = request;
    const response = await this.#app.inject({
      method,
      url: path,
      headers,
      remoteAddress: this.#jobs[0]?.client ?? '',
      ...(body === null ? {} : { payload: body }),
    });
    const { statusCode: status } = response;
    // The browser repeats the request when it may.
    if (status === 429 || status >= 500) {
      this.#jobs.shift()?.settle(undefined);
      await this.#stopWorker();
      this.#next();
      return;
    }
    const { date = '' } = response.headers;
    worker.postMessage({ kind: 'response', id, status, headers: { date }, body: response.body });
  }
}

/**
 * Returns a function that adds the content of a page to its document, or returns undefined if it cannot. Undefined if the
 * dashboard was built without rendering, or requests another service.
 */
export function createPageRenderer(app: FastifyInstance, root: string) {
  const bundle = join(root, '../pages/render-page.js');
  if (!existsSync(bundle)) return undefined;
  const { baseUrl = '' } = JSON.parse(readFileSync(join(root, 'config.json'), 'utf8')) as {
    baseUrl?: unknown;
  };
  if (baseUrl !== '') return undefined;
  const renderer = new PageRenderer(app, bundle);
  const insert = renderedPageInserter(root);
  // The first visitor does not wait for the start of the worker.
  app.addHook('onListen', async () => void renderer.render('/', { isPhone: false }, LOCAL));
  return async (request: FastifyRequest, name: PageName | undefined, document: string) => {
    if (!isRenderable(name) || !isNavigation(request) || request.url.length > MAX_URL_LENGTH)
      return undefined;
    const device = { isPhone: isPhone(request) };
    const page = await renderer.render(request.url, device, request.ip);
    return page && insert(document, name, device, page);
  };
}

/** The page that browsers store for use without a network contains no data. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return ['navigate', undefined].includes(headers['sec-fetch-mode']?.toString());
}

/** Request headers that the content of a page depends on. */
export const RENDERING_HEADERS = 'sec-ch-ua-mobile, sec-fetch-mode, user-agent';

/** Phones say so; tablets and desktops get the page of wide windows. */
function isPhone({ headers }: FastifyRequest): boolean {
  const hint = headers['sec-ch-ua-mobile'];
  return hint === undefined ? /\bMobile\b/.test(headers['user-agent'] ?? '') : hint === '?1';
}

function timeout(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
