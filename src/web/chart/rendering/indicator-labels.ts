import { priceLabel } from '#contract/format/format-numbers.ts';
import { type Indicator, type IndicatorKind, indicatorDefinitions } from '#web/chart/bars/indicators.ts';

/** Labels of the lines, in the order of the columns. Empty for a single line. */
export const lineLabels: Readonly<Record<IndicatorKind, readonly string[]>> = {
  vwap: [''],
  bb: ['M', 'U', 'L'],
  rsi: [''],
  macd: ['hist', 'line', 'signal'],
  atr: [''],
};

/** Returns the name of an indicator with its parameters: `MACD 12, 26, 9`. */
export function indicatorName({ kind, parameters }: Indicator): string {
  return [indicatorDefinitions[kind].symbol, parameters.join(', ')].join(' ').trim();
}

/** Returns the value of each of an indicator's lines at a bar, with the line's label. */
export function indicatorValues(
  { kind }: Indicator,
  columns: readonly Float64Array[] = [],
  index: number,
): { readonly label: string; readonly value: string }[] {
  return lineLabels[kind].map((label, line) => ({
    label,
    value: valueLabel(kind, columns[line]?.[index] ?? Number.NaN),
  }));
}

/** Differences of prices need fewer digits than prices. */
function valueLabel(kind: IndicatorKind, value: number): string {
  if (kind === 'rsi') return Number.isNaN(value) ? '–' : value.toFixed(2);
  return priceLabel(value, indicatorDefinitions[kind].pane === 'own' ? 4 : undefined);
}

/** Returns the index of an indicator's color among those of overlays. Undefined in an own pane: the accent color. */
export function indicatorColor(indicators: readonly Indicator[], index: number): number | undefined {
  const isOnPrices = ({ kind }: Indicator) => indicatorDefinitions[kind].pane === 'prices';
  const indicator = indicators[index];
  if (!indicator || !isOnPrices(indicator)) return undefined;
  return indicators.slice(0, index).filter(isOnPrices).length % 3;
}
