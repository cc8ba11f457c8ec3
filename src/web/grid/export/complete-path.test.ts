import { expect, test } from 'vitest';
import { completePath } from './complete-path.ts';

const columns =
  'rank,price,change1h,change24h,change7d,line,volume,liquidity,trust,holders,fdmc,transactions,traders,age';

test.each([
  ['/', `/?columns=${columns}&period=24h&currency=usd`],
  ['/?order=asc&holders.min=10', `/?order=asc&holders.min=10&columns=${columns}&period=24h&currency=usd`],
  ['/?columns=price&period=7d&currency=eur', '/?columns=price&period=7d&currency=eur'],
  [
    '/watchlist?sort=holders#address=EQ',
    `/watchlist?sort=holders&columns=${columns}&period=24h&currency=usd#address=EQ`,
  ],
])('a link to %s contains columns, period and currency', (path, expected) => {
  expect(completePath(path)).toBe(expected);
});

test('the newest jettons are shared with the columns of their list', () => {
  expect(completePath('/?sort=createdAt')).toMatch(/^\/\?sort=createdAt&columns=rank,age,price,/);
});

test('other pages have no table settings', () => {
  expect(completePath('/compare?address=EQ')).toBe('/compare?address=EQ');
});
