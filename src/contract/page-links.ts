import { parseAddress, toUserFriendly } from './address.ts';

/** Paths of the dashboard's pages, with parameters in the router's notation. */
export const pagePaths = {
  screener: '/',
  watchlist: '/watchlist',
  compare: '/compare',
  device: '/device',
  paper: '/paper',
  newPools: '/new',
  charts: '/charts',
  alerts: '/alerts',
  jetton: '/jetton/$address',
  pool: '/jetton/$address/pool/$poolAddress',
  embed: '/embed/$address/$poolAddress',
} as const;
export type PageName = keyof typeof pagePaths;

/** After the name of a page or parameter, or after the first of an embed's two addresses. */
const BASE64_ADDRESS = /(?<=\/(?:jetton|pool|embed)\/|\/embed\/(?:[\w+/-]{48}|[^/]+)\/)[\w+/-]{48}(?=\/|$)/g;

/** Replaces addresses in base64 by their URL-safe form: a `/` in them would divide the path. */
export function withUrlSafeAddresses(path: string): string {
  return path.replace(BASE64_ADDRESS, (text) => {
    const address = parseAddress(text);
    return address === undefined ? text : toUserFriendly(address);
  });
}

/** The list of links to the screener that do not say otherwise. */
export const defaultList = { sort: 'volume24h', order: 'desc', excludeScam: true } as const;

/** URL query parameters of the chart, shared by the pool page and its embed. */
export const chartQueryParams = [
  'quote',
  'type',
  'interval',
  'range',
  'from',
  'to',
  'scale',
  'average',
  'tz',
  'empty',
  'activity',
  'line',
] as const;

export type ChartQueryParam = (typeof chartQueryParams)[number];

/** Charts of the page of several charts. */
export const MAX_CHARTS = 4;

/** Moving averages: simple and exponential. */
export const averageKinds = ['sma', 'ema'] as const;
export const MAX_AVERAGES = 3;
export const MAX_PRICE_LINES = 10;
/** Bounds of a moving average's length, in bars. */
export const averageLength = { min: 2, max: 500 } as const;

export const embedThemes = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

/** Returns the theme in the URL of an embed, also by the parameters of other embeds. */
export function embedTheme(parameters: { get(name: string): string | null }): EmbedTheme {
  const isLight = parameters.get('light_chart');
  const former = isLight === null ? 'auto' : isOn(isLight) ? 'light' : 'dark';
  const requested = parameters.get('theme') ?? parameters.get('chartTheme') ?? former;
  return embedThemes.find((theme) => theme === requested) ?? 'auto';
}

/** Returns the value of an option of an embed that is on unless it is turned off, such as `info`. */
export function isOn(text: string | null): boolean {
  return text !== '0' && text !== 'false';
}
