import { parseAddress } from '#contract/address.ts';
import {
  type EmbedTheme,
  embedTheme,
  embedThemes,
  isOn,
  withUrlSafeAddresses,
} from '#contract/page-links.ts';
import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import { type Interval, intervals } from '#web/chart/bars/intervals.ts';
import { type ChartView, viewLink } from '#web/chart/chart-view.ts';

/** The options in the URL of an embedded chart. */
export interface EmbedOptions {
  readonly address: string | undefined;
  readonly poolAddress: string | undefined;
  readonly view: ChartView;
  readonly theme: EmbedTheme;
  readonly toolbar: boolean;
  readonly legend: boolean;
  /** Pair and price above the chart. */
  readonly info: boolean;
  /** Volumes or numbers of swaps below the prices. */
  readonly swaps: boolean;
  readonly live: boolean;
  readonly locale: string | undefined;
  /** CSS colors that override the theme. */
  readonly colors: Readonly<Partial<Record<'bg' | 'up' | 'down', string>>>;
}

const PATH = /^\/embed(?:\/([^/]+))?(?:\/([^/]+))?\/?$/;

/** Parses the URL of an embed. Invalid values are ignored. */
export function parseEmbedOptions(path: string, search: string): EmbedOptions {
  const parameters = new URLSearchParams(search);
  const query = normalizeParameters(parameters);
  const flag = (name: string) => isOn(parameters.get(name));
  const [, address, poolAddress] = PATH.exec(withUrlSafeAddresses(path)) ?? [];
  return {
    address: parseEmbedAddress(address),
    poolAddress: parseEmbedAddress(poolAddress),
    view: viewLink.parse(query),
    theme: embedTheme(parameters),
    toolbar: flag('toolbar'),
    legend: flag('legend'),
    info: flag('info'),
    swaps: flag('swaps'),
    live: flag('live'),
    locale: parseLocale(query.locale),
    colors: {
      ...parseColor('bg', query.bg),
      ...parseColor('up', query.up),
      ...parseColor('down', query.down),
    },
  };
}

function parseEmbedAddress(text: string | undefined): string | undefined {
  try {
    return parseAddress(decodeURIComponent(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Values of `chartStyle`. */
const CHART_STYLES: Readonly<Record<string, string>> = { 0: 'bars', 1: 'candles', 2: 'line', 3: 'area' };
/** Intervals as GeckoTerminal and DEX Screener write them. */
const INTERVAL_ALIASES: Readonly<Record<string, string>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  60: '1h',
  240: '4h',
  '1D': '1d',
  '1W': '1w',
  '1S': '1s',
};

/** Maps the parameters of GeckoTerminal and DEX Screener embeds to ours, so that sites can switch by changing the URL. */
function normalizeParameters(parameters: URLSearchParams): Readonly<Record<string, unknown>> {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const interval = text('interval') ?? text('resolution');
  const inUsd = text('chartType')?.toLowerCase() === 'usd';
  return {
    ...Object.fromEntries(parameters),
    average: parameters.getAll('average'),
    line: parameters.getAll('line'),
    interval: interval && (INTERVAL_ALIASES[interval] ?? interval),
    type: text('type') ?? CHART_STYLES[text('chartStyle') ?? ''],
    quote: text('quote') ?? (inUsd ? 'usd' : undefined),
    bg: text('bg') ?? text('bg_color'),
  };
}

/** Hexadecimal only: the color is inserted into a style. */
function parseColor<Name extends string>(name: Name, text: unknown): Partial<Record<Name, string>> {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typeof text === 'string' ? text : '') ?? [];
  return digits === undefined
    ? {}
    : ({ [name]: `#${digits.toLowerCase()}` } as Partial<Record<Name, string>>);
}

function parseLocale(text: unknown): string | undefined {
  try {
    const [locale] = typeof text === 'string' ? Intl.getCanonicalLocales(text) : [];
    return locale;
  } catch {
    return undefined;
  }
}

/** Messages from an embed to its host page. */
export type EmbedMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'range'; readonly from: number; readonly to: number }
  | { readonly type: 'height'; readonly height: number };

/** Messages from the host page. */
export type EmbedCommand =
  | { readonly type: 'setTheme'; readonly theme: EmbedTheme }
  | { readonly type: 'setInterval'; readonly interval: Interval }
  | { readonly type: 'setQuote'; readonly quote: PriceUnit };

/** Posts to any origin: the messages contain no confidential data. */
export function postToHost(message: EmbedMessage): void {
  if (parent !== window) parent.postMessage({ source: 'jetscope', ...message }, '*');
}

/** Returns undefined if the data is not a valid command. */
export function parseCommand(data: unknown): EmbedCommand | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, theme, interval, quote } = data as Readonly<Record<string, unknown>>;
  const validTheme = embedThemes.find((value) => value === theme);
  const validInterval = intervals.find((value) => value === interval);
  const validQuote = priceUnits.find((value) => value === quote);
  if (type === 'setTheme' && validTheme) return { type, theme: validTheme };
  if (type === 'setInterval' && validInterval) return { type, interval: validInterval };
  return type === 'setQuote' && validQuote ? { type, quote: validQuote } : undefined;
}

/** Ignores messages from other windows than the host page. */
export function onCommand(listener: (command: EmbedCommand) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const command = source === parent && parent !== window ? parseCommand(data) : undefined;
    if (command) listener(command);
  });
}
