export const quotes = ['counterpart', 'ton', 'usd'] as const;
/** The unit of a price. */
export type Quote = (typeof quotes)[number];
