import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotInPlanError } from './errors.ts';
import { createPlan } from './plan.ts';
import type * as module from './settings.ts';

describe('settings', () => {
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
});

describe('plan', () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  function planFor(service: string) {
    const plan = createPlan();
    plan.selectService(service);
    return plan;
  }

  test('excluding an operation notifies subscribers once and aborts its pending calls', () => {
    const plan = planFor('a');
    const listener = vi.fn<() => void>();
    plan.excluded.subscribe(listener);
    const waiting = plan.signal('getJettonMetricsList');
    expect(waiting.aborted).toBe(false);
    plan.exclude('getJettonMetricsList');
    plan.exclude('getJettonMetricsList');
    expect(listener).toHaveBeenCalledOnce();
    expect([...plan.excluded.getState()]).toEqual(['getJettonMetricsList']);
    expect(waiting.reason).toBeInstanceOf(NotInPlanError);
    expect(plan.signal('getJettonStatisticsList').aborted).toBe(false);
  });

  test('a reload restores excluded operations; another service or API key does not', () => {
    const plan = planFor('a');
    plan.exclude('getJettonMetricsList');
    plan.exclude('getJettonStatisticsList');
    const reloaded = planFor('a');
    expect([...reloaded.excluded.getState()]).toEqual(['getJettonMetricsList', 'getJettonStatisticsList']);
    expect(reloaded.signal('getJettonMetricsList').aborted).toBe(true);
    expect(planFor('b').excluded.getState().size).toBe(0);
  });

  test('without storage, each page load starts empty', () => {
    vi.stubGlobal('sessionStorage', undefined);
    const plan = planFor('a');
    plan.exclude('getJettonMetricsList');
    expect(plan.excluded.getState().size).toBe(1);
    expect(planFor('a').excluded.getState().size).toBe(0);
  });
});
