import { isDust } from '#contract/dust.ts';
import type { SimulatedPool } from '#demo/market/simulated-pool.ts';
import { RowBuffer } from '#demo/row-buffer.ts';
import { LogicalClock, writeTimestamp } from './logical-clock.ts';
import type { SwapValuation } from './swap-valuation.ts';
import type { TradeSimulator } from './trade-simulator.ts';

export const swapColumns = [
  'pool_id',
  'time',
  'lt',
  'trader_id',
  'sold0',
  'dust',
  'amount0',
  'amount1',
  'volume_usd',
  'reserve0',
  'reserve1',
] as const;

const TAB = 9;
const LINE_END = 10;
const TRUE = 116;
const FALSE = 102;
const UNKNOWN = '\\N';

/** Writes swaps as rows of `swapColumns`. */
export class SwapWriter {
  private readonly text = new RowBuffer();
  private poolId = 0;
  private valuation: SwapValuation | undefined;
  private clock = new LogicalClock(0);

  /** Sets the pool of the following swaps. */
  startPool(poolId: number, valuation: SwapValuation): void {
    this.poolId = poolId;
    this.valuation = valuation;
    this.clock = new LogicalClock(poolId);
  }

  /** Whether to call `flush` before the next swap. */
  get isFull(): boolean {
    return this.text.isFull;
  }

  flush(): string {
    return this.text.flush();
  }

  add(second: number, state: SimulatedPool, simulator: TradeSimulator): void {
    // Drops swaps beyond the maximum of a second.
    if (!this.clock.next(second)) return;
    const { text } = this;
    const { lt } = this.clock;
    text.writeInteger(this.poolId);
    text.writeByte(TAB);
    writeTimestamp(text, this.clock.second);
    text.writeByte(TAB);
    text.writeInteger(lt);
    text.writeByte(TAB);
    text.writeInteger(simulator.traderId);
    this.writeBoolean(simulator.sold0);
    this.writeAmounts(state, lt);
  }

  private writeAmounts({ amount0, amount1, reserve0, reserve1 }: SimulatedPool, lt: number): void {
    const { text } = this;
    const [units0, units1] = [amount0.value, amount1.value];
    const dust = isDust(units0, units1);
    this.writeBoolean(dust);
    text.writeByte(TAB);
    amount0.writeTo(text);
    text.writeByte(TAB);
    amount1.writeTo(text);
    text.writeByte(TAB);
    const usd = this.valuation?.usd(units0, units1, lt, dust);
    if (usd === undefined) text.writeAscii(UNKNOWN);
    else text.writeDecimal(usd);
    text.writeByte(TAB);
    reserve0.writeTo(text);
    text.writeByte(TAB);
    reserve1.writeTo(text);
    text.writeByte(LINE_END);
  }

  private writeBoolean(value: boolean): void {
    this.text.writeByte(TAB);
    this.text.writeByte(value ? TRUE : FALSE);
  }
}
