export interface PriceLine {
  /** Left to right, y downwards; none where no price is known. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly isFalling: boolean;
}

interface Box {
  readonly width: number;
  readonly height: number;
  /** Kept free above and below, for the stroke. */
  readonly margin: number;
}

/** Prices at equal distances, null where there was none yet, as a line that fills the box. */
export function priceLine(prices: readonly (number | null)[], { width, height, margin }: Box): PriceLine {
  const known = prices.flatMap((price, step) => (price === null ? [] : [{ step, price }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return { points: [], isFalling: false };
  const values = known.map(({ price }) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (price: number) =>
    high === low ? height / 2 : margin + ((high - price) / (high - low)) * (height - 2 * margin);
  return {
    points: known.map(({ step, price }) => ({ x: (step / (prices.length - 1)) * width, y: y(price) })),
    isFalling: last.price < first.price,
  };
}
