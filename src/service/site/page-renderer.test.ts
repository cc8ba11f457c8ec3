import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageName } from '#contract/page-links.ts';
import { eventually } from '#testing/eventually.ts';
import { deviceOf, wideDevice } from './device.ts';
import { createPageRenderer, PageRenderer } from './page-renderer.ts';

/** Returns a function that lets milliseconds pass. Unlike fake timers, also for modules that hold the object `performance`. */
function movableClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  return (milliseconds) => {
    ahead += milliseconds;
  };
}

describe('PageRenderer', () => {
  const client = { address: '127.0.0.1', host: 'localhost' };
  const page = { path: '/', baseUrl: 'http://localhost', device: wideDevice };

  let folder = '';
  let app: FastifyInstance;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jetscope-pages-'));
    app = fastify();
  });

  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  /** Starts to render pages by the body of a function of their path. */
  function rendererOf(body: string): PageRenderer {
    const bundle = join(folder, 'pages.mjs');
    writeFileSync(bundle, `export async function renderPage(path) { ${body} }`);
    return new PageRenderer(app, bundle);
  }

  async function rendered(renderer: PageRenderer, device = wideDevice): Promise<string> {
    return await eventually(async () => {
      const result = await renderer.render({ ...page, device }, client);
      if (!result) throw new Error('not rendered yet');
      return result.html;
    });
  }

  test('a page has the window and the settings of its device, and not those of the device before', async () => {
    const renderer = rendererOf(`
    const html = [innerWidth, matchMedia('(pointer: coarse)').matches, localStorage.getItem('jetscope.currency')].join(' ');
    return { html, withoutScripts: async () => '' };
  `);
    const settings = { currency: 'euro' };
    const phone = { id: 'phone', window: 'phone', pointer: 'coarse', settings } as const;
    expect(await rendered(renderer, phone)).toBe('390 true euro');
    expect(await rendered(renderer)).toBe('1440 false ');
  });

  test('stores of pages learn what has changed', async () => {
    const renderer = rendererOf(`
    if (!globalThis.changed) {
      globalThis.changed = [];
      addEventListener('storage', ({ key }) => globalThis.changed.push(key));
    }
    return { html: globalThis.changed.join(' ') || 'nothing', withoutScripts: async () => '' };
  `);
    expect(await rendered(renderer)).toBe('nothing');
    const other = { ...wideDevice, id: 'other', settings: { table: '{}' } };
    expect(await rendered(renderer, other)).toBe('jetscope.table');
    const third = { ...wideDevice, id: 'third' };
    expect(await rendered(renderer, third)).toBe('jetscope.table jetscope.table');
  });

  test('a page that is not rendered in time says so without scripts, with a link to itself', async () => {
    const root = join(folder, 'web');
    mkdirSync(join(root, '.vite'), { recursive: true });
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(root, 'config.json'), '{}');
    writeFileSync(join(root, '.vite/manifest.json'), '{}');
    for (const script of ['first-paint.js', 'rendered-page.js']) writeFileSync(join(root, script), '');
    writeFileSync(
      join(folder, 'pages/render-page.js'),
      'export const renderPage = () => new Promise(() => {});',
    );
    const { baseUrl } = page;
    const render = createPageRenderer(app, root, { fallback: baseUrl, forRequest: () => baseUrl });
    const index = '<noscript>Jetscope requires JavaScript.</noscript>';
    app.get<{ Params: { name: PageName } }>('/:name', async (request) => {
      return (await render?.(request, request.params.name, index))?.document;
    });
    const { body: pending } = await app.inject('/screener');
    expect(pending).toMatch(/still preparing this page\..*<a href="">/);
    const { body: other } = await app.inject('/compare');
    expect(other).toMatch(/This page requires JavaScript\..*<a href="\/">/);
  });

  test('a page is rendered again when it has aged, and sent as it was if that takes too long', async () => {
    const advance = movableClock();
    const renderer = rendererOf(`
    globalThis.count = (globalThis.count ?? 0) + 1;
    if (globalThis.count > 2) await new Promise(() => {});
    return { html: String(globalThis.count), withoutScripts: async () => '' };
  `);
    expect(await rendered(renderer)).toBe('1');
    advance(4_000);
    expect(await rendered(renderer)).toBe('1');
    advance(2_000);
    await eventually(async () => expect(await rendered(renderer)).toBe('2'));
    advance(10_000);
    expect(await rendered(renderer)).toBe('2');
    advance(30_000);
    await eventually(async () => expect(await renderer.render(page, client)).toBeUndefined());
  });

  test('a page that has aged is sent as it was if its data cannot be loaded', async () => {
    const advance = movableClock();
    let requests = 0;
    app.get('/data', async (_request, reply) => {
      requests += 1;
      return reply.code(requests === 1 ? 200 : 503).send('first');
    });
    const renderer = rendererOf(`
    const html = await (await fetch('/data')).text();
    return { html, withoutScripts: async () => '' };
  `);
    expect(await rendered(renderer)).toBe('first');
    advance(6_000);
    await eventually(async () => {
      expect(await rendered(renderer)).toBe('first');
      expect(requests).toBeGreaterThan(2);
    });
  });

  test('an app can be closed while a page is rendered', async () => {
    const events = new EventEmitter();
    let requests = 0;
    app.get('/data', async () => {
      requests += 1;
      events.emit('requested');
      return '{}';
    });
    const results: Promise<unknown>[] = [];
    // Closing takes as long as there are requests.
    app.addHook('preClose', async () => void (await Promise.all(results)));
    const renderer = rendererOf(`for (;;) await fetch('/data');`);
    await app.listen();
    const requested = once(events, 'requested');
    results.push(renderer.render(page, client), renderer.render({ ...page, path: '/b' }, client));
    await requested;
    await app.close();
    expect(await Promise.all(results)).toEqual([undefined, undefined]);
    const before = requests;
    expect(await renderer.render({ ...page, path: '/c' }, client)).toBeUndefined();
    expect(requests).toBe(before);
  });
});

describe('the device of a request', () => {
  const phoneAgent = 'Mozilla/5.0 (Linux; Android 14) Mobile';

  function deviceWith(cookie: string, agent = '') {
    return deviceOf({ headers: { cookie, 'user-agent': agent } });
  }

  test('a device is that of the cookie, among others', () => {
    expect(deviceWith('a=1; jetscope-device=narrow-coarse; b=2', phoneAgent)).toEqual({
      id: 'narrow-coarse',
      window: 'narrow',
      pointer: 'coarse',
      settings: {},
    });
  });

  test('its settings are the texts that the device stores', () => {
    const settings = { currency: '{"currency":"eur"}', table: "it's (not) JSON" };
    const encoded = encodeURIComponent(JSON.stringify(settings));
    expect(deviceWith(`jetscope-device=wide-fine.${encoded}`)).toMatchObject({ window: 'wide', settings });
  });

  test.each([
    '',
    'jetscope-device=',
    'jetscope-device=wide',
    'jetscope-device=huge-fine',
    'jetscope-device=wide-fine.',
    'jetscope-device=wide-fine.%7B',
    'jetscope-device=wide-fine.%E0%A4%A',
    'jetscope-device=wide-fine.%5B%22a%22%5D',
    'jetscope-device=wide-fine.null',
    'jetscope-device=wide-fine" onload="x',
    `jetscope-device=wide-fine.%22${'a'.repeat(2_000)}%22`,
    'other-jetscope-device=narrow-fine',
  ])('without a valid cookie (%s), it is the default one', (cookie) => {
    expect(deviceWith(cookie)).toBe(wideDevice);
    expect(deviceWith(cookie, phoneAgent)).toMatchObject({ id: 'phone-coarse', window: 'phone' });
  });

  test('a client hint decides what the name of the browser does not say', () => {
    const headers = { 'sec-ch-ua-mobile': '?0', 'user-agent': phoneAgent };
    expect(deviceOf({ headers })).toBe(wideDevice);
    expect(deviceOf({ headers: { 'sec-ch-ua-mobile': '?1' } })).toMatchObject({ window: 'phone' });
  });

  test('settings that are no texts are left out', () => {
    const encoded = encodeURIComponent('{"table":1,"filters":"{}"}');
    const { settings } = deviceWith(`jetscope-device=wide-fine.${encoded}`);
    expect(settings.table).toBeUndefined();
    expect(settings.filters).toBe('{}');
  });
});
