import { isDust } from '#contract/dust.ts';
import type { SimulatedPool } from '#demo/market/simulated-pool.ts';
import { RowText } from '#demo/row-text.ts';
import { SwapTurns, writeTime } from './swap-time.ts';
import type { SwapValue } from './swap-value.ts';
import type { TradingDesk } from './trading-desk.ts';

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
  private readonly text = new RowText();
  private poolId = 0;
  private value: SwapValue | undefined;
  private turns = new SwapTurns(0);

  /** Swaps of this pool come next. */
  begin(poolId: number, value: SwapValue): void {
    this.poolId = poolId;
    this.value = value;
    this.turns = new SwapTurns(poolId);
  }

  /** Whether it is time to take what is written. */
  get full(): boolean {
    return this.text.full;
  }

  take(): string {
    return this.text.take();
  }

  add(second: number, state: SimulatedPool, desk: TradingDesk): void {
    // More than a second can hold: nobody misses them.
    if (!this.turns.next(second)) return;
    const { text } = this;
    const { lt } = this.turns;
    text.number(this.poolId);
    text.byte(TAB);
    writeTime(text, this.turns.second);
    text.byte(TAB);
    text.number(lt);
    text.byte(TAB);
    text.number(desk.trader);
    this.flag(desk.sold0);
    this.writeAmounts(state, lt);
  }

  private writeAmounts({ amount0, amount1, reserve0, reserve1 }: SimulatedPool, lt: number): void {
    const { text } = this;
    const [units0, units1] = [amount0.value, amount1.value];
    const dust = isDust(units0, units1);
    this.flag(dust);
    text.byte(TAB);
    amount0.writeTo(text);
    text.byte(TAB);
    amount1.writeTo(text);
    text.byte(TAB);
    const usd = this.value?.usd(units0, units1, lt, dust);
    if (usd === undefined) text.ascii(UNKNOWN);
    else text.decimal(usd);
    text.byte(TAB);
    reserve0.writeTo(text);
    text.byte(TAB);
    reserve1.writeTo(text);
    text.byte(LINE_END);
  }

  private flag(value: boolean): void {
    this.text.byte(TAB);
    this.text.byte(value ? TRUE : FALSE);
  }
}
