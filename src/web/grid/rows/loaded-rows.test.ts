import { expect, test } from 'vitest';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { JettonPage } from '#web/api/decoding/decode-page.ts';
import { emptyRowList, extendRows } from './loaded-rows.ts';

function row(address: string, trustScore: number): ListedJetton {
  const { identity } = listedJetton(0);
  return listedJetton(0, { identity: { ...identity, address }, trustScore });
}

function page(id: number, ...jettons: ListedJetton[]): JettonPage {
  return { id, jettons, next: undefined, loadedAt: 0 };
}

const first = page(1, row('a', 1), row('b', 2));
const second = page(2, row('b', 3), row('c', 4));

test('a jetton that occurs twice keeps its first position', () => {
  const { rows, pageOf, indexOf } = extendRows(emptyRowList, [first, second]);
  expect(rows.map(({ trustScore }) => trustScore)).toEqual([1, 2, 4]);
  expect(pageOf).toEqual([first, first, second]);
  expect([...indexOf]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
});

test('appending pages gives the same result as building from all pages; another list starts from scratch', () => {
  const previous = extendRows(emptyRowList, [first]);
  expect(extendRows(previous, [first, second])).toEqual(extendRows(emptyRowList, [first, second]));
  expect(extendRows(previous, [second]).rows).toEqual(second.jettons);
});
