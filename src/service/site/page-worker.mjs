// Renders pages in a separate thread, so that other requests do not wait. The code of pages is that of browsers: what it
// uses of them while it renders is defined here.
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {import('./rendered-page.ts').Device} Device */
/** @typedef {import('./page-renderer.ts').ApiResponse} ApiResponse */

/** @type {Device} */
let device = { isPhone: false };
let page = new URL('http://localhost/');
let lastId = 0;

const SETTINGS = '/config.json';
/** The limit of a page is not that of all pages. */
const UNLIMITED = 1_000;

/** @type {Map<number, (response: ApiResponse) => void>} */
const requests = new Map();
/** @type {Map<string, unknown>} */
let responses = new Map();

const size = () =>
  device.isPhone
    ? { width: 390, height: 844, pointer: 'coarse' }
    : { width: 1440, height: 1080, pointer: 'fine' };

/** Whether a condition such as `max-width: 720px` holds. @param {string} name @param {string} value */
function holds(name, value) {
  const { width, pointer } = size();
  if (name === 'min-width') return width >= Number.parseInt(value, 10);
  if (name === 'max-width') return width <= Number.parseInt(value, 10);
  return name === 'pointer' && value === pointer;
}

const events = { addEventListener() {}, removeEventListener() {} };
const nothing = () => null;

Object.defineProperties(globalThis, {
  ...Object.getOwnPropertyDescriptors(events),
  innerWidth: { get: () => size().width },
  innerHeight: { get: () => size().height },
  location: { get: () => page },
  navigator: { value: { platform: '', userAgent: '', onLine: true } },
  document: {
    value: {
      ...events,
      visibilityState: 'visible',
      documentElement: { dataset: {} },
      querySelector: nothing,
      getElementById: nothing,
    },
  },
  matchMedia: {
    value: (/** @type {string} */ query) => ({
      ...events,
      // Of the present device.
      get matches() {
        return [...query.matchAll(/\(([\w-]+): ([\w-]+)\)/g)].every(([, name = '', value = '']) =>
          holds(name, value),
        );
      },
    }),
  },
  fetch: { value: request },
});

/**
 * Requests a path of this service.
 * @param {string} path
 * @param {{ method?: string, headers?: Headers, body?: string | null }} [init]
 */
async function request(path, { method = 'GET', headers = new Headers(), body = null } = {}) {
  if (!path.startsWith('/')) throw new Error('pages only request their own service');
  lastId += 1;
  const id = lastId;
  parentPort?.postMessage({ kind: 'request', id, method, path, headers: Object.fromEntries(headers), body });
  /** @type {ApiResponse} */
  const response = await new Promise((resolve) => requests.set(id, resolve));
  if (path === SETTINGS) return Response.json({ ...JSON.parse(response.body), requestsPerSecond: UNLIMITED });
  if (response.status === 200 && !isForPictures(path))
    responses.set(`${method} ${path} ${body ?? ''}`, response.body);
  return new Response(response.body, { status: response.status, headers: response.headers });
}

/** Pages draw their charts themselves. @param {string} path */
function isForPictures(path) {
  return /\/(candles|chart)(\?|$)/.test(path);
}

/** @type {Promise<{ renderPage: (path: string) => Promise<string> }> | undefined} */
let loading;

/** @param {{ path: string, baseUrl: string, device: Device }} job */
async function render(job) {
  device = job.device;
  page = new URL(job.path, job.baseUrl);
  responses = new Map();
  loading ??= import(workerData.bundle);
  const { renderPage } = await loading;
  const html = await renderPage(job.path);
  parentPort?.postMessage({ kind: 'rendered', html, responses });
}

parentPort?.on('message', (message) => {
  if (message.kind === 'render') {
    render(message).catch((error) => {
      parentPort?.postMessage({
        kind: 'failed',
        reason: error instanceof Error ? error.stack : String(error),
      });
    });
    return;
  }
  requests.get(message.id)?.(message);
  requests.delete(message.id);
});
