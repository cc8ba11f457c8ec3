import { expect, test } from '#e2e/support/test.ts';

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
  await page.addInitScript(
    (stored) => {
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
            toJSON: () => ({ keys: { p256dh: 'K'.repeat(87), auth: 'A'.repeat(22) } }),
            unsubscribe: async () => {
              subscription = undefined;
            },
          };
        },
      });
    },
    JSON.stringify({ alerts: [alert] }),
  );
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.goto('/alerts');
  const registrationId = await registered;
  const control = page.getByRole('checkbox', { name: 'Also when no tab is open' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(control).toBeEnabled();
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

  const deleted = page.waitForResponse(/\/v1\/push\/unsubscribe$/);
  await control.click();
  expect((await deleted).status()).toBe(200);
  await expect(control).not.toBeChecked();
});
