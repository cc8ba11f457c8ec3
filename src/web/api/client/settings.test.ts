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
  transactionExplorer: undefined,
  newIssueUrl: '',
  offlinePage: true,
};

test('missing settings have defaults that match the shipped config.json', async () => {
  fetched.mockResolvedValue(Response.json({}));
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  const shipped = readFileSync(new URL('../../../../public/config.json', import.meta.url), 'utf8');
  expect(JSON.parse(shipped)).toEqual(defaults);
});

test('removes trailing slashes of the base URL', async () => {
  fetched.mockResolvedValue(Response.json({ baseUrl: 'https://service.example/api/' }));
  await expect(settings.loadSettings()).resolves.toMatchObject({ baseUrl: 'https://service.example/api' });
});

test.each([
  [{ baseUrl: 'ftp://service.example' }],
  [{ baseUrl: 'https://name:secret@service.example' }],
  [{ baseUrl: 'https://service.example?key=1' }],
  ['text'],
  [[]],
])('rejects %j', async (body) => {
  fetched.mockResolvedValue(Response.json(body));
  await expect(settings.loadSettings()).rejects.toBeInstanceOf(settings.SettingsError);
});

test.each([
  [{ requestsPerSecond: 0 }],
  [{ requestsPerSecond: '20' }],
  [{ apiKey: 'two\nlines' }],
  [{ explorer: 'http://explorer.example/{address}' }],
  [{ explorer: 'https://{address}.example/' }],
  [{ explorer: 'https://explorer.example/' }],
  [{ explorer: 'javascript:alert("{address}")' }],
  [{ explorer: 5, apiKey: null }],
  [{ transactionExplorer: 'https://explorer.example/{address}' }],
  [{ transactionExplorer: 'https://{hash}.example/' }],
  [{ newIssueUrl: 'http://tracker.example/new' }],
  [{ newIssueUrl: 'https://name:secret@tracker.example/new' }],
  [{ newIssueUrl: 'javascript:alert(1)//https://tracker.example' }],
  [{ newIssueUrl: 'https://tracker.example/new#top' }],
  [{ newIssueUrl: 'https://tracker.example:99999/new' }],
  [{ offlinePage: 'no' }],
])('replaces the invalid settings of %j with defaults and reports them', async (body) => {
  fetched.mockResolvedValue(Response.json({ ...body, baseUrl: '/api' }));
  await expect(settings.loadSettings()).resolves.toEqual({ ...defaults, baseUrl: '/api' });
  expect(settings.invalidSettings.getState().toSorted()).toEqual(Object.keys(body).toSorted());
});

test('the explorer can be replaced or disabled', async () => {
  const explorer = 'https://explorer.example/?account={address}#{address}';
  fetched.mockResolvedValueOnce(Response.json({ explorer }));
  await expect(settings.loadSettings()).resolves.toMatchObject({ explorer });
  expect(settings.invalidSettings.getState()).toEqual([]);
  vi.resetModules();
  settings = await import('./settings.ts');
  const transactionExplorer = 'https://explorer.example/tx#{hash}';
  fetched.mockResolvedValueOnce(Response.json({ explorer: '', transactionExplorer }));
  await expect(settings.loadSettings()).resolves.toMatchObject({ explorer: '', transactionExplorer });
});

test.each(['https://tracker.example/owner/name/issues/new', 'https://tracker.example:8443/new?project=1'])(
  'new issues can be created at %s',
  async (newIssueUrl) => {
    fetched.mockResolvedValue(Response.json({ newIssueUrl }));
    await expect(settings.loadSettings()).resolves.toMatchObject({ newIssueUrl });
    expect(settings.invalidSettings.getState()).toEqual([]);
  },
);

test('the service key distinguishes services and API keys without revealing the API key', () => {
  const name = settings.serviceKey({ baseUrl: 'https://service.example', apiKey: 'secret' });
  expect(name).not.toContain('secret');
  expect(name).not.toBe(settings.serviceKey({ baseUrl: 'https://service.example', apiKey: 'secreu' }));
  expect(name).not.toBe(settings.serviceKey({ baseUrl: '', apiKey: 'secret' }));
});

test('a missing file is an error, is loaded again on the next call, and is then cached', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 404 }));
  await expect(settings.loadSettings()).rejects.toBeInstanceOf(settings.SettingsError);
  fetched.mockResolvedValueOnce(Response.json({}));
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  await expect(settings.loadSettings()).resolves.toEqual(defaults);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('the page and the service are trusted origins', () => {
  expect(settings.trustedOrigins({ ...defaults, baseUrl: 'http://service.example' })).toEqual([
    'http://page.example:8080',
    'http://service.example',
  ]);
  expect(settings.trustedOrigins({ ...defaults, baseUrl: '/api' })).toContain('http://page.example:8080');
});
