import { copyFullValues } from '#web/kit/device/copied-text.ts';
import { storeOfflinePage } from './offline-page.ts';

// Started by the import of this module, because every byte of the first scripts counts.
copyFullValues();
watchAlerts();
// Without it, the page works the same as long as there is a network.
if (import.meta.env.PROD) void storeOfflinePage().catch(() => undefined);

/** Evaluates alerts, if this device has any. Without them, nothing is loaded. */
function watchAlerts(): void {
  // Where `src/web/alerts/alerts.ts` stores them.
  const key = 'jetscope.alerts';
  const start = () =>
    void import('#web/alerts/run-alerts.ts').then(
      ({ runAlerts }) => runAlerts(),
      () => undefined,
    );
  if (isStored(key)) start();
  // Set in another tab, which may be closed before this one.
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) start();
  });
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
