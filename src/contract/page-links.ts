import { parseAddress, toUserFriendly } from './address.ts';

/** Paths of the dashboard's pages, with parameters in the router's notation. */
export const pagePaths = {
  screener: '/',
  watchlist: '/watchlist',
  compare: '/compare',
  jetton: '/jetton/$address',
  pool: '/jetton/$address/pool/$poolAddress',
  embed: '/embed/$address/$poolAddress',
} as const;
export type PageName = keyof typeof pagePaths;

/** Replaces addresses in base64 by their URL-safe form: a `/` in them would divide the path. */
export function withUrlSafeAddresses(path: string): string {
  return path.replace(/(?<=\/(?:jetton|pool)\/)[\w+/-]{48}(?=\/|$)/g, (text) => {
    const address = parseAddress(text);
    return address === undefined ? text : toUserFriendly(address);
  });
}

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
  'line',
] as const;

export type ChartQueryParam = (typeof chartQueryParams)[number];

/** Moving averages: simple and exponential. */
export const averageKinds = ['sma', 'ema'] as const;
export const MAX_AVERAGES = 3;
export const MAX_PRICE_LINES = 10;
/** Bounds of a moving average's length, in bars. */
export const averageLength = { min: 2, max: 500 } as const;
