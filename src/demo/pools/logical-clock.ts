import type { RowBuffer } from '#demo/row-buffer.ts';

const SECONDS_PER_DAY = 86_400;
const LT_PER_SECOND = 40_000;
const LT_STEP = 1000;
const COLON = 58;
const UTC = 90;

/** How many swaps of one pool fit into one second. */
const SWAPS_PER_SECOND = LT_PER_SECOND / LT_STEP;

/**
 * Gives the swaps of one pool their seconds and logical times. Logical time grows with the clock at about the chain's
 * own pace, orders the swaps within a second, and differs between the pools that set TON's price (their ids are under
 * LT_STEP).
 */
export class LogicalClock {
  second: number;
  lt: number;
  private readonly place: number;
  private turn: number;

  /** Goes on after the second and logical time of the pool's latest swap. */
  constructor(poolId: number, second = -1, lt = -1) {
    this.place = poolId % LT_STEP;
    this.second = second;
    this.lt = lt;
    this.turn = second < 0 ? 0 : Math.floor((lt - second * LT_PER_SECOND) / LT_STEP);
  }

  /** Moves on to the next swap, not before `second`; false where that second is full. */
  next(second: number): boolean {
    const same = second <= this.second;
    if (same && this.turn + 1 >= SWAPS_PER_SECOND) return false;
    this.turn = same ? this.turn + 1 : 0;
    this.second = same ? this.second : second;
    this.lt = this.second * LT_PER_SECOND + this.turn * LT_STEP + this.place;
    return true;
  }
}

let knownDay = Number.NaN;
let knownDate = '';

/** RFC 3339 in UTC; ten times as fast as Date where times follow each other. */
export function writeTimestamp(text: RowBuffer, second: number): void {
  const day = Math.floor(second / SECONDS_PER_DAY);
  if (day !== knownDay) {
    knownDay = day;
    knownDate = new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 11);
  }
  const rest = second - day * SECONDS_PER_DAY;
  text.writeAscii(knownDate);
  text.writeInteger(Math.floor(rest / 3600), 2);
  text.writeByte(COLON);
  text.writeInteger(Math.floor(rest / 60) % 60, 2);
  text.writeByte(COLON);
  text.writeInteger(rest % 60, 2);
  text.writeByte(UTC);
}
