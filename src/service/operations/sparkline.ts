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

/** Smaller changes do not fill the height, or 0.03 % would look like a crash. As a share of the middle price. */
const MIN_SPAN = 0.01;

/** Scales equidistant prices to a line that fills the box. A price is null before the first trade. */
export function sparkline(prices: readonly (number | null)[], { width, height, margin }: Box): Sparkline {
  const priced = prices.flatMap((price, step) => (price === null ? [] : [{ step, price }]));
  const [first, last] = [priced[0], priced.at(-1)];
  if (!first || !last) return { points: [], isFalling: false };
  const values = priced.map(({ price }) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const middle = (low + high) / 2;
  const span = Math.max(high - low, middle * MIN_SPAN);
  const y = (price: number) =>
    height / 2 + (span === 0 ? 0 : ((middle - price) / span) * (height - 2 * margin));
  return {
    points: priced.map(({ step, price }) => ({ x: (step / (prices.length - 1)) * width, y: y(price) })),
    isFalling: last.price < first.price,
  };
}
