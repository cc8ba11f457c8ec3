import { expect, test } from 'vitest';
import { ranked, type SortedRow } from './sort-rows.ts';

function row(address: string, holders?: string, liquidity?: string): SortedRow {
  return {
    jetton: {
      face: { address, name: '', symbol: '' },
      verification: 'JVS_NONE',
      ...(holders === undefined ? {} : { holdersCount: holders }),
      ...(liquidity === undefined ? {} : { liquidityUsd: { value: liquidity, decimals: 0 } }),
    },
    activity: 'unread',
  };
}

const addresses = (rows: SortedRow[] | undefined) => rows?.map(({ jetton }) => jetton.face.address);
const rows = [row('d'), row('c', '5'), row('b', '10'), row('a', '5'), row('e', '900719925474099267')];

test('rows stand as in the lists of the service: unknown last in either order, equal ones by address', () => {
  expect(addresses(ranked(rows, 'holders', 'desc'))).toEqual(['e', 'b', 'a', 'c', 'd']);
  expect(addresses(ranked(rows, 'holders', 'asc'))).toEqual(['a', 'c', 'b', 'e', 'd']);
});

test('the sum in TON, which no answer has, stands as the one in USD', () => {
  const valued = [row('a', '1', '5'), row('b', '1', '50'), row('c')];
  expect(addresses(ranked(valued, 'tvl', 'desc'))).toEqual(['b', 'a', 'c']);
});

test('nothing is ranked by what was not read', () => {
  expect(ranked(rows, 'volume24h', 'desc')).toBeUndefined();
});
