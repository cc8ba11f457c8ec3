import { hashKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MAX_ALERTS, MAX_HISTORY, useAlertHistory, useAlertSound, useAlerts } from '#web/alerts/alerts.ts';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import { MAX_POOLS, useDrawings } from '#web/chart/drawings/stored-drawings.ts';
import type { PersistedStore, StoredKey } from '#web/kit/device/persisted-store.ts';
import {
  useCharacterKeys,
  useColorPair,
  useLiveUpdates,
  usePersistedCurrency,
} from '#web/kit/device/preferences.ts';
import { type Theme, themes, useTheme } from '#web/kit/device/theme.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import { useSidePanel } from '#web/pool/pool-layout.ts';
import { MAX_CHARTS, usePriceLevels } from '#web/pool/price-levels.ts';
import { MAX_PAPER_TRADES, usePaperJournal } from '#web/price-impact/paper-journal.ts';
import { paperTradeKey, parseTrade } from '#web/price-impact/paper-trades.ts';
import { useSavedScreens } from '#web/screener/saved-screens.ts';
import { MAX_SCREENS } from '#web/screener/screen-file.ts';
import { useFilterPanel } from '#web/screener/use-filter-panel.ts';
import { keyOf, MAX_RECENT, useRecentSearches } from '#web/search/found-item.ts';
import { listsSchema, MAX_LISTS, readLists, setLists } from '#web/watchlist/watchlists.ts';

export const partNames = [
  'screens',
  'watchlists',
  'levels',
  'drawings',
  'paper',
  'alerts',
  'reports',
  'searches',
  'settings',
] as const;
export type PartName = (typeof partNames)[number];

/** What is saved, by name. */
type Items = ReadonlyMap<string, unknown>;

/** One kind of what pages store on the device. */
interface Part {
  readonly label: string;
  readonly max: number;
  readonly read: () => Items;
  /** Replaces all items by valid ones. */
  readonly write: (items: Items) => void;
  /** Returns an item as pages store it; undefined if it is invalid. */
  readonly check: (name: string, item: unknown) => unknown;
  /** Returns what an item becomes that both have. By default, the imported one replaces it. */
  readonly merge?: (mine: unknown, imported: unknown) => unknown;
  /** The title of an item; undefined if items have none. */
  readonly titleOf: (name: string) => string | undefined;
}

/** A part that is one store. */
function storePart<Value extends object>(
  store: PersistedStore<Value>,
  toItems: (value: Value) => Items,
  toStored: (items: Items) => unknown,
): Pick<Part, 'read' | 'write' | 'check'> {
  return {
    read: () => toItems(store.getState()),
    write: (items) => store.setState(store.parse(toStored(items)), true),
    check: (name, item) => toItems(store.parse(toStored(new Map([[name, item]])))).get(name),
  };
}

interface Setting {
  readonly label: string;
  readonly read: () => unknown;
  readonly write: (value: unknown) => void;
  /** Returns a valid value for any JSON. */
  readonly parse: (stored: unknown) => unknown;
}

function storedSetting<Value extends object>(label: string, store: PersistedStore<Value>): Setting {
  return {
    label,
    read: store.getState,
    write: (value) => store.setState(store.parse(value), true),
    parse: store.parse,
  };
}

const parseTheme = (stored: unknown): Theme => themes.find((theme) => theme === stored) ?? 'system';

type PartKey =
  `jetscope.${'screens' | 'watchlist' | 'watchlists' | 'lines' | 'drawings' | 'paper' | 'alerts' | 'alert-history' | 'recent-searches'}`;

const settings: Readonly<Record<Exclude<StoredKey, PartKey> | 'jetscope.theme', Setting>> = {
  'jetscope.theme': {
    label: 'Theme',
    read: () => useTheme.getState().chosen,
    write: (value) => useTheme.getState().choose(parseTheme(value)),
    parse: parseTheme,
  },
  'jetscope.colours': storedSetting('Colors', useColorPair),
  'jetscope.currency': storedSetting('Currency', usePersistedCurrency),
  'jetscope.table': storedSetting('Table', useTableLayout),
  'jetscope.filters': storedSetting('Filter panel', useFilterPanel),
  'jetscope.panel': storedSetting('Panel next to charts', useSidePanel),
  'jetscope.keys': storedSetting('Shortcuts', useCharacterKeys),
  'jetscope.live': storedSetting('Live updates', useLiveUpdates),
  'jetscope.alert-sound': storedSetting('Sound of alerts', useAlertSound),
};
const settingByKey = new Map<string, Setting>(Object.entries(settings));

const stringsSchema = z.array(z.string());

/** Returns the distinct texts of both lists. */
function mergeTexts(mine: unknown, imported: unknown): string[] {
  return [...new Set([...stringsSchema.parse(mine), ...stringsSchema.parse(imported)])];
}

export const parts: Readonly<Record<PartName, Part>> = {
  screens: {
    label: 'Saved screens',
    max: MAX_SCREENS,
    ...storePart(
      useSavedScreens,
      ({ screens }) => new Map(screens.map(({ name, query }) => [name, query])),
      (items) => ({ screens: Array.from(items, ([name, query]) => ({ name, query })) }),
    ),
    titleOf: (name) => name,
  },
  watchlists: {
    label: 'Watchlists',
    max: MAX_LISTS,
    read: () => new Map(readLists().lists.map(({ name, addresses }) => [name, addresses])),
    write: (items) => {
      const lists = Array.from(items, ([name, addresses]) => ({ name, addresses }));
      setLists({ open: readLists().open, lists: listsSchema.parse(lists) });
    },
    check: (name, addresses) => z.safeParse(listsSchema, [{ name, addresses }]).data?.[0]?.addresses,
    merge: mergeTexts,
    titleOf: (name) => name,
  },
  levels: {
    label: 'Charts with price lines',
    max: MAX_CHARTS,
    ...storePart(
      usePriceLevels,
      ({ charts }) => new Map(Object.entries(charts)),
      (items) => ({ charts: Object.fromEntries(items) }),
    ),
    titleOf: () => undefined,
  },
  paper: {
    label: 'Paper trades',
    max: MAX_PAPER_TRADES,
    ...storePart(
      usePaperJournal,
      ({ trades }) =>
        new Map(
          trades.flatMap((text) => {
            const trade = parseTrade(text);
            return trade ? [[paperTradeKey(trade), text] as const] : [];
          }),
        ),
      (items) => ({ trades: [...items.values()] }),
    ),
    titleOf: () => undefined,
  },
  drawings: {
    label: 'Charts with drawings',
    max: MAX_POOLS,
    ...storePart(
      useDrawings,
      ({ pools }) => new Map(Object.entries(pools)),
      (items) => ({ pools: Object.fromEntries(items) }),
    ),
    merge: (mine, imported) => mergeTexts(mine, imported).slice(0, MAX_DRAWINGS),
    titleOf: () => undefined,
  },
  alerts: {
    label: 'Alerts',
    max: MAX_ALERTS,
    ...storePart(
      useAlerts,
      ({ alerts }) => new Map(alerts.map((alert) => [alert.id, alert])),
      (items) => ({ alerts: [...items.values()] }),
    ),
    titleOf: () => undefined,
  },
  reports: {
    label: 'Reports of alerts',
    max: MAX_HISTORY,
    ...storePart(
      useAlertHistory,
      ({ entries }) => new Map(entries.map((entry) => [hashKey([entry]), entry])),
      (items) => ({ entries: [...items.values()] }),
    ),
    titleOf: () => undefined,
  },
  searches: {
    label: 'Recent searches',
    max: MAX_RECENT,
    ...storePart(
      useRecentSearches,
      ({ recent }) => new Map(recent.map((search) => [keyOf(search), search])),
      (items) => ({ recent: [...items.values()] }),
    ),
    titleOf: () => undefined,
  },
  settings: {
    label: 'Settings',
    max: settingByKey.size,
    read: () => new Map(Array.from(settingByKey, ([key, setting]) => [key, setting.read()])),
    write: (items) => {
      for (const [key, value] of items) settingByKey.get(key)?.write(value);
    },
    check: (key, value) => {
      const parsed = settingByKey.get(key)?.parse(value);
      return isSame(parsed, value) ? parsed : undefined;
    },
    titleOf: (key) => settingByKey.get(key)?.label,
  },
};

function isSame(a: unknown, b: unknown): boolean {
  return hashKey([a]) === hashKey([b]);
}

const fileSchema = z.object({
  format: z.literal('jetscope device'),
  version: z.literal(1),
  saved: z.partialRecord(z.enum(partNames), z.array(z.object({ name: z.string(), item: z.unknown() }))),
});
export type DeviceFile = z.output<typeof fileSchema>['saved'];

/** Returns the JSON text of a file with all that pages store on this device. */
export function serializeDevice(): string {
  const saved = Object.fromEntries(
    partNames.map((part) => [part, Array.from(parts[part].read(), ([name, item]) => ({ name, item }))]),
  );
  return `${JSON.stringify({ format: 'jetscope device', version: 1, saved }, undefined, 2)}\n`;
}

/** Returns what a file contains, or undefined if it is not one of this format. Its items can be invalid. */
export function parseDeviceFile(text: string): DeviceFile | undefined {
  try {
    return z.safeParse(fileSchema, JSON.parse(text)).data?.saved;
  } catch {
    return undefined;
  }
}

/** What the import of a part changes, by names of items. */
export interface PartChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Number of items that this device has already. */
  readonly same: number;
  readonly invalid: number;
  /** Number of items beyond the maximum. */
  readonly skipped: number;
  /** All items after the import. */
  readonly result: Items;
}

/** Returns what the import of a part of a file would change; undefined if the file does not have it. */
export function previewPart(name: PartName, file: DeviceFile): PartChange | undefined {
  const imported = file[name];
  if (imported === undefined) return undefined;
  const { max, read, check, merge = (_mine: unknown, item: unknown) => item } = parts[name];
  const result = new Map(read());
  const [added, changed]: [string[], string[]] = [[], []];
  let [same, invalid, skipped] = [0, 0, 0];
  for (const { name: key, item: raw } of imported) {
    const item = check(key, raw);
    const mine = result.get(key);
    if (item === undefined) {
      invalid += 1;
      continue;
    }
    const merged = mine === undefined ? item : merge(mine, item);
    if (mine === undefined && result.size >= max) skipped += 1;
    else if (isSame(mine, merged)) same += 1;
    else {
      (mine === undefined ? added : changed).push(key);
      result.set(key, merged);
    }
  }
  return { added, changed, same, invalid, skipped, result };
}

/** Stores parts as previewed. Returns a function that restores what they were. */
export function importParts(changes: ReadonlyMap<PartName, PartChange>): () => void {
  const before = Array.from(changes, ([name]) => [name, parts[name].read()] as const);
  for (const [name, { result }] of changes) parts[name].write(result);
  return () => {
    for (const [name, items] of before) parts[name].write(items);
  };
}
