import { expect, test } from 'vitest';
import { newIndicator, parseIndicator } from '#web/chart/bars/indicators.ts';
import { indicatorColor, indicatorName, indicatorValues } from './indicator-labels.ts';

test.each([
  ['vwap', 'VWAP'],
  ['bb20-2.5', 'BB 20, 2.5'],
  ['macd12-26-9', 'MACD 12, 26, 9'],
])('%s is called %s', (text, name) => {
  const indicator = parseIndicator(text);
  expect(indicator && indicatorName(indicator)).toBe(name);
});

test('a bar has the value of each line', () => {
  const columns = [0.25, -0.000_001_5, Number.NaN].map((value) => Float64Array.of(value));
  expect(indicatorValues(newIndicator('macd'), columns, 0)).toEqual([
    { label: 'hist', value: '0.25' },
    { label: 'line', value: '−0.0₅15' },
    { label: 'signal', value: '–' },
  ]);
  expect(indicatorValues(newIndicator('rsi'), [Float64Array.of(61.234)], 0)).toEqual([
    { label: '', value: '61.23' },
  ]);
  expect(indicatorValues(newIndicator('rsi'), undefined, 0)).toEqual([{ label: '', value: '–' }]);
});

test('indicators on the prices have different colors', () => {
  const indicators = (['vwap', 'rsi', 'bb'] as const).map(newIndicator);
  expect(indicators.map((_, index) => indicatorColor(indicators, index))).toEqual([0, undefined, 1]);
});
