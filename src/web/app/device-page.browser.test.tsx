import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toUserFriendly } from '#contract/address.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { useAlertHistory, useAlertSound, useAlerts } from '#web/alerts/alerts.ts';
import { useDrawings } from '#web/chart/drawings/stored-drawings.ts';
import type { PersistedStore, StoredKey } from '#web/kit/device/persisted-store.ts';
import {
  useCharacterKeys,
  useColorPair,
  useLiveUpdates,
  usePersistedCurrency,
} from '#web/kit/device/preferences.ts';
import { useTheme } from '#web/kit/device/theme.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import { useWatchlist } from '#web/list/watchlist.ts';
import { useSidePanel } from '#web/pool/pool-layout.ts';
import { usePriceLevels } from '#web/pool/price-levels.ts';
import { usePaperJournal } from '#web/price-impact/paper-journal.ts';
import { saveScreens, useSavedScreens } from '#web/screener/saved-screens.ts';
import { useFilterPanel } from '#web/screener/use-filter-panel.ts';
import { useRecentSearches } from '#web/search/found-item.ts';
import { createList, readLists, useWatchlists } from '#web/watchlist/watchlists.ts';
import { importParts, parseDeviceFile, partNames, previewPart, serializeDevice } from './device-data.ts';

const address = `0:${'1'.repeat(64)}`;

async function chooseFile(text: string) {
  await userEvent.upload(page.getByLabelText('File of a device'), new File([text], 'device.json'));
}

test('an import is previewed, can leave parts out, and can be undone', async () => {
  const { screen } = await renderApp('/device');
  saveScreens([
    { name: 'Fresh', query: '?age.max=1' },
    { name: 'Trusted', query: '?trustScore.min=20' },
  ]);
  createList('Bets', [address]);
  useTheme.getState().choose('dark');
  const file = serializeDevice();
  saveScreens([{ name: 'Trusted', query: '' }]);
  useSavedScreens.setState(({ screens }) => ({ screens: screens.filter(({ name }) => name !== 'Fresh') }));
  useTheme.getState().choose('system');
  await chooseFile(file);
  const preview = screen.getByRole('region', { name: 'What the import changes' });
  await expect.element(preview.getByLabelText('Saved screens: 1 new, 1 changed')).toBeChecked();
  await expect.element(preview.getByText('New: Fresh')).toBeVisible();
  await expect.element(preview.getByText('Changed: Trusted')).toBeVisible();
  await expect.element(preview.getByLabelText('Watchlists: 2 unchanged')).toBeDisabled();
  await preview.getByLabelText('Settings: 1 changed, 8 unchanged').click();
  await preview.getByRole('button', { name: 'Import' }).click();
  await expect.element(screen.getByText('Imported: saved screens.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'This device' })).toHaveFocus();
  expect(useTheme.getState().chosen).toBe('system');
  expect(useSavedScreens.getState().screens).toEqual([
    { name: 'Trusted', query: '?trustScore.min=20' },
    { name: 'Fresh', query: '?age.max=1' },
  ]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Restored.')).toBeVisible();
  expect(useSavedScreens.getState().screens).toEqual([{ name: 'Trusted', query: '' }]);
  expect(readLists().lists.map(({ name }) => name)).toEqual(['Bets', 'Watchlist']);
});

test('imported drawings are added to those of their pool', () => {
  const pools = (texts: readonly string[]) => ({ pools: { pool: texts } });
  const remove = change(useDrawings, pools(['level_usd_1_1', 'level_usd_1_2']));
  const preview = previewPart('drawings', {
    drawings: [{ name: 'pool', item: ['level_usd_1_2', 'level_usd_1_3'] }],
  });
  expect(preview?.changed).toEqual(['pool']);
  importParts(new Map(preview && [['drawings', preview]]));
  expect(useDrawings.getState()).toEqual(pools(['level_usd_1_1', 'level_usd_1_2', 'level_usd_1_3']));
  remove();
});

test('invalid items of names that this device has are counted', async () => {
  const { screen } = await renderApp('/device');
  createList('Bets', [address]);
  const remove = change(useDrawings, { pools: { pool: ['level_usd_1_1'] } });
  const saved = {
    watchlists: [{ name: 'Bets', item: ['nonsense'] }],
    drawings: [{ name: 'pool', item: 7 }],
    levels: [{ name: 'pool', item: 7 }],
  };
  await chooseFile(JSON.stringify({ format: 'jetscope device', version: 1, saved }));
  const preview = screen.getByRole('region', { name: 'What the import changes' });
  await expect.element(preview.getByLabelText('Watchlists: 1 invalid')).toBeDisabled();
  await expect.element(preview.getByLabelText('Charts with drawings: 1 invalid')).toBeDisabled();
  await expect.element(preview.getByLabelText('Charts with price lines: 1 invalid')).toBeDisabled();
  remove();
});

test('another file changes nothing', async () => {
  const { screen } = await renderApp('/device');
  await chooseFile('{"format":"jetscope screens","version":1,"screens":[]}');
  await expect.element(screen.getByText(/^This file was not exported here/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import', exact: true }).elements()).toHaveLength(0);
});

/** Stores something under a key. Returns the function that removes it. */
function change<Value extends object>(store: PersistedStore<Value>, value: Value): () => void {
  store.setState(value);
  return () => store.setState(store.parse(null), true);
}

const rule = { type: 'price', address, symbol: 'NOT', side: 'above', value: 2 } as const;

const changes: Readonly<Record<StoredKey, () => () => void>> = {
  'jetscope.alerts': () =>
    change(useAlerts, {
      alerts: [{ id: 'a', rule, repeat: 'hour', since: 1_769_672_927_000, isPaused: false }],
    }),
  'jetscope.alert-history': () =>
    change(useAlertHistory, {
      entries: [{ alertId: 'a', rule, firing: { time: 1_769_672_927_000, value: 3, missing: [] } }],
    }),
  'jetscope.alert-sound': () => change(useAlertSound, { isOn: false }),
  'jetscope.colours': () => change(useColorPair, { pair: 'blue-orange' }),
  'jetscope.currency': () => change(usePersistedCurrency, { currency: 'eur', fiat: 'eur' }),
  'jetscope.drawings': () =>
    change(useDrawings, {
      pools: { [`${address} ${address}`]: ['level_usd_1_1.5', 'level_ton_1_2_locked'] },
    }),
  'jetscope.filters': () => change(useFilterPanel, { isShut: true }),
  'jetscope.lines': () => change(usePriceLevels, { charts: { [`${address} ${address} usd`]: [1.5, 2] } }),
  'jetscope.keys': () => change(useCharacterKeys, { areOff: true }),
  'jetscope.live': () => change(useLiveUpdates, { isPaused: false }),
  'jetscope.panel': () => change(useSidePanel, { isFolded: true, width: 480 }),
  'jetscope.paper': () =>
    change(usePaperJournal, {
      trades: [`b_${toUserFriendly(address)}_${toUserFriendly(address)}_100e9_1769672927_5_30`],
    }),
  'jetscope.recent-searches': () =>
    change(useRecentSearches, { recent: [{ address, title: 'NOT', name: 'Notcoin' }] }),
  'jetscope.screens': () => change(useSavedScreens, { screens: [{ name: '__proto__', query: '?a=1' }] }),
  'jetscope.table': () =>
    change(useTableLayout, { ...useTableLayout.getState(), density: 'comfortable', widths: { price: 120 } }),
  'jetscope.watchlist': () => change(useWatchlist, { addresses: [address] }),
  'jetscope.watchlists': () =>
    change(useWatchlists, { name: 'Bets', others: [{ name: 'More', addresses: [address] }] }),
};

test('a file restores all that pages store', async () => {
  await renderApp('/device');
  const removers = Object.values(changes).map((store) => store());
  useTheme.getState().choose('light');
  const stored = { ...localStorage };
  expect(Object.keys(stored)).toEqual(expect.arrayContaining([...Object.keys(changes), 'jetscope.theme']));
  const file = parseDeviceFile(serializeDevice()) ?? {};
  for (const remove of removers) remove();
  useTheme.getState().choose('system');
  expect({ ...localStorage }).not.toEqual(stored);
  importParts(
    new Map(
      partNames.flatMap((name) => {
        const part = previewPart(name, file);
        return part ? [[name, part] as const] : [];
      }),
    ),
  );
  expect(readLists()).toEqual({
    open: 'Watchlist',
    lists: [
      { name: 'Bets', addresses: [address] },
      { name: 'More', addresses: [address] },
      { name: 'Watchlist', addresses: [] },
    ],
  });
  const { 'jetscope.watchlist': _, 'jetscope.watchlists': __, ...others } = stored;
  expect({ ...localStorage }).toMatchObject(others);
});

test('invalid items, and those beyond the maximum, are counted and left out', async () => {
  await renderApp('/device');
  saveScreens(Array.from({ length: 199 }, (_, index) => ({ name: `Screen ${index}`, query: '' })));
  const saved = {
    screens: [
      { name: 'Screen 1', item: '' },
      { name: 'Last', item: '?a=1' },
      { name: 'One too many', item: '' },
      { name: '', item: '?a=2' },
      { name: 'Number', item: 7 },
    ],
    watchlists: [
      { name: 'Bets', item: [address, 'https://evil.example'] },
      { name: 'Good', item: [address] },
    ],
    drawings: [
      { name: 'pool', item: ['level_usd_1_2'] },
      { name: 'other', item: ['level_usd_1_-2'] },
    ],
    settings: [
      { name: 'jetscope.theme', item: 'pink' },
      { name: 'jetscope.unknown', item: 1 },
    ],
    passwords: [],
  };
  expect(parseDeviceFile(JSON.stringify({ format: 'jetscope device', version: 1, saved }))).toBeUndefined();
  const { passwords: _, ...known } = saved;
  const file = parseDeviceFile(JSON.stringify({ format: 'jetscope device', version: 1, saved: known })) ?? {};
  expect(previewPart('screens', file)).toMatchObject({
    added: ['Last'],
    changed: [],
    same: 1,
    invalid: 2,
    skipped: 1,
  });
  expect(previewPart('watchlists', file)).toMatchObject({ added: ['Good'], invalid: 1 });
  expect(previewPart('drawings', file)).toMatchObject({ added: ['pool'], invalid: 1 });
  expect(previewPart('settings', file)).toMatchObject({ changed: [], invalid: 2 });
  expect(previewPart('levels', file)).toBeUndefined();
});
