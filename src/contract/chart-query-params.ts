/** The parts of an address that say what its chart shows: the same for a pool's page and for an embed of it. */
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
] as const;

export type ChartQueryParam = (typeof chartQueryParams)[number];

/** Moving averages: simple and exponential. */
export const averageKinds = ['sma', 'ema'] as const;
export const MAX_AVERAGES = 3;
/** Bounds of a moving average's length, in bars. */
export const averageLength = { min: 2, max: 500 } as const;
