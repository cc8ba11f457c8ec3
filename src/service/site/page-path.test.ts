import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { embedView, pageAt, parseJettonPagePath } from './page-path.ts';

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

test('addresses in any form are understood, also with the characters / and + of base64', () => {
  const forms = fc.tuple(tonAddress, fc.constantFrom(...addressFormats));
  fc.assert(
    fc.property(forms, forms, ([jetton, ofJetton], [pool, ofPool]) => {
      const subject = { address: jetton.toRawString(), poolAddress: pool.toRawString() };
      const path = `/jetton/${ofJetton(jetton)}`;
      expect(parseJettonPagePath(path)).toEqual({ ...subject, poolAddress: undefined });
      expect(parseJettonPagePath(`${path}/pool/${ofPool(pool)}`)).toEqual(subject);
      expect(pageAt(`/embed/${ofJetton(jetton)}/${ofPool(pool)}`)).toEqual({ name: 'embed', subject });
    }),
  );
});
