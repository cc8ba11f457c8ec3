import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import { priceLabel, swapsText } from './price-labels.ts';

/** A value with its name, which may be empty. */
export interface NamedValue {
  readonly name: string;
  readonly text: string;
}

/** The values of a bar that a legend shows. */
export interface BarItems {
  /** Open, high and low. Empty for a single swap. */
  readonly extremes: readonly NamedValue[];
  readonly close: NamedValue;
  /** In percent; of a single swap, since the previous one. Undefined if one of both prices is unknown. */
  readonly change: number | undefined;
  /** Number of swaps. */
  readonly swaps: string;
  readonly averages: readonly NamedValue[];
}

export function barItems(
  { bars, interval, averages }: BarResult,
  index: number,
  shownAverages: readonly MovingAverage[],
): BarItems {
  const isTick = interval === 'tick';
  const namedValue = (name: string, column: Float64Array | undefined): NamedValue => ({
    name,
    text: priceLabel(column?.[index] ?? Number.NaN),
  });
  const open = (isTick ? bars.close[index - 1] : bars.open[index]) ?? Number.NaN;
  const change = ((bars.close[index] ?? Number.NaN) / open - 1) * 100;
  return {
    extremes: isTick
      ? []
      : [namedValue('O', bars.open), namedValue('H', bars.high), namedValue('L', bars.low)],
    close: namedValue(isTick ? '' : 'C', bars.close),
    change: Number.isFinite(change) ? change : undefined,
    swaps: swapsText(bars.count[index] ?? 0),
    averages: shownAverages.map(({ kind, length }, position) =>
      namedValue(`${kind.toUpperCase()} ${length}`, averages[position]),
    ),
  };
}
