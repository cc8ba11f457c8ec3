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

export function afterTrade({ input, output }: Reserves, paid: bigint, received: bigint): Reserves {
  return { input: input + paid, output: output - received };
}

/** Compares the output of the pools for the first unit of input: positive if `a` pays more than `b`. */
export function compareSpot(a: Reserves, b: Reserves): number {
  const difference = a.output * b.input - b.output * a.input;
  return difference < 0n ? -1 : Number(difference > 0n);
}
