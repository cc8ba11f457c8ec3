/**
 * Limits on what an import stores. Together they keep every number that is computed from a dataset, the ratio of two
 * prices in USD included, within 10^±300: PostgreSQL's numeric holds far more, a double (charts, `changePercent`)
 * ends at 10^±308.
 */

/** Base units: integers of TON's virtual machine have at most 256 bits without a sign. */
export const MAX_BASE_UNITS = 2n ** 256n - 1n;

/**
 * Decimal numbers (volumes, exchange rates) are 0 or from 10^−40 to 10^40, and so are prices; a swap's amounts, in
 * whole units, are at least 10^−40. An Amount has at most 40 decimals (metrics.md), so that nothing smaller could be
 * shown; the largest real values (a jetton's price in another jetton) stay under 10^30.
 *
 * A price in USD is a product of at most three prices: 10^±120, and the ratio of two 10^±240. A volume is at least
 * 10^−40 × 10^−80 and at most 10^77 (256 bits) × 10^80 for each of 10^9 swaps: their ratio is under 10^290.
 */
export const MAX_ORDERS_OF_MAGNITUDE = 40;

/** No decimal number is written longer than this: every digit behind the point makes all later arithmetic slower. */
export const MAX_DECIMAL_LENGTH = 100;

/** In UTF-16 units. The longest of the public asset list: name 54, symbol 39, description 1,285, image 283. */
export const MAX_TEXT_LENGTHS = {
  name: 1_000,
  symbol: 1_000,
  description: 20_000,
  // On-chain metadata may hold a small image itself, as a data URL.
  image: 20_000,
  type: 100,
} as const;

/** `websites` and `social` each; the public asset list has up to 9 links of up to 221 characters. */
export const MAX_LINKS = 100;
export const MAX_LINK_LENGTH = 2_048;
