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
