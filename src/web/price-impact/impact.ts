/** Effect of a trade on the price. */
export interface PriceImpact {
  /** What is paid in them is less the fee. */
  readonly parts: readonly TradePart[];
  /** With the fee. */
  readonly paid: bigint;
  readonly received: bigint;
  /**
   * Share of the amount due at the reference pool's price that is not received, also because of the fee, up to 1. Negative
   * if other pools have a better price.
   */
  readonly loss: number;
  /** The share by which the trade makes the reference pool's price worse, 0 to 1. */
  readonly drop: number;
}

/**
 * Returns the impact of a trade that is divided optimally among constant-product pools in the same base units, on the price
 * of the pool at index `reference`. All take the same fee. Returns undefined if the pools hold too little, or if the amount is
 * too small to receive anything.
 */
export function priceImpact(
  pools: readonly Reserves[],
  trade: TradeAmount,
  reference = 0,
  fee = 0,
): PriceImpact | undefined {
  const usable = pools.filter(({ input, output }) => input > 0n && output > 0n);
  const before = pools[reference];
  const exchanged = trade.side === 'paid' ? { ...trade, amount: lessFee(trade.amount, fee) } : trade;
  const split = before && usable.includes(before) ? bestSplit(usable, exchanged) : undefined;
  if (!before || !split) return undefined;
  const paid = trade.side === 'paid' ? trade.amount : withFee(total(split, 'paid'), fee);
  const received = total(split, 'received');
  if (paid === 0n || received === 0n) return undefined;
  const parts = split.map((part) => ({ ...part, index: pools.indexOf(usable[part.index] ?? before) }));
  const own = parts.find(({ index }) => index === reference);
  const after = own ? afterTrade(before, own.paid, own.received) : before;
  return {
    parts,
    paid,
    received,
    loss: 1 - ratio(received * before.input, paid * before.output),
    drop: 1 - ratio(after.output * before.input, after.input * before.output),
  };
}

const RATIO_DIGITS = 18;

/** Returns the ratio of two positive integers of any size, with 18 decimals. */
export function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 10n ** BigInt(RATIO_DIGITS)) / denominator) / 10 ** RATIO_DIGITS;
}

export type ImpactLevel = 'low' | 'high' | 'extreme';

const LOW_MAX_LOSS = 0.05;
const HIGH_MAX_LOSS = 0.3;

export function impactLevel(loss: number): ImpactLevel {
  if (loss <= LOW_MAX_LOSS) return 'low';
  return loss <= HIGH_MAX_LOSS ? 'high' : 'extreme';
}

/** An exact amount to pay or to receive, in base units of that side. */
export interface TradeAmount {
  readonly side: 'paid' | 'received';
  readonly amount: bigint;
}

/** The part of a trade in the pool at `index`. */
export interface TradePart {
  readonly index: number;
  readonly paid: bigint;
  readonly received: bigint;
}

/**
 * Divides a trade among pools so that it receives the most or pays the least. All pools must have positive reserves in
 * the same base units. Pools that would not improve the trade have no part. Returns undefined if the pools hold too little.
 */
export function bestSplit(pools: readonly Reserves[], trade: TradeAmount): TradePart[] | undefined {
  // Rounding can make a split of a few base units worse than a single pool.
  const single = pools.map((pool, index) => tradeParts([pool], [trade.amount], trade.side, [index]));
  const candidates = [optimalSplit(pools, trade), ...single].filter((parts) => parts !== undefined);
  return candidates.reduce<TradePart[] | undefined>(
    (best, parts) => (best && !isBetter(parts, best, trade.side) ? best : parts),
    undefined,
  );
}

/**
 * After an optimal trade, all used pools have the same marginal price, and no other pool has a better one. With
 * k = input × output, the marginal price is input² ÷ k = k ÷ output². So the reserves of the exact side after the trade
 * are proportional to √k, and their sum is known.
 */
function optimalSplit(pools: readonly Reserves[], { side, amount }: TradeAmount): TradePart[] | undefined {
  const order = pools.map((_, index) => index).sort((a, b) => compareSpot(at(pools, b), at(pools, a)));
  const sorted = order.map((index) => at(pools, index));
  const roots = sorted.map(rootOf);
  const change = side === 'paid' ? amount : -amount;
  let reserveSum = 0n;
  let rootSum = 0n;
  let used = 0;
  for (const [index, pool] of sorted.entries()) {
    const reserve = reserveOf(pool, side);
    const nextSum = reserveSum + reserve;
    const nextRoots = rootSum + at(roots, index);
    const target = ((nextSum + change) * at(roots, index)) / nextRoots;
    // The better pools alone give a better marginal price than this pool's first unit.
    if (side === 'paid' ? target <= reserve : target >= reserve) break;
    [reserveSum, rootSum, used] = [nextSum, nextRoots, index + 1];
  }
  const finalSum = reserveSum + change;
  if (used === 0 || finalSum <= 0n) return undefined;
  const amounts = sorted.slice(0, used).map((pool, index) => {
    const target = (finalSum * at(roots, index)) / rootSum;
    const reserve = reserveOf(pool, side);
    return side === 'paid' ? max(target - reserve, 0n) : max(reserve - target - 1n, 0n);
  });
  // The deepest pool takes the rounding remainder.
  const rest = amount - amounts.reduce((sum, one) => sum + one, 0n);
  const deepest = amounts.reduce((best, _, index) => (at(roots, index) > at(roots, best) ? index : best), 0);
  const exact = amounts.map((one, index) => (index === deepest ? one + rest : one));
  return tradeParts(sorted, exact, side, order);
}

/** Returns undefined if a pool holds too little. Omits pools without an amount. */
function tradeParts(
  pools: readonly Reserves[],
  amounts: readonly bigint[],
  side: TradeAmount['side'],
  indexes: readonly number[],
): TradePart[] | undefined {
  const parts: TradePart[] = [];
  for (const [position, amount] of amounts.entries()) {
    if (amount === 0n) continue;
    const pool = at(pools, position);
    const other = side === 'paid' ? outputFor(pool, amount) : inputFor(pool, amount);
    if (other === undefined) return undefined;
    const [paid, received] = side === 'paid' ? [amount, other] : [other, amount];
    parts.push({ index: at(indexes, position), paid, received });
  }
  return parts;
}

function isBetter(
  parts: readonly TradePart[],
  best: readonly TradePart[],
  side: TradeAmount['side'],
): boolean {
  return side === 'paid'
    ? total(parts, 'received') > total(best, 'received')
    : total(parts, 'paid') < total(best, 'paid');
}

/** Returns the sum of one side over all parts of a trade. */
export function total(parts: readonly TradePart[], side: TradeAmount['side']): bigint {
  return parts.reduce((sum, part) => sum + part[side], 0n);
}

function reserveOf({ input, output }: Reserves, side: TradeAmount['side']): bigint {
  return side === 'paid' ? input : output;
}

/** Extra bits, because the roots of small products would be imprecise. */
const ROOT_BITS = 64n;

function rootOf({ input, output }: Reserves): bigint {
  return squareRoot((input * output) << (2n * ROOT_BITS));
}

/** Returns the square root, rounded down, by Newton's method. */
function squareRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value at ${index}`);
  return value;
}

/** Reserves of a constant-product pool in base units, from the perspective of a trade: payments go into `input`. */
export interface Reserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** Returns the amount received for `paid` without fees, rounded down so that the product never decreases. */
export function outputFor({ input, output }: Reserves, paid: bigint): bigint {
  return (output * paid) / (input + paid);
}

/** Returns the smallest payment that receives `received`, or undefined if the pool holds no more than that. */
export function inputFor({ input, output }: Reserves, received: bigint): bigint | undefined {
  if (received >= output) return undefined;
  const remaining = output - received;
  return (input * received + remaining - 1n) / remaining;
}

const WHOLE_FEE = 10_000n;

/** Returns what a fee in hundredths of a percent leaves of a payment, rounded down. */
export function lessFee(paid: bigint, fee: number): bigint {
  return (paid * (WHOLE_FEE - BigInt(fee))) / WHOLE_FEE;
}

/** Returns the smallest payment of which a fee leaves an amount. */
export function withFee(rest: bigint, fee: number): bigint {
  const left = WHOLE_FEE - BigInt(fee);
  return (rest * WHOLE_FEE + left - 1n) / left;
}

export function afterTrade({ input, output }: Reserves, paid: bigint, received: bigint): Reserves {
  return { input: input + paid, output: output - received };
}

/** Compares the output of the pools for the first unit of input: positive if `a` pays more than `b`. */
function compareSpot(a: Reserves, b: Reserves): number {
  const difference = a.output * b.input - b.output * a.input;
  return difference < 0n ? -1 : Number(difference > 0n);
}
