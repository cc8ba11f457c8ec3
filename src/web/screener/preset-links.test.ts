import { expect, test } from 'vitest';
import { parseQuery, stringifyQuery } from '#web/kit/device/query-string.ts';
import { defaultScreen, parseScreen, serializeScreen } from '#web/list/list-state.ts';
import { presetScreen, presets } from './preset-links.tsx';

test('presets have short links', () => {
  const links = presets.map((preset) => [
    preset.id,
    stringifyQuery(serializeScreen(presetScreen(preset, defaultScreen))),
  ]);
  expect(Object.fromEntries(links)).toEqual({
    new: '?sort=createdAt',
    volume: '',
    trending: '?sort=trending&trending.min=1',
    gainers: '?sort=tonPriceChangeDay&liquidity.usd.min.value=10000',
    losers: '?sort=tonPriceChangeDay&order=asc&liquidity.usd.min.value=10000',
    traded: '?sort=transactions24h',
    trusted: '?sort=trustScore',
  });
});

test.each([
  ['hour', 'tonPriceChangeHour'],
  ['month', 'tonPriceChangeMonth'],
  // Lists cannot be sorted by changes over these periods.
  ['min15', 'tonPriceChangeMin15'],
  ['hour12', 'tonPriceChangeHour12'],
] as const)('gainers and losers over %s are sorted by %s', (period, sort) => {
  const sortOf = (id: string) =>
    presets
      .filter((one) => one.id === id)
      .map((preset) => presetScreen(preset, { ...defaultScreen, period }).filter.sort);
  expect([sortOf('gainers'), sortOf('losers'), sortOf('volume')]).toEqual([[sort], [sort], ['volume24h']]);
});

test.each(presets)('$label keeps only the currency and columns', (preset) => {
  const from = { ...defaultScreen, minimum: '5', currency: 'eur', columns: ['price'] } as const;
  const screen = presetScreen(preset, from);
  expect(screen).toEqual({ filter: preset.filter, currency: 'eur', columns: ['price'] });
  const { screen: parsed, ignored } = parseScreen(parseQuery(stringifyQuery(serializeScreen(screen))));
  expect([parsed, ignored]).toEqual([screen, []]);
});
