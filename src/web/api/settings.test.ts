import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as module from './settings.ts';

let settings: typeof module;
const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', new URL('http://page.example:8080/jetton/x'));
  vi.resetModules();
  settings = await import('./settings.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const defaults = {
  baseUrl: '',
  apiKey: '',
  requestsPerSecond: 20,
  explorer: 'https://tonviewer.com/{address}',
};

test('what is left out has its default, and the file that is shipped says the same', async () => {
  fetched.mockResolvedValue(Response.json({}));
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  const shipped = readFileSync(new URL('../../../public/config.json', import.meta.url), 'utf8');
  expect(JSON.parse(shipped)).toEqual(defaults);
});

test('slashes at the end of the base address are not doubled', async () => {
  fetched.mockResolvedValue(Response.json({ baseUrl: 'https://service.example/api/' }));
  await expect(settings.loadSettings()).resolves.toMatchObject({ baseUrl: 'https://service.example/api' });
});

test.each([
  [{ baseUrl: 'ftp://service.example' }],
  [{ requestsPerSecond: 0 }],
  [{ apiKey: 'two\nlines' }],
  [[]],
])('%j is refused', async (body) => {
  fetched.mockResolvedValue(Response.json(body));
  await expect(settings.loadSettings()).rejects.toBeInstanceOf(settings.SettingsError);
});

test('a missing file is refused, read again at the next try, and then kept', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 404 }));
  await expect(settings.loadSettings()).rejects.toBeInstanceOf(settings.SettingsError);
  fetched.mockResolvedValueOnce(Response.json({}));
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('the page and the service are their own origins', () => {
  expect(settings.ownOrigins({ ...defaults, baseUrl: 'http://service.example' })).toEqual([
    'http://page.example:8080',
    'http://service.example',
  ]);
  expect(settings.ownOrigins({ ...defaults, baseUrl: '/api' })).toContain('http://page.example:8080');
});
