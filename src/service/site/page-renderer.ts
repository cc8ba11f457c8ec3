import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PageName } from '#contract/page-links.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import type { Headers } from '#service/server/headers.ts';
import { DEVICE_HEADERS, type Device, deviceOf, wideDevice } from './device.ts';
import {
  isRenderable,
  type RenderedPage,
  renderedPage,
  renderedPageInserter,
  withTextWithoutScripts,
} from './rendered-page.ts';

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
  | {
      readonly kind: 'rendered';
      readonly html: string;
      readonly link?: string | undefined;
      readonly withoutScripts: string;
      readonly responses: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** How long a response waits for its page to be rendered. Then the browser renders all of it. */
const MAX_WAIT_MS = 1_000;
/** About the interval of rounds. Ages of values may be that much too low until the page updates them. */
const FRESH_MS = 5_000;
/** Pages up to this age are sent if rendering them again fails or takes longer than the wait. */
const STALE_MS = 30_000;
const STALE_WAIT_MS = 100;
const MAX_PAGES = 32;
const MAX_QUEUED = 8;
const MAX_URL_LENGTH = 2_000;
const LOCAL = '127.0.0.1';
const MAX_MEMORY_MB = 192;
/** After it, a worker that renders is ended. */
const MAX_TIME_MS = 30_000;
/** After it, an unused worker ends. */
const IDLE_MS = 300_000;

interface Page {
  /** With the query. */
  readonly path: string;
  /** Base URL of links to images of the service. */
  readonly baseUrl: string;
  readonly device: Device;
}

/** Who requests a page: its responses are those that the client itself would get. */
interface Client {
  /** IP address, for limits. */
  readonly address: string;
  readonly host: string;
}

interface Job {
  readonly key: string;
  readonly page: Page;
  readonly client: Client;
  readonly settle: (page: RenderedPage | undefined) => void;
}

/**
 * Renders pages in a worker thread, one at a time, from responses of the app. Pages are cached for a few seconds, and
 * longer while the store is busy. Whatever goes wrong, the browser can render the page by itself.
 */
export class PageRenderer {
  readonly #app: FastifyInstance;
  readonly #bundle: string;
  readonly #pages = new LRUCache<string, RenderedPage>({ max: MAX_PAGES, ttl: STALE_MS });
  readonly #pending = new Map<string, Promise<RenderedPage | undefined>>();
  readonly #jobs: Job[] = [];
  #worker: Worker | undefined;
  #isClosed = false;
  /** Ends the worker when it is idle, or takes too long. */
  #timer: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance, bundle: string) {
    this.#app = app;
    this.#bundle = bundle;
    app.addHook('onClose', async () => this.#close());
  }

  /** Returns a page, or undefined if it cannot be rendered in time. */
  async render(page: Page, client: Client): Promise<RenderedPage | undefined> {
    const key = `${page.device.id} ${page.baseUrl} ${page.path}`;
    const cached = this.#pages.get(key);
    if (this.#pages.getRemainingTTL(key) > STALE_MS - FRESH_MS) return cached;
    const rendered = this.#pending.get(key) ?? this.#start({ key, page, client });
    const timeout = delay(cached ? STALE_WAIT_MS : MAX_WAIT_MS, undefined, { ref: false });
    return (await Promise.race([rendered, timeout])) ?? cached;
  }

  #start(job: Omit<Job, 'settle'>): Promise<RenderedPage | undefined> {
    if (this.#isClosed || this.#jobs.length >= MAX_QUEUED) return Promise.resolve(undefined);
    const rendered = new Promise<RenderedPage | undefined>((settle) => {
      this.#jobs.push({ ...job, settle });
    });
    this.#pending.set(job.key, rendered);
    if (this.#jobs.length === 1) this.#next();
    return rendered;
  }

  #close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stopWorker();
    for (const { settle } of this.#jobs.splice(0)) settle(undefined);
  }

  #next(): void {
    clearTimeout(this.#timer);
    const [job] = this.#jobs;
    if (job) {
      const worker = this.#worker ?? this.#startWorker();
      this.#worker = worker;
      worker.postMessage({ kind: 'render', ...job.page });
      this.#timer = setTimeout(() => this.#fail(worker, new Error('timeout')), MAX_TIME_MS).unref();
      return;
    }
    this.#timer = setTimeout(() => this.#stopWorker(), IDLE_MS).unref();
  }

  #finish(page: RenderedPage | undefined): void {
    const job = this.#jobs.shift();
    if (!job) return;
    this.#pending.delete(job.key);
    if (page) this.#pages.set(job.key, page);
    job.settle(page);
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

  #stopWorker(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** The state of the worker is unknown after a failure: the next page gets another one. */
  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#app.log.warn({ err: error, path: this.#jobs[0]?.page.path }, 'Rendering a page failed');
    this.#stopWorker();
    this.#finish(undefined);
  }

  async #receive(worker: Worker, message: FromWorker): Promise<void> {
    if (worker !== this.#worker) return;
    if (message.kind === 'rendered') this.#finish(message.html === '' ? undefined : renderedPage(message));
    else if (message.kind === 'failed') this.#fail(worker, new Error(message.reason));
    else await this.#respond(worker, message);
  }

  async #respond(worker: Worker, request: Extract<FromWorker, { kind: 'request' }>): Promise<void> {
    const { id, method, path, headers, body } = request;
    const { address = '', host = '' } = this.#jobs[0]?.client ?? {};
    const injected = this.#app.inject({
      method,
      url: path,
      headers: { ...headers, host },
      remoteAddress: address,
      ...(body === null ? {} : { payload: body }),
    });
    const response = await injected.catch(() => undefined);
    // Another response of the page may have ended it.
    if (worker !== this.#worker) return;
    // An app that is being closed refuses it.
    if (!response) return this.#close();
    const { statusCode: status } = response;
    // The browser repeats the request when it may.
    if (status === 429 || status >= 500) {
      this.#stopWorker();
      this.#finish(undefined);
      return;
    }
    const { date = '' } = response.headers;
    worker.postMessage({ kind: 'response', id, status, headers: { date }, body: response.body });
  }
}

interface PageDocument {
  readonly document: string;
  readonly headers?: Headers;
}

/**
 * Returns a function that adds the content of a page to its document, and returns it with its headers. A document without
 * content has no additional headers, but a text for browsers without scripts. Undefined if the dashboard was built without
 * rendering, or requests another service.
 */
export function createPageRenderer(
  app: FastifyInstance,
  root: string,
  baseUrls: Pick<BaseUrls, 'fallback' | 'forRequest'>,
) {
  const bundle = join(root, '../pages/render-page.js');
  if (!existsSync(bundle)) return undefined;
  const { baseUrl = '' } = JSON.parse(readFileSync(join(root, 'config.json'), 'utf8')) as {
    baseUrl?: unknown;
  };
  if (baseUrl !== '') return undefined;
  const renderer = new PageRenderer(app, bundle);
  const { insert, headers } = renderedPageInserter(root);
  // The first visitor does not wait for the start of the worker.
  app.addHook('onListen', async () => {
    const baseUrl = baseUrls.fallback;
    const client = { address: LOCAL, host: new URL(baseUrl).host };
    void renderer.render({ path: '/', baseUrl, device: wideDevice }, client);
  });
  return async (
    request: FastifyRequest,
    name: PageName | undefined,
    document: string,
  ): Promise<PageDocument> => {
    if (name === undefined) return { document: withTextWithoutScripts(document, 'no such page') };
    if (!isRenderable(name) || !isNavigation(request) || request.url.length > MAX_URL_LENGTH)
      return { document: withTextWithoutScripts(document, 'needs scripts') };
    const device = deviceOf(request);
    const client = { address: request.ip, host: request.headers.host ?? '' };
    const baseUrl = baseUrls.forRequest(request);
    const page = await renderer.render({ path: request.url, baseUrl, device }, client);
    return page
      ? { document: insert(document, name, device, page), headers }
      : { document: withTextWithoutScripts(document, 'not rendered yet') };
  };
}

/** The page that browsers store for use without a network contains no data. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return ['navigate', undefined].includes(headers['sec-fetch-mode']?.toString());
}

/** Request headers that the content of a page depends on. */
export const RENDERING_HEADERS = `${DEVICE_HEADERS}, sec-fetch-mode`;
