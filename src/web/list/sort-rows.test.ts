import { expect, test } from 'vitest';
import { type SortableRow, sortRows } from './sort-rows.ts';

function row(address: string, holders?: string, liquidity?: string): SortableRow {
  return {
    jetton: {
      identity: { address, name: '', symbol: '' },
      verification: 'JVS_NONE',
      ...(holders === undefined ? {} : { holders }),
      ...(liquidity === undefined ? {} : { liquidityUsd: { value: liquidity, decimals: 0 } }),
    },
    activity: 'unavailable',
  };
}

const addresses = (rows: SortableRow[] | undefined) => rows?.map(({ jetton }) => jetton.identity.address);
const rows = [row('d'), row('c', '5'), row('b', '10'), row('a', '5'), row('e', '900719925474099267')];

test('sorts like the service: unknown values last in either order, equal values by address', () => {
  expect(addresses(sortRows(rows, { sort: 'holders' }, 'desc'))).toEqual(['e', 'b', 'a', 'c', 'd']);
  expect(addresses(sortRows(rows, { sort: 'holders' }, 'asc'))).toEqual(['a', 'c', 'b', 'e', 'd']);
});

test('sorts by liquidity in USD for TVL, which no response contains', () => {
  const withLiquidity = [row('a', '1', '5'), row('b', '1', '50'), row('c')];
  expect(addresses(sortRows(withLiquidity, { sort: 'tvl' }, 'desc'))).toEqual(['b', 'a', 'c']);
});

test('does not sort by values that are not available', () => {
  expect(sortRows(rows, { sort: 'volume24h' }, 'desc')).toBeUndefined();
});
