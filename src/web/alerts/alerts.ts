import * as z from 'zod/mini';
import {
  type Alert,
  type AlertRule,
  type AlertState,
  alert,
  alertRule,
  alertState,
  type Firing,
  firing,
  type Repeat,
} from '#contract/alerts.ts';
import { asBoolean, asFields, asNumber } from '#web/api/client/fields.ts';
import { serviceNow } from '#web/api/client/service-clock.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

export const MAX_ALERTS = 50;
/** Each costs a request in every round: an alert on a screen, or the trades of one jetton. */
const MAX_REQUESTED = 10;
export const MAX_HISTORY = 200;

/** Returns the valid items of a stored list. Others may be those of a later version. */
function validItems<Schema extends z.ZodMiniType>(schema: Schema, items: unknown, max: number) {
  return (Array.isArray(items) ? items : [])
    .flatMap((item: unknown) => z.safeParse(schema, item).data ?? [])
    .slice(0, max);
}

interface Alerts {
  readonly alerts: readonly Alert[];
}

/** The alerts of this device. */
export const useAlerts = createPersistedStore<Alerts>('jetscope.alerts', (stored) => ({
  alerts: validItems(alert, asFields(stored).alerts, MAX_ALERTS),
}));

/** Whether a sound is played when an alert fires. */
export const useAlertSound = createPersistedStore('jetscope.alert-sound', (stored) => ({
  isOn: asBoolean(asFields(stored).isOn) ?? true,
}));

interface States {
  /** What the alerts have seen, by id. */
  readonly states: Readonly<Record<string, AlertState>>;
  /** When the history was cleared, in milliseconds: what the service reported until then is not added again. */
  readonly clearedAt?: number | undefined;
}

export const useAlertStates = createPersistedStore<States>('jetscope.alert-states', (stored) => {
  const { states, clearedAt: stamp } = asFields(stored);
  const clearedAt = asNumber(stamp);
  const valid = Object.entries(asFields(states)).flatMap(([id, value]) => {
    const { data } = z.safeParse(alertState, value);
    return data ? [[id, data] as const] : [];
  });
  return { states: Object.fromEntries(valid), ...(clearedAt !== undefined && { clearedAt }) };
});

const entry = z.object({ alertId: z.string(), rule: alertRule, firing });
type HistoryEntry = Readonly<z.output<typeof entry>>;

interface History {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
}

/** What alerts have reported. */
export const useAlertHistory = createPersistedStore<History>('jetscope.alert-history', (stored) => ({
  entries: validItems(entry, asFields(stored).entries, MAX_HISTORY).toSorted(
    (a, b) => b.firing.time - a.firing.time,
  ),
}));

/** What `clearHistory` removed, and when the history was cleared before. */
export type ClearedHistory = Pick<ReturnType<typeof useAlertHistory.getState>, 'entries'> &
  Pick<ReturnType<typeof useAlertStates.getState>, 'clearedAt'>;

export function clearHistory(): ClearedHistory {
  const { entries } = useAlertHistory.getState();
  const { clearedAt } = useAlertStates.getState();
  useAlertHistory.setState({ entries: [] });
  useAlertStates.setState({ clearedAt: Math.round(serviceNow()) });
  return { entries, clearedAt };
}

export function restoreHistory({ entries, clearedAt }: ClearedHistory): void {
  useAlertHistory.setState({ entries });
  useAlertStates.setState({ clearedAt });
}

/** Returns why an alert cannot be added or changed, if it cannot. */
export function limitError(rule: AlertRule, replaced?: string): string | undefined {
  const others = useAlerts.getState().alerts.filter(({ id }) => id !== replaced);
  if (others.length >= MAX_ALERTS) return `At most ${MAX_ALERTS} alerts: delete one first`;
  const requests = new Set([...others.map((other) => requestOf(other.rule)), requestOf(rule)]);
  requests.delete(undefined);
  return requests.size > MAX_REQUESTED
    ? `At most ${MAX_REQUESTED} screens and jettons with alerts on trades: delete one first`
    : undefined;
}

/** Returns what an alert requests by itself. Those on other numbers of jettons share a request. */
export function requestOf(rule: AlertRule): string | undefined {
  if (rule.type === 'trade') return rule.address;
  return rule.type === 'screen' ? rule.query : undefined;
}

/** Adds an alert, or replaces the one with an id, which then starts anew. */
export function saveAlert(rule: AlertRule, repeat: Repeat, replaced?: string): void {
  const id = replaced ?? crypto.getRandomValues(new Uint32Array(3)).join('-');
  const saved: Alert = { id, rule, repeat, since: Math.round(serviceNow()), isPaused: false };
  forget(id);
  useAlerts.setState(({ alerts }) => ({
    alerts:
      replaced === undefined ? [...alerts, saved] : alerts.map((other) => (other.id === id ? saved : other)),
  }));
}

/** Pauses an alert, or resumes it with the data from now on. */
export function setPaused(id: string, isPaused: boolean): void {
  if (!isPaused) forget(id);
  const since = Math.round(serviceNow());
  useAlerts.setState(({ alerts }) => ({
    alerts: alerts.map((one) => (one.id === id ? { ...one, isPaused, ...(isPaused ? {} : { since }) } : one)),
  }));
}

export function removeAlert(removed: string): void {
  forget(removed);
  useAlerts.setState(({ alerts }) => ({ alerts: alerts.filter(({ id }) => id !== removed) }));
}

/** Adds a deleted alert again, unless `limitError` has a reason why not. */
export function restoreAlert(deleted: Alert): void {
  if (limitError(deleted.rule) === undefined)
    useAlerts.setState(({ alerts }) => ({ alerts: [...alerts, deleted] }));
}

function forget(id: string): void {
  useAlertStates.setState(({ states }) => ({
    states: Object.fromEntries(Object.entries(states).filter(([other]) => other !== id)),
  }));
}

/** Stores what evaluated alerts have seen. */
export function storeStates(
  alerts: readonly Alert[],
  evaluated: ReadonlyMap<string, AlertState | undefined>,
): void {
  const entries = alerts.flatMap(({ id }) => {
    const state = evaluated.get(id);
    return state ? [[id, state] as const] : [];
  });
  useAlertStates.setState(({ states }) => ({ states: { ...states, ...Object.fromEntries(entries) } }));
}

/** Adds to the history. */
export function record(firings: readonly { readonly alert: Alert; readonly firing: Firing }[]): void {
  const added = firings.map(({ alert: { id, rule }, firing: reported }) => ({
    alertId: id,
    rule,
    firing: reported,
  }));
  useAlertHistory.setState(({ entries }) => ({ entries: [...added, ...entries].slice(0, MAX_HISTORY) }));
}

/**
 * Adds what the service has reported to the history, and pauses alerts that fire once. Returns whether any of it is new.
 * This device begins anew if it evaluates the alerts again, so that it does not report the same.
 */
export function recordPushed(
  firings: readonly { readonly alertId: string; readonly firing: Firing }[],
): boolean {
  if (Object.keys(useAlertStates.getState().states).length > 0) useAlertStates.setState({ states: {} });
  const { entries } = useAlertHistory.getState();
  const { clearedAt = 0 } = useAlertStates.getState();
  const oldest = entries.length < MAX_HISTORY ? 0 : (entries.at(-1)?.firing.time ?? 0);
  const recorded = new Set(entries.map(({ alertId, firing: { time } }) => `${alertId} ${time}`));
  const alerts = new Map(useAlerts.getState().alerts.map((one) => [one.id, one]));
  const added = firings.flatMap(({ alertId, firing: reported }) => {
    const alert = alerts.get(alertId);
    const isNew = reported.time > Math.max(oldest, clearedAt) && !recorded.has(`${alertId} ${reported.time}`);
    return alert && isNew && reported.time > alert.since ? { alert, firing: reported } : [];
  });
  if (added.length === 0) return false;
  record(added);
  for (const { alert, firing: reported } of added)
    if (alert.repeat === 'once' && !reported.isLate) setPaused(alert.id, true);
  return true;
}
