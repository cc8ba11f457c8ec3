import { expect, test } from 'vitest';
import { type SortableRow, sortRows } from './sort-rows.ts';

function row(address: string, holders?: string, liquidity?: string): SortableRow {
  return {
    jetton: {
      identity: { address, name: '', symbol: '' },
      verification: 'JVS_NONE',
      ...(holders === undefined ? {} : { holdersCount: holders }),
      ...(liquidity === undefined ? {} : { liquidityUsd: { value: liquidity, decimals: 0 } }),
    },
    activity: 'unavailable',
  };
}

const addresses = (rows: SortableRow[] | undefined) => rows?.map(({ jetton }) => jetton.identity.address);
const rows = [row('d'), row('c', '5'), row('b', '10'), row('a', '5'), row('e', '900719925474099267')];

test('rows stand as in the lists of the service: unknown last in either order, equal ones by address', () => {
  expect(addresses(sortRows(rows, 'holders', 'desc'))).toEqual(['e', 'b', 'a', 'c', 'd']);
  expect(addresses(sortRows(rows, 'holders', 'asc'))).toEqual(['a', 'c', 'b', 'e', 'd']);
});

test('the sum in TON, which no answer has, stands as the one in USD', () => {
  const valued = [row('a', '1', '5'), row('b', '1', '50'), row('c')];
  expect(addresses(sortRows(valued, 'tvl', 'desc'))).toEqual(['b', 'a', 'c']);
});

test('nothing is ranked by what was not read', () => {
  expect(sortRows(rows, 'volume24h', 'desc')).toBeUndefined();
});
