/** Units of prices and volumes in a market. */
export const priceUnits = ['counterpart', 'ton', 'usd'] as const;
export type PriceUnit = (typeof priceUnits)[number];
