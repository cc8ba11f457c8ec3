import { expect, test } from 'vitest';
import type { ListedJetton } from '#web/api/strangers.ts';
import { loadedJettons } from './loaded-jettons.ts';

function row(address: string, trustScore: number): ListedJetton {
  const face = { address, userFriendly: address, name: '', symbol: '', picture: undefined };
  return {
    face,
    decimals: 9,
    createdAt: undefined,
    trustScore,
    verification: 'JVS_NONE',
    links: [],
    lines: {},
  };
}

test('a jetton that was met twice stays where it was met first', () => {
  const pages = [{ jettons: [row('a', 1), row('b', 2)] }, { jettons: [row('b', 3), row('c', 4)] }];
  expect(loadedJettons(pages).map(({ trustScore }) => trustScore)).toEqual([1, 2, 4]);
});
