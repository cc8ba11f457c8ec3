import type { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Alert, AlertRule, Firing } from '#contract/alerts.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';
import { clockOffset } from '#web/api/client/service-clock.ts';
import { decodeActivity } from '#web/api/decoding/decode-activity.ts';
import { comparedActivity } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { useSavedScreens } from '#web/screener/saved-screens.ts';
import { weekOfPrices } from './alert-preview.ts';
import {
  clearHistory,
  limitError,
  MAX_ALERTS,
  record,
  recordPushed,
  saveAlert,
  setPaused,
  useAlertHistory,
  useAlertSound,
  useAlertStates,
  useAlerts,
} from './alerts.ts';

const jetton = { ...listedJetton(0), multiplier: undefined, links: [], description: undefined };
const { address, userFriendly, symbol } = jetton.identity;
const price: AlertRule = { type: 'price', address, symbol, side: 'above', value: 2 };

afterEach(() => {
  useAlerts.setState({ alerts: [] });
  useAlertSound.setState({ isOn: true });
  useAlertStates.setState({ states: {}, clearedAt: 0 });
  useAlertHistory.setState({ entries: [] });
});

function fill(client: QueryClient): void {
  client.setQueryData(jettonByAddress(address).queryKey, jetton);
  const usd = { price: amountFromDecimal('1.234567'), changedAt: '2026-01-29T07:50:00Z' };
  client.setQueryData(jettonPrice(address, 'usd').queryKey, { usd });
  const change = (current: string) => ({
    changePercent: 5.25,
    previous: amountFromDecimal('1'),
    current: amountFromDecimal(current),
    calculatedAt: '2026-01-29T07:50:00Z',
  });
  const activity = decodeActivity({
    priceChange: { usd: { day: change('1') } },
    volume: { usd: { day: change('781000') } },
  });
  client.setQueryData(comparedActivity([address]).queryKey, new Map([[address, activity]]));
  const prices = ['1', '1.5', '1.4', '1.4', '1.4', '1.2'];
  const start = Date.parse('2026-01-29T06:00:00Z');
  client.setQueryData(
    weekOfPrices(address).queryKey,
    prices
      .map((value, index) => ({
        value: amountFromDecimal(value),
        time: new Date(start + index * 900_000).toISOString(),
      }))
      .toReversed(),
  );
}

/** Answers the browser's question for permission. */
function stubPermission(answer: NotificationPermission) {
  const request = vi.fn<() => Promise<NotificationPermission>>(() => Promise.resolve(answer));
  const original = Object.getOwnPropertyDescriptor(globalThis, 'Notification');
  Object.defineProperty(globalThis, 'Notification', {
    configurable: true,
    value: { permission: 'default', requestPermission: request },
  });
  onTestFinished(() => {
    if (original) Object.defineProperty(globalThis, 'Notification', original);
  });
  return request;
}

test.each([-86_400_000, 86_400_000])('times are those of the service, %i ms from this clock', (offset) => {
  clockOffset.setState(offset, true);
  onTestFinished(() => clockOffset.setState(0, true));
  const distance = (time: number | undefined) => Math.abs((time ?? 0) - Date.now() - offset);
  saveAlert(price, 'hour');
  const [saved] = useAlerts.getState().alerts;
  expect(distance(saved?.since)).toBeLessThan(60_000);
  useAlerts.setState({ alerts: [{ id: 'old', rule: price, repeat: 'hour', since: 0, isPaused: true }] });
  setPaused('old', false);
  expect(distance(useAlerts.getState().alerts[0]?.since)).toBeLessThan(60_000);
  clearHistory();
  expect(distance(useAlertStates.getState().clearedAt)).toBeLessThan(60_000);
});

test('adds an alert with the current price and a preview, and asks for permission only once', async () => {
  const request = stubPermission('granted');
  const { screen, url } = await renderApp(`/alerts?address=${userFriendly}`, { fill });
  const dialog = screen.getByRole('dialog', { name: 'New alert' });
  const field = dialog.getByRole('textbox', { name: 'Price, USD' });
  await expect.element(field).toHaveValue('1.2346');
  await expect
    .element(dialog.getByText('Would have fired 1 time in the last 7 days. Price 1 h later: −20.0%'))
    .toBeVisible();
  await field.fill('2');
  await expect.element(dialog.getByText('Would have fired 0 times in the last 7 days')).toBeVisible();
  expect(request).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect.element(dialog.getByText('Alert saved')).toBeVisible();
  expect(useAlerts.getState().alerts.map(({ rule, repeat }) => ({ rule, repeat }))).toEqual([
    { rule: price, repeat: 'hour' },
  ]);
  expect(request).toHaveBeenCalledTimes(1);
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe('/alerts');
  await expect.element(screen.getByRole('link', { name: 'SYM0 price above 2 USD' })).toBeVisible();

  await screen.getByRole('button', { name: /^Edit/ }).click();
  await screen.getByRole('radio', { name: 'Falls below' }).click();
  await screen.getByRole('button', { name: 'Save alert' }).click();
  await expect.element(screen.getByText('Alert saved')).toBeVisible();
  expect(useAlerts.getState().alerts.map(({ rule }) => rule)).toEqual([{ ...price, side: 'below' }]);
  expect(request).toHaveBeenCalledTimes(1);
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('button', { name: /^Edit/ })).toHaveFocus();
});

test.each(['Cancel', 'Escape'])(
  'the form has the current value, and %s closes it without an alert',
  async (way) => {
    const { screen, url } = await renderApp(`/alerts?address=${userFriendly}`, { fill });
    const dialog = screen.getByRole('dialog', { name: 'New alert' });
    const field = dialog.getByRole('textbox', { name: 'Price, USD' });
    await field.fill('2');
    await expect.element(dialog.getByText('now 1.23457 USD')).toBeVisible();
    await expect.element(field).toHaveAccessibleDescription(/^now 1\.23457 USD/);
    await dialog.getByLabelText('Alert on').selectOptions('Trade size, USD');
    await expect.element(dialog.getByText(/^now/)).not.toBeInTheDocument();
    await dialog.getByLabelText('Alert on').selectOptions('Volume, USD');
    await expect.element(dialog.getByText('now 781k USD')).toBeVisible();
    await dialog.getByLabelText('Alert on').selectOptions('Price change, USD');
    await expect.element(dialog.getByText('now +5.25%')).toBeVisible();
    await expect.element(dialog.getByLabelText('Change, %')).toHaveValue('');
    // What was entered for a price is still there.
    await dialog.getByLabelText('Alert on').selectOptions('Price, USD');
    await expect.element(field).toHaveValue('2');
    if (way === 'Cancel') await dialog.getByRole('button', { name: way }).click();
    else await userEvent.keyboard(`{${way}}`);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(url).toBe('/alerts');
    expect(useAlerts.getState().alerts).toEqual([]);
  },
);

test('an invalid value is not saved, and says what is allowed', async () => {
  const { screen } = await renderApp(`/alerts?address=${userFriendly}`, { fill });
  const dialog = screen.getByRole('dialog', { name: 'New alert' });
  await dialog.getByLabelText('Alert on').selectOptions('Price change, USD');
  await dialog.getByLabelText('Change, %').fill('much');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Enter a percentage such as 5 or -10')).toBeVisible();
  await expect.element(dialog.getByLabelText('Change, %')).toHaveAttribute('aria-invalid', 'true');
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('states the maximum of alerts', async () => {
  const { screen } = await renderApp(`/alerts?address=${userFriendly}`, { fill });
  for (let index = 0; index < MAX_ALERTS; index += 1) saveAlert(price, 'day');
  await screen.getByRole('button', { name: 'Save alert' }).click();
  await expect.element(screen.getByText(`At most ${MAX_ALERTS} alerts: delete one first`)).toBeVisible();
  expect(useAlerts.getState().alerts).toHaveLength(MAX_ALERTS);
});

test('adds an alert on a saved screen', async () => {
  const path = '/alerts?screen=New';
  const { screen } = await renderApp(path);
  useSavedScreens.setState({ screens: [{ name: 'New', query: '?sort=createdAt' }] });
  await screen.getByRole('radio', { name: 'A jetton leaves' }).click();
  await expect.element(screen.getByLabelText('Rows from the top')).toHaveValue('20');
  await screen.getByRole('button', { name: 'Save alert' }).click();
  expect(useAlerts.getState().alerts.map(({ rule }) => rule)).toEqual([
    { type: 'screen', name: 'New', query: '?sort=createdAt', rows: 20, event: 'leaves' },
  ]);
});

test('pauses, resumes, deletes and restores an alert', async () => {
  const { screen } = await renderApp('/alerts');
  await expect.element(screen.getByText('No alerts')).toBeVisible();
  saveAlert(price, 'once');
  const [saved] = useAlerts.getState().alerts;
  await screen.getByRole('button', { name: 'Pause: SYM0 price above 2 USD' }).click();
  await expect.element(screen.getByText('Once · Paused')).toBeVisible();
  await screen.getByRole('button', { name: /^Resume/ }).click();
  await expect.element(screen.getByRole('button', { name: /^Pause/ })).toBeVisible();
  expect(useAlerts.getState().alerts[0]?.since).toBeGreaterThanOrEqual(saved?.since ?? 0);
  await screen.getByRole('button', { name: /^Delete/ }).click();
  expect(useAlerts.getState().alerts).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('link', { name: 'SYM0 price above 2 USD' })).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Alerts' })).toHaveFocus();
});

test('restores no alert for which there is no room any more', async () => {
  const { screen } = await renderApp('/alerts');
  const trade = (index: number): AlertRule => {
    const other = `0:${String(index).repeat(64)}`;
    return { type: 'trade', address: other, symbol, minUsd: 1 };
  };
  for (let index = 0; index < 10; index += 1) saveAlert(trade(index), 'once');
  await screen
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  saveAlert({ type: 'trade', address, symbol, minUsd: 1 }, 'once');
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(useAlerts.getState().alerts).toHaveLength(10);
});

test('the history has the reason, the value, the time of the data, and what is missing of it', async () => {
  const { screen } = await renderApp('/alerts');
  saveAlert(price, 'hour');
  const [alert] = useAlerts.getState().alerts;
  if (!alert) throw new Error('no alert');
  const time = Date.parse('2026-01-29T07:50:12Z');
  const hole = {
    exchangeId: 'stonfi',
    from: '2026-01-29T07:10:00Z',
    to: '2026-01-29T07:30:00Z',
    seconds: 1200,
  };
  record([{ alert, firing: { time, value: 2.5, missing: [hole] } }]);
  record([{ alert, firing: { time: time + 1000, value: 2.6, missing: [], isLate: true } }]);
  const rows = screen.getByRole('table', { name: 'History' }).getByRole('row');
  await expect.element(rows.nth(2)).toHaveTextContent('2026-01-29 07:50:12');
  await expect.element(rows.nth(2)).toHaveTextContent('SYM0 price above 2 USD: 2.5 USD');
  await expect.element(rows.nth(2)).toHaveTextContent('STON.fi: 20 min missing, 2026-01-29 07:10–07:30 UTC');
  await expect.element(rows.nth(1)).toHaveTextContent('arrived late, so there was no notification');
  const clear = screen.getByRole('button', { name: 'Clear history' });
  await clear.click();
  expect(useAlertHistory.getState().entries).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(clear).toHaveFocus();
  expect(useAlertHistory.getState().entries).toHaveLength(2);
  expect(useAlertStates.getState().clearedAt).toBe(0);
});

test('the history links to the jettons', async () => {
  const { screen } = await renderApp('/alerts');
  const common = { repeat: 'hour', since: 0, isPaused: false } as const;
  const screenRule: AlertRule = { type: 'screen', name: 'New', query: '', rows: 20, event: 'enters' };
  const jettons = Array.from({ length: 6 }, (_, index) => listedJetton(index).identity);
  record([
    { alert: { ...common, id: 'screen', rule: screenRule }, firing: { time: 1000, missing: [], jettons } },
    { alert: { ...common, id: 'price', rule: price }, firing: { time: 0, value: 2.5, missing: [] } },
  ]);
  const rows = screen.getByRole('table', { name: 'History' }).getByRole('row');
  await expect
    .element(rows.nth(2).getByRole('link', { name: 'SYM0 price above 2 USD: 2.5 USD' }))
    .toHaveAttribute('href', `/jetton/${userFriendly}`);
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('SYM0, SYM1, SYM2, SYM3, SYM4, 1 more entered the top 20 of New');
  await expect
    .element(rows.nth(1).getByRole('link', { name: 'SYM4' }))
    .toHaveAttribute('href', `/jetton/${listedJetton(4).identity.userFriendly}`);
});

test('the key A in a row opens the form for its jetton', async () => {
  const { screen, url } = await renderApp('/', { fill, lists: { '': [jetton] } });
  const link = () => document.querySelector<HTMLElement>(`a[href="/jetton/${userFriendly}"]`);
  await expect.poll(link).not.toBeNull();
  link()?.focus();
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('dialog', { name: 'New alert' })).toBeVisible();
  expect(url()).toBe(`/alerts?address=${userFriendly}`);
});

test('the sound can be switched off', async () => {
  const { screen } = await renderApp('/alerts');
  await screen.getByRole('checkbox', { name: 'Sound' }).click();
  expect(useAlertSound.getState().isOn).toBe(false);
});

const pushed: Alert = { id: 'price', rule: price, repeat: 'once', since: 1_000_000, isPaused: false };

test('adds what the service has reported to the history once, and pauses alerts that fire once', () => {
  const firing = (time: number): Firing => ({ time, value: 3, missing: [] });
  const { since } = pushed;
  useAlerts.setState({ alerts: [pushed] });
  useAlertStates.setState({
    states: { price: { type: 'level', evaluatedAt: since + 1, isArmed: true, missing: [] } },
  });
  const firings = [
    { alertId: 'price', firing: firing(since + 60_000) },
    { alertId: 'price', firing: firing(since - 60_000) },
    { alertId: 'deleted', firing: firing(since + 60_000) },
  ];
  expect(recordPushed(firings)).toBe(true);
  expect(recordPushed(firings)).toBe(false);
  expect(useAlertHistory.getState().entries.map((entry) => entry.firing.time)).toEqual([since + 60_000]);
  expect(useAlerts.getState().alerts).toMatchObject([{ isPaused: true }]);
  expect(useAlertStates.getState().states).toEqual({});
  useAlertHistory.setState({ entries: [] });
  useAlertStates.setState({ clearedAt: since + 60_000 });
  expect(recordPushed(firings)).toBe(false);
  record([{ alert: pushed, firing: firing(since + 120_000) }]);
  expect(useAlertHistory.getState().entries).toHaveLength(1);
});

test('a device has at most 50 alerts, and ten that request by themselves', () => {
  const alertsOn = (rules: readonly AlertRule[]) =>
    useAlerts.setState({ alerts: rules.map((rule, index) => ({ ...pushed, id: String(index), rule })) });
  const screenOf = (query: string): AlertRule => ({
    type: 'screen',
    name: '',
    query,
    rows: 20,
    event: 'enters',
  });
  const trade: AlertRule = { type: 'trade', address, symbol, minUsd: 100 };
  alertsOn([...Array.from('012345678', screenOf), trade, price]);
  expect([price, screenOf('0'), trade].map((rule) => limitError(rule))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(limitError(screenOf('new'))).toBe(
    'At most 10 screens and jettons with alerts on trades: delete one first',
  );
  expect(limitError(screenOf('new'), '0')).toBeUndefined();
  alertsOn(Array.from({ length: MAX_ALERTS }, () => price));
  expect(limitError(price)).toBe('At most 50 alerts: delete one first');
  expect(limitError(price, '0')).toBeUndefined();
});

test('the switch for messages while no tab is open states why it is not available', async () => {
  stubPermission('granted');
  const original = Object.getOwnPropertyDescriptor(globalThis, 'PushManager');
  Reflect.deleteProperty(globalThis, 'PushManager');
  onTestFinished(() => {
    if (original) Object.defineProperty(globalThis, 'PushManager', original);
  });
  const { screen } = await renderApp('/alerts');
  const checkbox = screen.getByRole('checkbox', { name: 'Also when no tab is open' });
  await expect.element(checkbox).toBeDisabled();
  await expect.element(checkbox).toHaveAccessibleDescription('This browser does not support push messages');
});

test('the switch subscribes this browser with the alerts, and deletes them', async () => {
  stubPermission('granted').mockImplementation(async () => {
    Object.assign(Notification, { permission: 'granted' });
    return 'granted';
  });
  let subscription: object | undefined;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = {
        endpoint: 'https://push.example/1',
        options: { applicationServerKey: new ArrayBuffer(65) },
        toJSON: () => ({ keys: { p256dh: 'K'.repeat(87), auth: 'A'.repeat(22) } }),
        unsubscribe: async () => {
          subscription = undefined;
        },
      };
    },
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  const requests: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new Request(input).url;
    if (url.includes('/push/')) requests.push(url.slice(url.lastIndexOf('/') + 1));
    return Response.json(url.endsWith('key') ? { serverKey: 'B'.repeat(87) } : { firings: [] });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  saveAlert(price, 'hour');
  const { screen } = await renderApp('/alerts');
  const checkbox = screen.getByRole('checkbox', { name: 'Also when no tab is open' });
  await checkbox.click();
  await expect.element(checkbox).toBeChecked();
  expect(requests).toContain('subscribe');
  await checkbox.click();
  await expect.element(checkbox).not.toBeChecked();
  expect(requests).toContain('unsubscribe');
  expect(subscription).toBeUndefined();
});
