import { expect, test } from 'vitest';
import { embedView } from './page-path.ts';

const page = 'https://jetscope.example/jetton/a/pool/b';

test.each([
  ['?type=area&range=30d&average=sma20&average=ema50', '?type=area&range=30d&average=sma20&average=ema50'],
  ['?from=2026-01-02T03:04:05Z&to=1769673000#chart', '?from=2026-01-02T03%3A04%3A05Z&to=1769673000'],
  ['?currency=eur&theme=dark&with=EQ', ''],
  ['?type="><script>&range=%3Cb%3E&scale=log', '?scale=log'],
  ['#?type=area', ''],
  ['', ''],
])('the embed view of a page with %j', (query, view) => {
  expect(embedView(page + query)).toBe(view);
});
