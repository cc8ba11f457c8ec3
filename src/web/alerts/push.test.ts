import { beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '#contract/alerts.ts';

const address = `0:${'1'.repeat(64)}`;
const since = Date.parse('2026-01-29T07:50:00Z');
const price: Alert = {
  id: 'price',
  rule: { type: 'price', address, symbol: 'A', side: 'above', value: 2 },
  repeat: 'once',
  since,
  isPaused: false,
};
const screen: Alert = {
  ...price,
  id: 'screen',
  rule: {
    type: 'screen',
    name: 'New',
    query: '?sort=createdAt&order=desc&age.max=1d',
    rows: 5,
    event: 'enters',
  },
};
const [SERVER_KEY, OTHER_KEY] = [`${'B'.repeat(86)}A`, `${'C'.repeat(86)}A`];

interface Browser {
  subscription: object | undefined;
  readonly requests: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** Responses of the operations, by the end of their path. */
  responses: Readonly<Record<string, () => Response>>;
}

/** A browser with push, and a service. */
function stubBrowser(permission: NotificationPermission = 'granted'): Browser {
  const browser: Browser = {
    subscription: undefined,
    requests: [],
    responses: {
      key: () => Response.json({ serverKey: SERVER_KEY }),
      subscribe: () => Response.json({ firings: [] }),
      unsubscribe: () => Response.json({}),
    },
  };
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const keys = { p256dh: 'K'.repeat(87), auth: 'A'.repeat(22) };
      browser.subscription = {
        endpoint: 'https://push.example/1',
        options: {
          applicationServerKey: Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer,
        },
        toJSON: () => ({ keys }),
        unsubscribe: async () => {
          browser.subscription = undefined;
        },
      };
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  vi.stubGlobal('fetch', async (url: string, init?: { readonly method: string; readonly body: string }) => {
    if (url.endsWith('config.json')) return Response.json({});
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (init?.method === 'POST')
      browser.requests.push({ path: url, body: JSON.parse(init.body) as Record<string, unknown> });
    return browser.responses[name]?.() ?? new Response('', { status: 404 });
  });
  return browser;
}

/** What has been sent is remembered by the module. */
async function loadPush() {
  vi.resetModules();
  return await import('./push.ts');
}

beforeEach(() => void vi.unstubAllGlobals());

test('sends the alerts when it is switched on, with the filters of screens', async () => {
  const browser = stubBrowser();
  const { switchOn, loadPushState } = await loadPush();
  expect(await loadPushState()).toEqual({ isOn: false });
  expect(await switchOn([price, screen])).toEqual({ isOn: true });
  const { isPaused: _price, ...sentPrice } = price;
  const { isPaused: _screen, ...sentScreen } = screen;
  expect(browser.requests).toEqual([
    {
      path: '/v1/push/subscribe',
      body: {
        endpoint: 'https://push.example/1',
        publicKey: 'K'.repeat(87),
        auth: 'A'.repeat(22),
        serverKey: expect.stringMatching(/^B{86}/),
        alerts: [
          sentPrice,
          {
            ...sentScreen,
            filter: expect.objectContaining({ sort: 'createdAt', order: 'desc', excludeScam: true }),
            age: { max: 86_400 },
          },
        ],
      },
    },
  ]);
});

test('sends them again only if they have changed, and deletes them with the last one', async () => {
  const browser = stubBrowser();
  const { switchOn, syncPush } = await loadPush();
  await switchOn([price]);
  expect(await syncPush([price], false)).toEqual([]);
  expect(browser.requests).toHaveLength(1);
  await syncPush([price, screen], false);
  await syncPush([price, screen], true);
  await syncPush([], false);
  await syncPush([], false);
  expect(browser.requests.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 3 }, () => '/v1/push/subscribe'),
    '/v1/push/unsubscribe',
  ]);
  expect(browser.requests.at(-1)?.body).toEqual({
    endpoint: 'https://push.example/1',
    auth: 'A'.repeat(22),
  });
});

test('switching it off deletes everything at the service first', async () => {
  const browser = stubBrowser();
  const { switchOn, switchOff, syncPush } = await loadPush();
  await switchOn([price]);
  const { responses } = browser;
  browser.responses = {};
  expect(await switchOff()).toEqual({
    isOn: true,
    problem: 'Could not delete the alerts at the service. Try again',
  });
  browser.responses = responses;
  expect(await switchOff()).toEqual({ isOn: false });
  expect(browser.subscription).toBeUndefined();
  expect(await syncPush([price], false)).toBeUndefined();
});

test.each([
  [404, 'This service does not send push messages'],
  [429, 'This service cannot send push messages to more browsers'],
  [500, 'Could not switch on push messages. Try again'],
])('stays off after status %i', async (status, problem) => {
  const browser = stubBrowser();
  browser.responses = { ...browser.responses, subscribe: () => new Response('{}', { status }) };
  const { switchOn } = await loadPush();
  expect(await switchOn([price])).toEqual({ isOn: false, problem });
  expect(browser.subscription).toBeUndefined();
});

test('the tab evaluates the alerts if the service rejects them, but not while it is unreachable', async () => {
  const browser = stubBrowser();
  const { switchOn, syncPush } = await loadPush();
  await switchOn([price]);
  const failWith = (status: number) => {
    browser.responses = { ...browser.responses, subscribe: () => new Response('{}', { status }) };
  };
  failWith(503);
  expect(await syncPush([price], true)).toEqual([]);
  failWith(429);
  expect(await syncPush([price], true)).toBeUndefined();
});

test('subscribes again with the new key of a service that has lost its data', async () => {
  const browser = stubBrowser();
  const { switchOn, syncPush } = await loadPush();
  await switchOn([price]);
  const former = browser.subscription;
  browser.responses = {
    ...browser.responses,
    key: () => Response.json({ serverKey: OTHER_KEY }),
    subscribe: () => new Response('{}', { status: 400 }),
  };
  await syncPush([price], true);
  expect(browser.subscription).not.toBe(former);
});

test('the tab alone evaluates alerts that the service rejects, with the same subscription', async () => {
  const browser = stubBrowser();
  const { switchOn, syncPush } = await loadPush();
  await switchOn([price]);
  const former = browser.subscription;
  browser.responses = { ...browser.responses, subscribe: () => new Response('{}', { status: 400 }) };
  expect(await syncPush([price, screen], true)).toBeUndefined();
  expect(browser.subscription).toBe(former);
  expect(browser.requests.at(-1)?.path).toBe('/v1/push/unsubscribe');
});

test('states why it is not available', async () => {
  stubBrowser('denied');
  const { loadPushState } = await loadPush();
  expect(await loadPushState()).toEqual({ isOn: false, problem: 'Notifications are blocked by the browser' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('Notification', { permission: 'default' });
  expect(await loadPushState()).toEqual({ isOn: false, problem: 'Not available on this site' });
  vi.unstubAllGlobals();
  vi.stubGlobal('navigator', {});
  expect(await loadPushState()).toMatchObject({ problem: 'This browser does not support push messages' });
  vi.stubGlobal('navigator', { standalone: false });
  expect(await loadPushState()).toMatchObject({
    problem: 'On iPhone and iPad, add Jetscope to the Home Screen and open it there',
  });
});
