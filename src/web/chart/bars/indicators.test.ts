import { assert, constantFrom, integer, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Indicator,
  indicatorDefinitions,
  indicatorKinds,
  parseIndicator,
  serializeIndicator,
} from './indicators.ts';

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
  'vwap20',
  'bb20',
  'bb20-0',
  'macd12-26',
  'foo3',
  'RSI14',
])('ignores %s', (text) => {
  expect(parseIndicator(text)).toBeUndefined();
});
