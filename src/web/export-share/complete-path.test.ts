import { expect, test } from 'vitest';
import { completePath } from './complete-path.ts';

const columns =
  'rank,price,change1h,change24h,change7d,line,volume,liquidity,trust,holders,fdmc,transactions,traders,age';

test.each([
  ['/', `/?columns=${columns}&period=24h`],
  ['/?order=asc&holders.min=10', `/?order=asc&holders.min=10&columns=${columns}&period=24h`],
  ['/?columns=price&period=7d', '/?columns=price&period=7d'],
  ['/watchlist?sort=holders#address=EQ', `/watchlist?sort=holders&columns=${columns}&period=24h#address=EQ`],
])('a link to %s contains columns and period', (path, expected) => {
  expect(completePath(path)).toBe(expected);
});

test('the newest jettons are shared with the columns of their list', () => {
  expect(completePath('/?sort=createdAt')).toMatch(/^\/\?sort=createdAt&columns=rank,age,price,/);
});

test('other pages have no table settings', () => {
  expect(completePath('/compare?address=EQ')).toBe('/compare?address=EQ');
});
