import { MAX_PRICE_LINES } from '#contract/page-links.ts';

/** Bounds of a price level, which keep it a positive number after scaling. */
const PRICE_BOUNDS = { min: 1e-30, max: 1e30 };
/** Significant digits of a price level, as many as labels show. */
const PRICE_LEVEL_DIGITS = 6;

/** Returns the distinct valid prices, at most ten, rounded to six significant digits. */
export function parsePriceLevels(prices: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(prices) ? prices : [prices];
  return [...new Set(list.flatMap((price) => parsePrice(price) ?? []))].slice(0, MAX_PRICE_LINES);
}

function parsePrice(text: unknown): number | undefined {
  const price =
    typeof text === 'number' || (typeof text === 'string' && /^\d+(\.\d+)?(e[+-]?\d{1,2})?$/.test(text))
      ? Number(Number(text).toPrecision(PRICE_LEVEL_DIGITS))
      : Number.NaN;
  return price >= PRICE_BOUNDS.min && price <= PRICE_BOUNDS.max ? price : undefined;
}
