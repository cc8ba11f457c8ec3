import {
  array,
  assert,
  constantFrom,
  double,
  integer,
  option,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { ATR, BollingerBands, EMA, MACD, RSI, SMA, VWAP } from 'trading-signals';
import { describe, expect, test } from 'vitest';
import { type Bars, createBars } from './bars.ts';
import { indicatorColumns } from './indicator-columns.ts';
import {
  type Indicator,
  indicatorDefinitions,
  indicatorKinds,
  newIndicator,
  parseIndicator,
  serializeIndicator,
} from './indicators.ts';
import { movingAverage } from './moving-averages.ts';

describe('indicators', () => {
  const anIndicator = constantFrom(...indicatorKinds).chain((kind) => {
    const parameters = indicatorDefinitions[kind].parameters.map(({ min, max, step }) =>
      integer({ min: Math.round(min / step), max: Math.round(max / step) }).map((count) =>
        step === 1 ? count : count / 10,
      ),
    );
    return tuple(...parameters).map((values): Indicator => ({ kind, parameters: values }));
  });

  test('every indicator can be in a link', () => {
    assert(
      property(anIndicator, (indicator) => {
        expect(parseIndicator(serializeIndicator(indicator))).toEqual(indicator);
      }),
    );
  });

  test('any text is an indicator within its bounds or none', () => {
    const texts = tuple(
      constantFrom('', ...indicatorKinds, 'toString'),
      string({ unit: constantFrom(...'0123456789.-e ') }),
    );
    assert(
      property(texts, ([kind, rest]) => {
        const indicator = parseIndicator(kind + rest);
        if (!indicator) return;
        const { parameters } = indicatorDefinitions[indicator.kind];
        expect(indicator.parameters).toHaveLength(parameters.length);
        parameters.forEach(({ min, max }, index) => {
          expect(indicator.parameters[index]).toBeGreaterThanOrEqual(min);
          expect(indicator.parameters[index]).toBeLessThanOrEqual(max);
        });
        expect(parseIndicator(serializeIndicator(indicator))).toEqual(indicator);
      }),
    );
  });

  test.each([
    'rsi',
    'rsi1',
    'rsi501',
    'rsi14-2',
    'rsi1.5',
    'rsi14.5',
    'vwap20',
    'bb20',
    'bb20-0',
    'macd12-26',
    'foo3',
    'RSI14',
  ])('ignores %s', (text) => {
    expect(parseIndicator(text)).toBeUndefined();
  });
});

describe('moving averages', () => {
  const closes = array(option(double({ min: 1e-9, max: 1e9, noNaN: true }), { nil: Number.NaN }));
  const lengths = integer({ min: 1, max: 20 });

  test('a simple average is the mean of the last defined closes', () => {
    assert(
      property(closes, lengths, (values, length) => {
        const averages = movingAverage(Float64Array.from(values), { kind: 'sma', length });
        values.forEach((value, index) => {
          const defined = values.slice(0, index + 1).filter((close) => !Number.isNaN(close));
          const last = defined.slice(-length);
          const isDefined = !Number.isNaN(value) && defined.length >= length;
          const expected = isDefined ? last.reduce((sum, close) => sum + close) / length : Number.NaN;
          const rounding = Math.max(...last) * 1e-12;
          expect(averages[index] ?? 0).toSatisfy((average: number) =>
            isDefined ? Math.abs(average - expected) <= rounding : Number.isNaN(average),
          );
        });
      }),
    );
  });

  test('an exponential average starts as the simple one and has the weight 2 / (length + 1)', () => {
    const averages = movingAverage(Float64Array.of(1, 2, 3, Number.NaN, 7), { kind: 'ema', length: 3 });
    expect(Array.from(averages)).toEqual([Number.NaN, Number.NaN, 2, Number.NaN, 4.5]);
  });

  test('averages stay within the range of the closes', () => {
    assert(
      property(closes, lengths, (values, length) => {
        const defined = values.filter((value) => !Number.isNaN(value));
        const rounding = Math.max(...defined) * 1e-12;
        for (const average of movingAverage(Float64Array.from(values), { kind: 'ema', length })) {
          if (Number.isNaN(average)) continue;
          expect(average).toBeGreaterThanOrEqual(Math.min(...defined) - rounding);
          expect(average).toBeLessThanOrEqual(Math.max(...defined) + rounding);
        }
      }),
    );
  });
});

describe('indicator columns', () => {
  const HOUR = 3600;
  const DAY = 86_400;
  const complete = { interval: '1h', isComplete: true } as const;

  interface Candle {
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  }

  /** A bar of each hour since a time. Undefined candles are empty bars. */
  function barsOf(candles: readonly (Candle | undefined)[], start = 0): Bars {
    const bars = createBars(candles.length);
    candles.forEach((candle, index) => {
      bars.time[index] = start + index * HOUR;
      for (const name of ['high', 'low', 'close'] as const) bars[name][index] = candle?.[name] ?? Number.NaN;
      bars.volume[index] = candle?.volume ?? 0;
    });
    return bars;
  }

  /** Candles of a price that moves by up to a tenth at a time. */
  const someCandles = array(
    record({
      step: double({ min: -0.1, max: 0.1, noNaN: true }),
      above: double({ min: 0, max: 0.05, noNaN: true }),
      below: double({ min: 0, max: 0.05, noNaN: true }),
      volume: double({ min: 1, max: 1e6, noNaN: true }),
    }),
    { minLength: 80, maxLength: 120 },
  ).map((moves) => {
    let close = 1;
    return moves.map(({ step, above, below, volume }) => {
      const open = close;
      close *= 1 + step;
      return {
        close,
        volume,
        high: Math.max(open, close) * (1 + above),
        low: Math.min(open, close) * (1 - below),
      };
    });
  });
  const lengths = integer({ min: 2, max: 30 });

  /**
   * Returns the largest deviation of a column from the other library's values, relative to a price of 1 or to the value if that
   * is larger. Infinite if only one of both has a value.
   */
  function deviation(column: Float64Array | undefined, expected: readonly (number | null)[]): number {
    const deviations = expected.map((value, index) => {
      const own = column?.[index] ?? Number.NaN;
      if (value === null || Number.isNaN(own))
        return value === null && Number.isNaN(own) ? 0 : Number.POSITIVE_INFINITY;
      return Math.abs(own - value) / Math.max(Math.abs(value), 1);
    });
    return Math.max(...deviations);
  }

  test('the simple average has the values of trading-signals', () => {
    assert(
      property(someCandles, lengths, (candles, length) => {
        const bars = barsOf(candles);
        const other = new SMA(length);
        const expected = candles.map(({ close }) => other.update(close, false));
        expect(deviation(movingAverage(bars.close, { kind: 'sma', length }), expected)).toBeLessThan(1e-9);
      }),
    );
  });

  test('RSI has the values of trading-signals', () => {
    assert(
      property(someCandles, lengths, (candles, length) => {
        const other = new RSI(length);
        const expected = candles.map(({ close }) => other.update(close, false));
        const [column] = indicatorColumns(barsOf(candles), { kind: 'rsi', parameters: [length] }, complete);
        expect(deviation(column, expected)).toBeLessThan(1e-7);
      }),
    );
  });

  test('ATR has the values of trading-signals', () => {
    assert(
      property(someCandles, lengths, (candles, length) => {
        const other = new ATR(length);
        const expected = candles.map((candle) => other.update(candle, false));
        const [column] = indicatorColumns(barsOf(candles), { kind: 'atr', parameters: [length] }, complete);
        expect(deviation(column, expected)).toBeLessThan(1e-9);
      }),
    );
  });

  test('Bollinger Bands have the values of trading-signals', () => {
    assert(
      property(
        someCandles,
        lengths,
        double({ min: 0.5, max: 4, noNaN: true }),
        (candles, length, deviations) => {
          const other = new BollingerBands(length, deviations);
          const expected = candles.map(({ close }) => other.update(close, false));
          const columns = indicatorColumns(
            barsOf(candles),
            { kind: 'bb', parameters: [length, deviations] },
            complete,
          );
          const differences = (['middle', 'upper', 'lower'] as const).map((line, index) =>
            deviation(
              columns[index],
              expected.map((value) => value?.[line] ?? null),
            ),
          );
          // The square root of a variance near zero amplifies rounding.
          expect(Math.max(...differences)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  test('VWAP has the values of trading-signals on each UTC day', () => {
    assert(
      property(someCandles, integer({ min: 0, max: 100 }), (candles, hours) => {
        const start = hours * HOUR;
        let other = new VWAP();
        const expected = candles.map(({ volume, ...candle }, index) => {
          if (index > 0 && (start + index * HOUR) % DAY === 0) other = new VWAP();
          const typical = (candle.high + candle.low + candle.close) / 3;
          return other.update({ ...candle, volume: volume / typical }, false);
        });
        const [column] = indicatorColumns(barsOf(candles, start), newIndicator('vwap'), complete);
        expect(deviation(column, expected)).toBeLessThan(1e-9);
      }),
    );
  });

  /** Returns candles whose averages no longer depend on their start, which trading-signals chooses differently. */
  function longSeries(): Candle[] {
    return Array.from({ length: 2000 }, (_, index) => {
      const close = 1 + Math.sin(index / 17) / 3 + Math.sin(index / 5) / 10 + ((index * 7919) % 101) / 1000;
      return { close, high: close, low: close, volume: 1 };
    });
  }

  test.each([
    [5, 10, 4],
    [12, 26, 9],
    [20, 50, 30],
  ])('EMA and MACD %d, %d, %d converge to the values of trading-signals', (fast, slow, signal) => {
    const candles = longSeries();
    const bars = barsOf(candles);
    const ema = new EMA(slow);
    const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
    const averages = candles.map(({ close }) => ema.update(close, false));
    const expected = candles.map(({ close }) => macd.update(close, false));
    const last = <Value>(values: readonly Value[]) => values.slice(-500);
    const lastOf = (column: Float64Array | undefined) => column?.subarray(-500);
    const average = movingAverage(bars.close, { kind: 'ema', length: slow });
    expect(deviation(lastOf(average), last(averages))).toBeLessThan(1e-9);
    const columns = indicatorColumns(bars, { kind: 'macd', parameters: [fast, slow, signal] }, complete);
    const deviations = (['histogram', 'macd', 'signal'] as const).map((line, index) =>
      deviation(
        lastOf(columns[index]),
        last(expected).map((value) => value?.[line] ?? null),
      ),
    );
    expect(Math.max(...deviations)).toBeLessThan(1e-9);
  });

  test('MACD begins with the first slow average, and its signal when it has enough values', () => {
    const bars = barsOf(longSeries().slice(0, 60));
    const columns = indicatorColumns(bars, newIndicator('macd'), complete);
    expect(columns.map((column) => column.findIndex((value) => !Number.isNaN(value)))).toEqual([33, 25, 33]);
  });

  test.each([
    ['RSI without losses is 100', [1, 2, 3, 4], 100],
    ['RSI without gains is 0', [4, 3, 2, 1], 0],
    ['RSI of equal gains and losses is 50', [1, 2, 1], 50],
  ])('%s', (_, closes, expected) => {
    const bars = barsOf(closes.map((close) => ({ close, high: close, low: close, volume: 1 })));
    const [column] = indicatorColumns(bars, { kind: 'rsi', parameters: [2] }, complete);
    expect(column?.at(-1)).toBe(expected);
  });

  test('empty bars have no values and change none', () => {
    const withGaps = someCandles.chain((candles) =>
      array(option(integer({ min: 0, max: 3 }), { nil: 0 }), {
        minLength: candles.length,
        maxLength: candles.length,
      }).map((gaps) => ({ candles, gaps })),
    );
    const kinds = indicatorKinds.filter((kind) => kind !== 'vwap');
    assert(
      property(withGaps, ({ candles, gaps }) => {
        const positions: number[] = [];
        const spread = candles.flatMap((candle, index) => {
          const empty = Array.from({ length: gaps[index] ?? 0 }, () => undefined);
          positions.push((positions.at(-1) ?? -1) + empty.length + 1);
          return [...empty, candle];
        });
        for (const kind of kinds) {
          const expected = indicatorColumns(barsOf(candles), newIndicator(kind), complete);
          const columns = indicatorColumns(barsOf(spread), newIndicator(kind), complete);
          columns.forEach((column, line) => {
            expect(positions.map((position) => column[position])).toEqual(Array.from(expected[line] ?? []));
            const isTraded = new Set(positions);
            expect(column.every((value, index) => isTraded.has(index) || Number.isNaN(value))).toBe(true);
          });
        }
      }),
    );
  });

  test('VWAP leaves out a first day of which swaps may be missing', () => {
    const bars = barsOf(longSeries().slice(0, 30), DAY - 3 * HOUR);
    const first = (isComplete: boolean) => {
      const [column] = indicatorColumns(bars, newIndicator('vwap'), { interval: '1h', isComplete });
      return column?.findIndex((value) => !Number.isNaN(value));
    };
    expect(first(true)).toBe(0);
    expect(first(false)).toBe(3);
  });

  test.each(['tick', '1d', '1w'] as const)('VWAP has no values for bars of %s', (interval) => {
    const bars = barsOf(longSeries().slice(0, 30));
    const [column] = indicatorColumns(bars, newIndicator('vwap'), { interval, isComplete: true });
    expect(column?.every(Number.isNaN)).toBe(true);
  });

  test('VWAP has no values without volumes', () => {
    const bars = barsOf(
      longSeries()
        .slice(0, 30)
        .map((candle) => ({ ...candle, volume: Number.NaN })),
    );
    const [column] = indicatorColumns(bars, newIndicator('vwap'), complete);
    expect(column?.every(Number.isNaN)).toBe(true);
  });

  test.each(indicatorKinds)(
    'a longer history changes values of %s after its warm-up by less than 1 percent',
    (kind) => {
      const indicator: Indicator = newIndicator(kind);
      const bars = barsOf(longSeries());
      const { warmUp } = indicatorDefinitions[kind];
      const from = 1000;
      const needed = Math.ceil(warmUp(indicator.parameters, HOUR));
      const late = barsOf(longSeries().slice(from - needed), (from - needed) * HOUR);
      const all = indicatorColumns(bars, indicator, complete);
      const few = indicatorColumns(late, indicator, { ...complete, isComplete: false });
      all.forEach((_, line) => {
        const scale = Math.max(...(all[line]?.subarray(from).map(Math.abs) ?? []));
        const difference = Math.abs((all[line]?.[from] ?? Number.NaN) - (few[line]?.[needed] ?? Number.NaN));
        expect(difference / scale).toBeLessThan(0.01);
      });
    },
  );
});
