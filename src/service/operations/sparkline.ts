export interface Sparkline {
  /** From left to right, with y pointing down. Empty if there are no prices. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly isFalling: boolean;
}

interface Box {
  readonly width: number;
  readonly height: number;
  /** Vertical space for the stroke at the top and at the bottom. */
  readonly margin: number;
}

/** Scales equidistant prices to a line that fills the box. A price is null before the first trade. */
export function sparkline(prices: readonly (number | null)[], { width, height, margin }: Box): Sparkline {
  const priced = prices.flatMap((price, step) => (price === null ? [] : [{ step, price }]));
  const [first, last] = [priced[0], priced.at(-1)];
  if (!first || !last) return { points: [], isFalling: false };
  const values = priced.map(({ price }) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (price: number) =>
    high === low ? height / 2 : margin + ((high - price) / (high - low)) * (height - 2 * margin);
  return {
    points: priced.map(({ step, price }) => ({ x: (step / (prices.length - 1)) * width, y: y(price) })),
    isFalling: last.price < first.price,
  };
}
