import { averageLength } from '#contract/page-links.ts';

/** Indicators other than moving averages, which links and charts have apart. */
export type IndicatorKind = 'vwap' | 'bb' | 'rsi' | 'macd' | 'atr';

export interface Indicator {
  readonly kind: IndicatorKind;
  /** In the order of the definition's. */
  readonly parameters: readonly number[];
}

interface Parameter {
  readonly name: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Values are multiples of it. */
  readonly step: 1 | 0.1;
}

interface Definition {
  readonly name: string;
  readonly symbol: string;
  readonly parameters: readonly Parameter[];
  /** On the prices, or in a pane of its own. */
  readonly pane: 'prices' | 'own';
  /**
   * Number of bars from which on values no longer depend on the first bar: an average with the weight 1 / n has less than a
   * hundredth of it after 5 n.
   */
  readonly warmUp: (parameters: readonly number[], barSeconds: number) => number;
}

function lengthOf(initial: number, name = 'Length'): Parameter {
  return { name, initial, ...averageLength, step: 1 };
}

const DAY_SECONDS = 86_400;

export const indicatorDefinitions: Readonly<Record<IndicatorKind, Definition>> = {
  vwap: {
    name: 'VWAP',
    symbol: 'VWAP',
    parameters: [],
    pane: 'prices',
    warmUp: (_, barSeconds) => (barSeconds < DAY_SECONDS ? DAY_SECONDS / barSeconds : 0),
  },
  bb: {
    name: 'Bollinger Bands',
    symbol: 'BB',
    parameters: [lengthOf(20), { name: 'Deviations', initial: 2, min: 0.1, max: 10, step: 0.1 }],
    pane: 'prices',
    warmUp: ([length = 0]) => length,
  },
  rsi: {
    name: 'RSI',
    symbol: 'RSI',
    parameters: [lengthOf(14)],
    pane: 'own',
    warmUp: ([length = 0]) => length * 5,
  },
  macd: {
    name: 'MACD',
    symbol: 'MACD',
    parameters: [lengthOf(12, 'Fast'), lengthOf(26, 'Slow'), lengthOf(9, 'Signal')],
    pane: 'own',
    warmUp: ([fast = 0, slow = 0, signal = 0]) => (Math.max(fast, slow) + signal) * 3,
  },
  atr: {
    name: 'ATR',
    symbol: 'ATR',
    parameters: [lengthOf(14)],
    pane: 'own',
    warmUp: ([length = 0]) => length * 5,
  },
};

export const indicatorKinds = Object.keys(indicatorDefinitions) as readonly IndicatorKind[];
export const MAX_INDICATORS = 5;

/** Returns an indicator with the default parameters. */
export function newIndicator(kind: IndicatorKind): Indicator {
  return { kind, parameters: indicatorDefinitions[kind].parameters.map(({ initial }) => initial) };
}

/** Returns an indicator as links contain it: `macd12-26-9`. */
export function serializeIndicator({ kind, parameters }: Indicator): string {
  return kind + parameters.join('-');
}

/** Inverse of `serializeIndicator`. Undefined if the text is invalid. */
export function parseIndicator(text: string): Indicator | undefined {
  const [, letters, rest = ''] = /^([a-z]+)([\d.-]*)$/.exec(text) ?? [];
  const kind = indicatorKinds.find((one) => one === letters);
  if (!kind) return undefined;
  const parameters = rest === '' ? [] : rest.split('-').map(parseNumber);
  const definitions = indicatorDefinitions[kind].parameters;
  const isValid =
    parameters.length === definitions.length &&
    definitions.every((definition, index) => isValidParameter(definition, parameters[index] ?? Number.NaN));
  return isValid ? { kind, parameters } : undefined;
}

function parseNumber(text: string): number {
  return /^\d{1,3}(\.\d)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether a value is within the bounds of a parameter and a multiple of its step. */
function isValidParameter({ min, max, step }: Parameter, value: number): boolean {
  return value >= min && value <= max && (step < 1 || Number.isInteger(value));
}
