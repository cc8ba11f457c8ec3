import type {
  ChartOptionsImpl,
  IHorzScaleBehavior,
  InternalHorzScaleItem,
  InternalHorzScaleItemKey,
  Mutable,
  TickMark,
  TickMarkWeightValue,
  TimeMark,
  TimeScalePoint,
} from 'lightweight-charts';
import { type AxisLabel, type TimeLabels, timeLabels } from './time-labels.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Steps of the marks within a day. The weight of a mark is the number of steps that it is on. */
const STEPS_MS = [1_000, 60_000, 300_000, 1_800_000, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];
const HOUR = STEPS_MS.indexOf(HOUR_MS) + 1;
const [DAY, MONTH, YEAR] = [STEPS_MS.length + 1, STEPS_MS.length + 2, STEPS_MS.length + 3] as const;

/**
 * Time axis for the charting library, in seconds since 1970, with marks where years, months, days and hours begin on the
 * clock of the displayed zone. The library's own time axis marks those of UTC.
 */
export class TimeAxis implements IHorzScaleBehavior<number> {
  /** Takes effect with the next data. */
  labels: TimeLabels = timeLabels('utc', 'tick');
  #options: ChartOptionsImpl<number> | undefined;

  options(): ChartOptionsImpl<number> {
    if (!this.#options) throw new Error('Not attached to a chart');
    return this.#options;
  }

  setOptions(options: ChartOptionsImpl<number>): void {
    this.#options = options;
  }

  preprocessData(): void {}

  updateFormatter(): void {}

  convertHorzItemToInternal(second: number): InternalHorzScaleItem {
    return second as unknown as InternalHorzScaleItem;
  }

  createConverterToInternalObj() {
    return (second: number) => this.convertHorzItemToInternal(second);
  }

  key(item: InternalHorzScaleItem | number): InternalHorzScaleItemKey {
    return item as InternalHorzScaleItemKey;
  }

  cacheKey(item: InternalHorzScaleItem): number {
    return secondOf(item);
  }

  /** Formats the label of the crosshair. */
  formatHorzItem(item: InternalHorzScaleItem): string {
    return this.labels.dateTime(secondOf(item));
  }

  formatTickmark({ time, weight }: Pick<TickMark, 'time' | 'weight'>): string {
    return this.labels.axis(secondOf(time), labelOf(weight));
  }

  /** Marks of this weight are bold: not only noon if there are other hours. */
  maxTickMarkWeight(marks: readonly Pick<TimeMark, 'weight'>[]): TickMarkWeightValue {
    const max = Math.max(...marks.map(({ weight }) => weight));
    return weightValue(max > HOUR && max < DAY ? HOUR : max);
  }

  fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const seconds = points.map(({ time }) => secondOf(time));
    // The first bar is marked as if there were one of average length before it.
    const start = seconds[0] ?? 0;
    const length = ((seconds.at(-1) ?? 0) - start) / (points.length - 1 || 1);
    for (const [index, point] of points.entries()) {
      if (index < startIndex) continue;
      const [before, second] = [seconds[index - 1] ?? start - length, seconds[index] ?? 0];
      point.timeWeight = weightValue(markWeight(this.labels.clock(before), this.labels.clock(second)));
    }
  }
}

/**
 * Returns the weight of the mark of a bar, by the times that a clock showed at the start of the previous bar and of this
 * one. 0: nothing begins with this bar, or the clock was set back.
 */
function markWeight(previous: number, current: number): number {
  if (current <= previous) return 0;
  const isCrossed = (step: number) => Math.floor(previous / step) !== Math.floor(current / step);
  if (!isCrossed(DAY_MS)) return STEPS_MS.findLastIndex(isCrossed) + 1;
  const [before, now] = [new Date(previous), new Date(current)];
  if (before.getUTCFullYear() !== now.getUTCFullYear()) return YEAR;
  return before.getUTCMonth() === now.getUTCMonth() ? DAY : MONTH;
}

function labelOf(weight: number): AxisLabel {
  if (weight < DAY) return weight > 1 ? 'minute' : 'second';
  return weight === YEAR ? 'year' : weight === MONTH ? 'month' : 'day';
}

function secondOf(item: InternalHorzScaleItem): number {
  return item as unknown as number;
}

function weightValue(weight: number): TickMarkWeightValue {
  return weight as TickMarkWeightValue;
}
