import { createECDH } from 'node:crypto';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { expectAccessible } from '#e2e/support/appearance.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { runningMarket } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

declare global {
  /** Titles and texts of the notifications of a tab. */
  var notified: string[];
}

test.describe('in open tabs', () => {
  const service = runningMarket();

  test('an alert fires in one of two tabs, also while both are hidden', async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(timeLimit(120_000));
    await context.addInitScript(() => {
      globalThis.notified = [];
      class RecordedNotification extends EventTarget {
        static readonly permission = 'granted';
        constructor(title: string, { body }: { readonly body: string }) {
          super();
          globalThis.notified.push(`${title}. ${body}`);
        }
      }
      Object.defineProperty(globalThis, 'Notification', { value: RecordedNotification });
    });
    const { jettons } = await callOperation(
      request,
      operations.getJettons,
      { sort: 'volume24h', order: 'desc', limit: 1 },
      service.origin,
    );
    const { address = '', symbol = '' } = jettons[0]?.metadata ?? {};
    await page.goto(`${service.origin}/jetton/${toUserFriendly(address)}`);
    await page.getByRole('button', { name: `New alert on ${symbol}` }).click();
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await expect(dialog.getByLabel('Price, USD')).not.toHaveValue('');
    await expectAccessible(page);
    await dialog.getByLabel('Alert on').selectOption('Trade size, USD');
    await dialog.getByLabel('At least, USD').fill('0.01');
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    await dialog.getByRole('link', { name: 'All alerts' }).click();
    await expect(page).toHaveURL(`${service.origin}/alerts`);

    const other = await context.newPage();
    const requests: string[] = [];
    other.on('request', (sent) => {
      if (new URL(sent.url()).pathname.startsWith('/v1/')) requests.push(sent.url());
    });
    await other.goto(`${service.origin}/alerts`);
    for (const tab of [page, other])
      await tab.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
    const history = other.getByRole('table', { name: 'History' });
    await expect(history).toContainText(new RegExp(`${symbol} (bought|sold) for [\\d.]+k? USD`), {
      timeout: timeLimit(90_000),
    });
    expect(requests).toEqual([]);
    expect(await other.evaluate(() => globalThis.notified)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => globalThis.notified))
      .toEqual([expect.stringMatching(/ USD.*\. Data of [\d-]+ [\d:]+ UTC$/)]);
    await expectAccessible(other);

    // Without the first tab, the other one continues.
    await page.close();
    await expect.poll(() => requests.length, { timeout: timeLimit(30_000) }).toBeGreaterThan(0);
  });

  test('without alerts, nothing of them is loaded or requested', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(service.origin, { waitUntil: 'networkidle' });
    expect(scripts.filter((url) => url.includes('after-first-render'))).toHaveLength(1);
    expect(scripts.filter((url) => /alert/.test(url))).toEqual([]);
  });
});

test.describe('by push messages', () => {
  test.use({ serviceWorkers: 'allow' });

  const alert = {
    id: 'one',
    rule: { type: 'price', address: `0:${'1'.repeat(64)}`, symbol: 'ONE', side: 'above', value: 2 },
    repeat: 'hour',
    since: 0,
    isPaused: false,
  };

  test('alerts are stored at the service while push is on, and its messages become notifications', async ({
    page,
    context,
    baseURL,
  }) => {
    const { origin } = new URL(baseURL ?? '');
    // Browsers of tests have no push service and no notifications.
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
    await page.addInitScript(
      ([stored, browserKeys]) => {
        localStorage.setItem('jetscope.alerts', stored);
        let subscription: object | undefined;
        Object.defineProperty(Notification, 'permission', { value: 'granted' });
        Object.assign(Notification, { requestPermission: async () => 'granted' });
        Object.assign(PushManager.prototype, {
          getSubscription: async () => subscription,
          subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
            const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
            subscription = {
              endpoint: 'https://push.example/1',
              options: { applicationServerKey: Uint8Array.from(text, (byte) => byte.charCodeAt(0)).buffer },
              toJSON: () => ({ keys: browserKeys }),
              unsubscribe: async () => {
                subscription = undefined;
              },
            };
          },
        });
      },
      [JSON.stringify({ alerts: [alert] }), keys] as const,
    );
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
        if (registration) resolve(registration.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await page.goto('/device');
    const registrationId = await registered;
    const control = page.getByRole('checkbox', { name: 'Also when no tab is open' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // Without another document, which the worker would control.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click();
    await expect(control).toBeEnabled();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    const subscribed = page.waitForResponse(/\/v1\/push\/subscribe$/);
    await control.click();
    expect((await subscribed).status()).toBe(200);
    await expect(control).toBeChecked();

    const message = {
      title: 'ONE price above 2 USD: 3 USD',
      body: 'Data of now',
      tag: 'one 1',
      path: '/alerts',
    };
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(() => {
      const shown: unknown[] = [];
      Object.assign(globalThis, { shown });
      Object.assign(Reflect.get(globalThis, 'registration'), {
        showNotification: async (...notification: unknown[]) => shown.push(notification),
      });
    });
    const synchronized = page.waitForResponse(/\/v1\/push\/subscribe$/);
    const data = JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    const { title, body, tag, path } = message;
    await expect
      .poll(() => worker?.evaluate(() => Reflect.get(globalThis, 'shown') as unknown))
      .toEqual([[title, { body, tag, data: { path } }]]);
    // The tab asks what the service has reported.
    expect((await synchronized).status()).toBe(200);

    // The browser ends the subscription: the worker subscribes again, and the tab sends the alerts.
    const sentAgain = page.waitForResponse(/\/v1\/push\/subscribe$/);
    const renewedWith = await worker?.evaluate(async () => {
      const { prototype } = Reflect.get(globalThis, 'PushManager') as { prototype: object };
      const renewed = new Promise((resolve) => {
        Object.assign(prototype, { subscribe: async (options: unknown) => resolve(options) });
      });
      const oldSubscription = { options: { userVisibleOnly: true, applicationServerKey: 'key' } };
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        oldSubscription,
        waitUntil: () => 0,
      });
      globalThis.dispatchEvent(event);
      return await renewed;
    });
    expect(renewedWith).toEqual({ userVisibleOnly: true, applicationServerKey: 'key' });
    expect((await sentAgain).status()).toBe(200);

    const deleted = page.waitForResponse(/\/v1\/push\/unsubscribe$/);
    await control.click();
    expect((await deleted).status()).toBe(200);
    await expect(control).not.toBeChecked();
  });
});
