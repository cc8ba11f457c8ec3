import type { Alert, Firing } from '#contract/alerts.ts';
import { notificationOf } from '#contract/format/alert-text.ts';
import { plan } from '#web/api/client/api-client.ts';
import { createClient } from '#web/api/client/client.ts';
import { browserEvents, Queue } from '#web/api/client/queue.ts';
import { serviceNow } from '#web/api/client/service-clock.ts';
import { loadSettings } from '#web/api/client/settings.ts';
import { evaluateRound } from './alert-round.ts';
import {
  record,
  recordPushed,
  setPaused,
  storeStates,
  useAlertSound,
  useAlertStates,
  useAlerts,
} from './alerts.ts';
import { syncPush } from './push.ts';

const INTERVAL_MS = 10_000;
/** The tab that holds it evaluates the alerts of this device. */
const LOCK = 'jetscope.alerts';

// The page's own queue waits while the tab is hidden.
const queue = new Queue<unknown>({ ...browserEvents, isHidden: () => false });
const client = createClient({ settings: loadSettings, queue, plan });

let isStarted = false;

/** Evaluates the alerts of this device for as long as the page is open, in one of its tabs. */
export function runAlerts(): void {
  if (isStarted) return;
  isStarted = true;
  // Undefined on pages without https.
  const locks: LockManager | undefined = navigator.locks;
  if (locks) void locks.request(LOCK, () => repeat(() => true));
  // There is at most one visible tab, unless there are several windows.
  else void repeat(() => document.visibilityState === 'visible');
}

/** Never resolves: the lock is held until the tab is closed. */
async function repeat(isResponsible: () => boolean): Promise<never> {
  let wake: () => void = () => undefined;
  /** Whether the service worker has received a message. */
  let isRequested = false;
  // The service has the alerts of now, also if the tab is closed soon.
  useAlerts.subscribe(() => wake());
  // Undefined on pages without https.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.addEventListener('message', ({ data }) => {
    if (data !== 'alert') return;
    isRequested = true;
    wake();
  });
  for (;;) {
    const next = new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, INTERVAL_MS);
    });
    const hasMessage = isRequested;
    isRequested = false;
    if (isResponsible()) await evaluate(hasMessage).catch(() => undefined);
    await next;
  }
}

async function evaluate(hasMessage: boolean): Promise<void> {
  const alerts = useAlerts.getState().alerts.filter(({ isPaused }) => !isPaused);
  const pushed = await syncPush(alerts, hasMessage);
  if (pushed) {
    // The service worker has shown the notifications.
    if (recordPushed(pushed) && hasMessage && useAlertSound.getState().isOn) await playSound();
    return;
  }
  if (alerts.length === 0) return;
  const stateOf = (id: string) => useAlertStates.getState().states[id];
  const { states, firings } = await evaluateRound(client, alerts, stateOf, Math.round(serviceNow()));
  // Alerts may have been changed in the meantime.
  const current = new Map(useAlerts.getState().alerts.map((alert) => [alert.id, alert]));
  const isCurrent = ({ id, since }: Alert) => current.get(id)?.since === since && !current.get(id)?.isPaused;
  const fired = firings.filter(({ alert }) => isCurrent(alert));
  // Stored before notifications: if the tab is closed in between, nothing fires twice.
  storeStates(alerts.filter(isCurrent), states);
  if (fired.length === 0) return;
  record(fired);
  const notified = fired.filter(({ firing }) => !firing.isLate);
  for (const { alert } of notified) if (alert.repeat === 'once') setPaused(alert.id, true);
  for (const { alert, firing } of notified) await notify(alert, firing);
  if (notified.length > 0 && useAlertSound.getState().isOn) await playSound();
}

async function notify(alert: Alert, firing: Firing): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const { title, body, tag, path } = notificationOf(alert, firing);
  const options = { body, tag, data: { path } };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      focus();
      location.assign(path);
    });
  } catch {
    // Browsers of phones only have notifications of service workers; its handler opens the path.
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.showNotification(title, options);
  }
}

/** Two short tones. Browsers stay silent until the user has clicked on the page. */
async function playSound(): Promise<void> {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.15;
  gain.connect(context.destination);
  const tones = [880, 1175].map((frequency, index) => {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
    return tone;
  });
  if (context.state === 'running')
    await new Promise((resolve) => tones.at(-1)?.addEventListener('ended', resolve));
  await context.close();
}

const TONE_SECONDS = 0.14;
