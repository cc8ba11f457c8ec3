export const priceUnits = ['counterpart', 'ton', 'usd'] as const;
/** The unit of a price. */
export type PriceUnit = (typeof priceUnits)[number];

/** Explains why the current price can differ from the newest bar. */
export const CURRENT_PRICE_HINT =
  'Price of the last swap at the current exchange rate. Charts use the rate at the time of each swap.';
