import { expect, test } from 'vitest';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { JettonPage } from '#web/api/decoding/jetton-page.ts';
import { emptyRowList, extendRows } from './row-list.ts';

function row(address: string, trustScore: number): ListedJetton {
  const identity = { address, userFriendly: address, name: '', symbol: '', image: undefined };
  const nothing = {
    decimals: 9,
    createdAt: undefined,
    admin: undefined,
    totalSupply: undefined,
    circulatingSupply: undefined,
    mintable: undefined,
    modifiedContract: undefined,
    price: undefined,
    priceUsd: undefined,
    liquidityUsd: undefined,
    fdmc: undefined,
    mcap: undefined,
    holdersCount: undefined,
    previewUrls: {},
  };
  return { ...nothing, identity, trustScore, verification: 'JVS_NONE' };
}

function page(id: number, ...jettons: ListedJetton[]): JettonPage {
  return { id, jettons, next: undefined, loadedAt: 0 };
}

const first = page(1, row('a', 1), row('b', 2));
const second = page(2, row('b', 3), row('c', 4));

test('a jetton that was met twice stays where it was met first', () => {
  const { rows, pageOf, indexOf } = extendRows(emptyRowList, [first, second]);
  expect(rows.map(({ trustScore }) => trustScore)).toEqual([1, 2, 4]);
  expect(pageOf).toEqual([first, first, second]);
  expect([...indexOf]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
});

test('pages that are added give the same as all at once; another list starts anew', () => {
  const known = extendRows(emptyRowList, [first]);
  expect(extendRows(known, [first, second])).toEqual(extendRows(emptyRowList, [first, second]));
  expect(extendRows(known, [second]).rows).toEqual(second.jettons);
});
