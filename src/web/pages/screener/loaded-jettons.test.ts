import { expect, test } from 'vitest';
import { readListedJetton } from '#web/api/strangers.ts';
import { loadedJettons } from './loaded-jettons.ts';

function page(scores: Readonly<Record<string, number>>) {
  const jettons = Object.entries(scores).flatMap(([digit, trustScore]) => {
    const metadata = { address: `0:${digit.repeat(64)}` };
    return readListedJetton({ metadata, trustScore }, []) ?? [];
  });
  return { jettons };
}

test('a jetton that was met twice stays where it was met first', () => {
  const pages = [page({ a: 1, b: 2 }), page({ b: 3, c: 4 })];
  expect(loadedJettons(pages).map(({ trustScore }) => trustScore)).toEqual([1, 2, 4]);
});
