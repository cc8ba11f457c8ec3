import type { Alert, Firing } from '#contract/alerts.ts';
import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { getPushKey, type PushAlertInput, subscribe, unsubscribe } from '#contract/push.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { InvalidResponseError, ServiceError } from '#web/api/client/errors.ts';
import { send } from '#web/api/client/send.ts';
import { loadSettings } from '#web/api/client/settings.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { apiFilter } from '#web/list/list-filter.ts';
import { listFilterOf, parseScreen } from '#web/list/list-state.ts';

// While push is on, the service evaluates the alerts of this device and the tabs do not, so that nothing is reported twice.
// The browser has the subscription: whether push is on is stored nowhere else.

const TIMEOUT_MS = 30_000;
/** Alerts are sent again after this time, in case the service has lost them, or a message was lost. */
const MAX_AGE_MS = 5 * 60_000;

async function call<Op extends Operation>(operation: Op, input: RequestOf<Op>): Promise<ResponseOf<Op>> {
  // Not through the queue, which would pause other requests if the service has too many subscriptions.
  const body = await send(toRequest(operation, input), await loadSettings(), AbortSignal.timeout(TIMEOUT_MS));
  const { success, data } = operation.response.safeParse(body);
  if (!success) throw new InvalidResponseError(`not a response of ${operation.name}`);
  return data as ResponseOf<Op>;
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  // Undefined on pages without https.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  return await workers?.getRegistration();
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await findRegistration();
  // Undefined in browsers without push.
  const manager: PushManager | undefined = registration?.pushManager;
  return (await manager?.getSubscription()) ?? undefined;
}

export interface PushState {
  readonly isOn: boolean;
  /** Why it cannot be switched on. */
  readonly problem?: string;
}

/** Returns whether alerts are received while no tab is open. */
export async function loadPushState(): Promise<PushState> {
  if ('Notification' in globalThis && Notification.permission === 'denied')
    return { isOn: false, problem: 'Notifications are blocked by the browser' };
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) {
    const problem =
      'standalone' in navigator
        ? 'On iPhone and iPad, add Jetscope to the Home Screen and open it there'
        : 'This browser does not support push messages';
    return { isOn: false, problem };
  }
  if (!(await findRegistration())) return { isOn: false, problem: 'Not available on this site' };
  return { isOn: (await findSubscription()) !== undefined };
}

/** Switches push on, with these alerts. Asks for permission. Returns the new state. */
export async function switchOn(alerts: readonly Alert[]): Promise<PushState> {
  await Notification.requestPermission();
  const state = await loadPushState();
  if (state.problem !== undefined || state.isOn) return state;
  if (Notification.permission !== 'granted') return { isOn: false };
  try {
    const { serverKey } = await call(getPushKey, {});
    await renewSubscription(serverKey);
    await storeAlerts(alerts);
    return { isOn: true };
  } catch (error) {
    await (await findSubscription())?.unsubscribe();
    return { isOn: false, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  const status = error instanceof ServiceError ? error.status : undefined;
  if (status === 404) return 'This service does not send push messages';
  if (status === 429) return 'This service cannot send push messages to more browsers';
  return 'Could not switch on push messages. Try again';
}

/** Switches push off and deletes everything at the service. */
export async function switchOff(): Promise<PushState> {
  const subscription = await findSubscription();
  if (!subscription) return { isOn: false };
  try {
    await deleteAlerts(subscription);
  } catch {
    return { isOn: true, problem: 'Could not delete the alerts at the service. Try again' };
  }
  await subscription.unsubscribe();
  synced = undefined;
  return { isOn: false };
}

async function renewSubscription(serverKey: string): Promise<void> {
  const registration = await findRegistration();
  await (await findSubscription())?.unsubscribe();
  await registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
}

type PushedFirings = readonly { readonly alertId: string; readonly firing: Firing }[];

/** What this tab has sent last, and when. */
let synced: { readonly text: string; readonly at: number } | undefined;

/**
 * Sends the alerts to the service if push is on, and they have changed, or `isRequested`. Returns what the service has reported
 * that may be new; undefined if the tab has to evaluate the alerts.
 */
export async function syncPush(
  alerts: readonly Alert[],
  isRequested: boolean,
): Promise<PushedFirings | undefined> {
  const subscription = await findSubscription();
  if (!subscription) return undefined;
  const text = JSON.stringify([subscription.endpoint, alerts]);
  if (!isRequested && synced?.text === text && Date.now() - synced.at < MAX_AGE_MS) return [];
  try {
    return await storeAlerts(alerts);
  } catch (error) {
    const status = error instanceof ServiceError ? error.status : 500;
    // The service may have the alerts, and reports them when it is reached again.
    if (status >= 500) return [];
    if (status === 400) await replaceRejected(subscription).catch(() => undefined);
    return undefined;
  }
}

async function storeAlerts(alerts: readonly Alert[]): Promise<PushedFirings> {
  const subscription = await findSubscription();
  if (!subscription) return [];
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const serverKey = serverKeyOf(subscription);
  const at = Date.now();
  // Nothing is stored without alerts.
  const firings =
    alerts.length === 0
      ? await deleteAlerts(subscription)
      : (
          await call(subscribe, {
            endpoint,
            publicKey: p256dh,
            auth,
            serverKey,
            alerts: alerts.map(pushAlertOf),
          })
        ).firings;
  synced = { text: JSON.stringify([endpoint, alerts]), at };
  return firings;
}

async function deleteAlerts(subscription: PushSubscription): Promise<PushedFirings> {
  const { auth = '' } = subscription.toJSON().keys ?? {};
  await call(unsubscribe, { endpoint: subscription.endpoint, auth });
  return [];
}

/**
 * Subscribes again if the service has another key, for example because its data was lost. Otherwise it rejects the alerts: those
 * that it has are deleted, so that only the tab evaluates them.
 */
async function replaceRejected(subscription: PushSubscription): Promise<void> {
  const { serverKey } = await call(getPushKey, {});
  if (serverKey === serverKeyOf(subscription)) await deleteAlerts(subscription);
  else await renewSubscription(serverKey);
}

function serverKeyOf({ options }: PushSubscription): string {
  return toBase64Url(options.applicationServerKey);
}

function toBase64Url(buffer: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The service does not parse links: it receives the filter of a screen. */
function pushAlertOf({ id, rule, repeat, since }: Alert): PushAlertInput {
  if (rule.type !== 'screen') return { id, rule, repeat, since };
  const filter = listFilterOf(parseScreen(parseQuery(rule.query)).screen);
  const { min, max } = filter.ranges?.age ?? {};
  const age = { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) };
  return { id, rule, repeat, since, filter: apiFilter(filter), age };
}
