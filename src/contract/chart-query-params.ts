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
