import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CHARTS } from '#contract/page-links.ts';
import { tonAddress } from '#testing/requests/valid-inputs.ts';
import { newIndicator } from '#web/chart/bars/indicators.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { parseLink, parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { chartGridLink, chartText } from './chart-grid-link.ts';

const parse = (text: string) => parseLink(chartGridLink, parseQuery(text));
const rawAddress = tonAddress.map((address) => address.toRawString());

test('a link restores charts, view and layout', () => {
  const grids = fc.record({
    charts: fc.uniqueArray(
      fc.record({ address: rawAddress, poolAddress: rawAddress }, { requiredKeys: ['address'] }),
      { maxLength: MAX_CHARTS, selector: chartText },
    ),
    view: fc.record({
      ...Object.fromEntries(Object.entries(defaultView).map(([name, value]) => [name, fc.constant(value)])),
      quote: fc.constantFrom('usd' as const, 'ton' as const, 'counterpart' as const),
      range: fc.constantFrom('1h' as const, '7d' as const, { from: 1_769_000_000, to: 1_769_600_000 }),
    }),
    indicators: fc.constantFrom([], [newIndicator('rsi'), newIndicator('bb')]),
    columns: fc.integer({ min: 20, max: 80 }),
    rows: fc.integer({ min: 20, max: 80 }),
  });
  fc.assert(
    fc.property(grids, (grid) => {
      const state = { ...grid, view: { ...defaultView, ...grid.view } };
      expect(parse(stringifyQuery(chartGridLink.serialize(state)))).toEqual({ state, ignored: [] });
    }),
  );
});

test.each([
  ['?chart=x', ['chart']],
  [`?chart=0:${'1'.repeat(64)}.x`, ['chart']],
  [`?chart=0:${'1'.repeat(64)}.0:${'2'.repeat(64)}.0:${'3'.repeat(64)}`, ['chart']],
  ['?columns=10&rows=81', ['columns', 'rows']],
  ['?columns=5x&layout=2', ['layout', 'columns']],
  ['?from=abc&to=def', ['from', 'to']],
  ['?from=5&to=1', ['from', 'to']],
  ['?from=253402300800&to=253402300801', ['from', 'to']],
  ['?to=1769600000&range=2y', ['to', 'range']],
])('ignores invalid parameters of %s', (url, ignored) => {
  const { state, ignored: found } = parse(url);
  expect(found).toEqual(ignored);
  expect(state).toMatchObject({ charts: [], view: { range: '7d' }, columns: 50, rows: 50 });
});
