/** Explains why the current price can differ from the newest bar. */
export const CURRENT_PRICE_HINT =
  'Price of the last swap at the current exchange rate. Charts use the rate at the time of each swap.';
