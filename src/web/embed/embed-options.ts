import { parseAddress } from '#contract/address.ts';
import { type ChartView, defaultView, parseView, type Query } from '#web/chart/chart-view.ts';

export const embedThemes = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

/** What an embedded chart was asked for by its address. */
export interface EmbedOptions {
  readonly address: string | undefined;
  readonly poolAddress: string | undefined;
  readonly view: ChartView;
  readonly theme: EmbedTheme;
  readonly toolbar: boolean;
  readonly legend: boolean;
  /** Pair and price above the chart. */
  readonly info: boolean;
  /** Columns that count ticks. */
  readonly swaps: boolean;
  readonly live: boolean;
  readonly locale: string | undefined;
  /** CSS colours in place of the theme's. */
  readonly colours: Readonly<Partial<Record<'bg' | 'up' | 'down', string>>>;
}

const PATH = /^\/embed(?:\/([^/]+))?(?:\/([^/]+))?\/?$/;

/** Reads the address of an embed. A value that is not understood is as if it were not there. */
export function parseEmbedOptions(path: string, search: string): EmbedOptions {
  const query = normalizeParameters(new URLSearchParams(search));
  const [, address, poolAddress] = PATH.exec(path) ?? [];
  return {
    address: addressOf(address),
    poolAddress: addressOf(poolAddress),
    view: { ...defaultView, ...parseView(query) },
    theme: embedThemes.find((theme) => theme === query.theme) ?? 'auto',
    toolbar: flag(query.toolbar, true),
    legend: flag(query.legend, true),
    info: flag(query.info, true),
    swaps: flag(query.swaps, true),
    live: flag(query.live, true),
    locale: localeOf(query.locale),
    colours: {
      ...colour('bg', query.bg),
      ...colour('up', query.up),
      ...colour('down', query.down),
    },
  };
}

function addressOf(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : parseAddress(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

const STYLES: Readonly<Record<string, string>> = { 0: 'bars', 1: 'candles', 2: 'line', 3: 'area' };
const MINUTES: Readonly<Record<string, string>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  60: '1h',
  240: '4h',
  '1D': '1d',
  '1W': '1w',
  '1S': '1s',
};

/** Our own names, from ours and from those of the two best-known embeds, so that a site can change the address alone. */
function normalizeParameters(parameters: URLSearchParams): Query {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const interval = text('interval') ?? text('resolution');
  const inUsd = text('chartType')?.toLowerCase() === 'usd';
  return {
    ...Object.fromEntries([...parameters].map(([name, value]) => [name, value])),
    average: parameters.getAll('average'),
    interval: interval && (MINUTES[interval] ?? interval),
    type: text('type') ?? STYLES[text('chartStyle') ?? ''],
    quote: text('quote') ?? (inUsd ? 'usd' : undefined),
    theme: text('theme') ?? text('chartTheme') ?? themeOf(text('light_chart')),
    bg: text('bg') ?? text('bg_color'),
  };
}

function themeOf(isLight: string | undefined): EmbedTheme | undefined {
  if (isLight === undefined) return undefined;
  return flag(isLight, false) ? 'light' : 'dark';
}

function flag(text: unknown, fallback: boolean): boolean {
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : fallback;
}

/** Hexadecimal only: a colour is the one text of an embed that ends up in its style. */
function colour<Name extends string>(name: Name, text: unknown): Partial<Record<Name, string>> {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typeof text === 'string' ? text : '') ?? [];
  return digits === undefined
    ? {}
    : ({ [name]: `#${digits.toLowerCase()}` } as Partial<Record<Name, string>>);
}

function localeOf(text: unknown): string | undefined {
  try {
    const [locale] = typeof text === 'string' ? Intl.getCanonicalLocales(text) : [];
    return locale;
  } catch {
    return undefined;
  }
}
