import { LargeInteger } from '#demo/large-integer.ts';

/** The most of a pool's reserve that one swap may take. */
const MAX_OUTPUT_SHARE = 0.995;

export interface PoolRules {
  readonly fee: number;
  /** Reserves that only the price sees: a stable pool trades as if it were so much deeper. */
  readonly virtual0: number;
  readonly virtual1: number;
  /** What exists of each side at most. */
  readonly limit0: number;
  readonly limit1: number;
}

/** A constant-product pool, exact in base units. `amount0` and `amount1` are those of the latest swap. */
export class SimulatedPool {
  readonly reserve0 = new LargeInteger();
  readonly reserve1 = new LargeInteger();
  readonly amount0 = new LargeInteger();
  readonly amount1 = new LargeInteger();
  readonly rules: PoolRules;

  constructor(rules: PoolRules) {
    this.rules = rules;
  }

  /** Logarithm of the base units of asset1 for one of asset0. */
  get logPrice(): number {
    const { virtual0, virtual1 } = this.rules;
    return Math.log((this.reserve1.value + virtual1) / (this.reserve0.value + virtual0));
  }

  /** What must be given for the logarithm of the price to change by `change`: asset0 for a fall, else asset1. */
  inputFor(change: number): number {
    const depth =
      change < 0 ? this.reserve0.value + this.rules.virtual0 : this.reserve1.value + this.rules.virtual1;
    return (depth * Math.expm1(Math.abs(change) / 2)) / (1 - this.rules.fee);
  }

  /** Swaps where the pool can; false where it cannot, and nothing has changed. */
  swap(sold0: boolean, input: number): boolean {
    const { fee, virtual0, virtual1, limit0, limit1 } = this.rules;
    const reserveIn = (sold0 ? this.reserve0 : this.reserve1).value;
    const reserveOut = (sold0 ? this.reserve1 : this.reserve0).value;
    const depthIn = reserveIn + (sold0 ? virtual0 : virtual1);
    const depthOut = reserveOut + (sold0 ? virtual1 : virtual0);
    const given = Math.floor(input);
    const net = given * (1 - fee);
    const taken = Math.floor((depthOut * net) / (depthIn + net));
    const possible = given >= 1 && taken >= 1 && taken <= reserveOut * MAX_OUTPUT_SHARE;
    if (!possible || reserveIn + given > (sold0 ? limit0 : limit1)) return false;
    this.amount0.set(sold0 ? given : taken);
    this.amount1.set(sold0 ? taken : given);
    this.move(sold0);
    return true;
  }

  private move(sold0: boolean): void {
    if (sold0) {
      this.reserve0.add(this.amount0);
      this.reserve1.subtract(this.amount1);
    } else {
      this.reserve1.add(this.amount1);
      this.reserve0.subtract(this.amount0);
    }
  }

  /** Liquidity comes or goes: both reserves change by the same factor, the price does not. */
  scale(factor: number): void {
    const next0 = Math.floor(this.reserve0.value * factor);
    const next1 = Math.floor(this.reserve1.value * factor);
    if (next0 < 1 || next1 < 1 || next0 > this.rules.limit0 || next1 > this.rules.limit1) return;
    this.reserve0.set(next0);
    this.reserve1.set(next1);
  }
}
