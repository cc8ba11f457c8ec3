/** The parts of an address that say what its chart shows: the same for a pool's page and for an embed of it. */
export const chartQueryNames = [
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

export type ChartQueryName = (typeof chartQueryNames)[number];
