// Renders pages in a separate thread, so that other requests do not wait. The code of pages is that of browsers: what it
// uses of them while it renders is defined here.
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {import('./device.ts').Device} Device */
/** @typedef {import('./page-renderer.ts').ApiResponse} ApiResponse */

/** @type {Device} */
let device = { id: '', window: 'wide', pointer: 'fine', settings: {} };
let page = new URL('http://localhost/');
let lastId = 0;

const SETTINGS = '/config.json';
/** The limit of a page is not that of all pages. */
const UNLIMITED = 1_000;

/** @type {Map<number, (response: ApiResponse) => void>} */
const requests = new Map();
/** @type {Map<string, unknown>} */
let responses = new Map();

/** Default sizes of windows. */
const sizes = {
  phone: { width: 390, height: 844 },
  narrow: { width: 1024, height: 1080 },
  medium: { width: 1200, height: 1080 },
  wide: { width: 1440, height: 1080 },
};
const size = () => sizes[device.window];
/** At the default font size. @param {string} rem */
const pixels = (rem) => Number.parseFloat(rem) * 16;

/** Whether a condition such as `max-width: 45rem` holds. @param {string} name @param {string} value */
function holds(name, value) {
  const { width } = size();
  if (name === 'min-width') return width >= pixels(value);
  if (name === 'max-width') return width <= pixels(value);
  return name === 'pointer' && value === device.pointer;
}

const events = { addEventListener() {}, removeEventListener() {} };

/** Called when what the device stores has changed: stores keep their values from one page to the next. */
const storageListeners = new Set();

/** @param {string} type @param {(event: { key: string }) => void} listener */
function addEventListener(type, listener) {
  if (type === 'storage') storageListeners.add(listener);
}

const STORED = 'jetscope.';
const localStorage = {
  getItem: (/** @type {string} */ key) =>
    key.startsWith(STORED) ? (device.settings[key.slice(STORED.length)] ?? null) : null,
  setItem() {},
  removeItem() {},
};
const nothing = () => null;

Object.defineProperties(globalThis, {
  ...Object.getOwnPropertyDescriptors({ ...events, addEventListener, localStorage }),
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
        if (query === 'print') return false;
        return [...query.matchAll(/\(([\w-]+): ([\w.-]+)\)/g)].every(([, name = '', value = '']) =>
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

/** @typedef {{ html: string, link?: string, withoutScripts: () => Promise<string> }} Content */
/** @type {Promise<{ renderPage: (path: string) => Promise<Content> }> | undefined} */
let loading;

/** @param {Device} next */
function changeDevice(next) {
  const keys = new Set([device, next].flatMap(({ settings }) => Object.keys(settings)));
  device = next;
  for (const key of keys) for (const listener of storageListeners) listener({ key: STORED + key });
}

/** @param {{ path: string, baseUrl: string, device: Device }} job */
async function render(job) {
  changeDevice(job.device);
  page = new URL(job.path, job.baseUrl);
  responses = new Map();
  loading ??= import(workerData.bundle);
  const { renderPage } = await loading;
  const { html, link, withoutScripts } = await renderPage(job.path);
  const embedded = new Map(responses);
  const content = { html, link, withoutScripts: await withoutScripts() };
  parentPort?.postMessage({ kind: 'rendered', ...content, responses: embedded });
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
