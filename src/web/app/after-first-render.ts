import type { AnyRouter } from '@tanstack/react-router';
import { loadSettings } from '#web/api/client/settings.ts';
import { copyFullValues } from '#web/kit/device/copied-text.ts';
import { storedText } from '#web/kit/device/persisted-store.ts';

// Started by the import of this module, because every byte of the first scripts counts.
copyFullValues();
measureKeyboard();
watchAlerts();
// Without it, the page works the same as long as there is a network.
if (import.meta.env.PROD) void storeOfflinePage().catch(() => undefined);

/**
 * Does for pages opened within the app what browsers do for documents: announces their title, and starts the focus at
 * their content if the element that had it is gone. Returns a function that ends this.
 */
export function followPages(router: AnyRouter): () => void {
  // Screen readers only announce changes of a region that exists before its text.
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  document.body.append(status);
  let announced = document.title;
  const titles = new MutationObserver(() => {
    if (document.title === announced) return;
    announced = document.title;
    status.textContent = announced;
  });
  titles.observe(document.head, { subtree: true, childList: true, characterData: true });
  const unsubscribe = router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  });
  return () => {
    unsubscribe();
    titles.disconnect();
    status.remove();
  };
}

/**
 * Provides the height of the page that the on-screen keyboard covers as `--keyboard` to styles. It does not resize the page,
 * which browsers may move up to show a field.
 */
function measureKeyboard(): void {
  const { visualViewport: visible } = globalThis;
  for (const event of ['resize', 'scroll'])
    visible?.addEventListener(event, () => {
      // Unless the page is zoomed in.
      const height = visible.scale === 1 ? innerHeight - visible.height - visible.offsetTop : 0;
      document.documentElement.style.setProperty('--keyboard', `${height}px`);
    });
}

/** Evaluates alerts, if this device has any. Without them, nothing is loaded. */
function watchAlerts(): void {
  const key = 'jetscope.alerts';
  const start = () =>
    void import('#web/alerts/run-alerts.ts').then(
      ({ runAlerts }) => runAlerts(),
      () => undefined,
    );
  if (storedText(key) !== null) start();
  // Set in another tab, which may be closed before this one.
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) start();
  });
}

const { BASE_URL } = import.meta.env;
/** Files of every page whose names do not change. The first is the document. */
const files = ['', 'config.json', 'first-paint.js', 'old-browser.js', 'favicon.svg'].map(
  (name) => BASE_URL + name,
);

/**
 * Stores the page on this device, so that it opens without a network: see public/service-worker.js. Deletes it if the
 * deployment does not want it.
 */
async function storeOfflinePage(): Promise<void> {
  // Undefined on pages without https.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return;
  const { offlinePage } = await loadSettings();
  if (!offlinePage) return deleteOfflinePage(workers);
  await workers.register(`${BASE_URL}service-worker.js`);
  const registration = await workers.ready;
  const version = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  if (version === undefined) return;
  const report = (urls: readonly string[]) =>
    registration.active?.postMessage({ version: new URL(version).pathname.slice(BASE_URL.length), urls });
  const assets = new URL(`${BASE_URL}assets/`, location.href).href;
  const assetsOf = (entries: PerformanceEntryList) =>
    entries.map(({ name }) => name).filter((url) => url.startsWith(assets));
  // Pages that the service has rendered contain the content of their style sheets, and do not load them.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
    ({ href }) => href,
  );
  report([...files, ...styles, ...assetsOf(performance.getEntriesByType('resource'))]);
  // Other parts of the page load later.
  new PerformanceObserver((list) => {
    const urls = assetsOf(list.getEntries());
    if (urls.length > 0) report(urls);
  }).observe({ type: 'resource' });
}

async function deleteOfflinePage(workers: ServiceWorkerContainer): Promise<void> {
  await (await workers.getRegistration(BASE_URL))?.unregister();
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(`jetscope ${BASE_URL}`)).map((name) => caches.delete(name)),
  );
}
