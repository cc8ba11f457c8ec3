export const priceUnits = ['counterpart', 'ton', 'usd'] as const;
/** The unit of a price. */
export type PriceUnit = (typeof priceUnits)[number];
