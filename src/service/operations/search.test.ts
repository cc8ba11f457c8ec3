import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { search } from './search.ts';
import { distance, type MatchKind, matchOf, phraseOf, searchableOf } from './search-match.ts';

const caller = { baseUrl: 'https://jetscope.example' };

const jettons = [
  { address: addressOf('1'), name: 'Tether USD', symbol: 'USD₮', verification: 'JVS_VERIFIED' },
  { address: addressOf('2'), name: 'Imitation', symbol: 'USDТ', verification: 'JVS_NONE' },
  { address: addressOf('3'), name: 'Scam', symbol: 'USDT', verification: 'JVS_SCAM' },
  { address: addressOf('4'), name: 'Kestrel Coin', symbol: 'KES' },
  { address: addressOf('5'), name: 'Dogs', symbol: 'DOGS' },
  { address: addressOf('6'), name: 'Dogs', symbol: '$DOGS' },
  { address: addressOf('7'), name: 'Hot dogs', symbol: 'HOT' },
  { address: addressOf('8'), name: 'Not Dogs', symbol: 'DOGSNOT', verification: 'JVS_VERIFIED' },
  { address: addressOf('9'), name: 'Tonstakers', symbol: 'TS' },
  { address: addressOf('e'), name: '\uD55C\uAD6D', symbol: 'KRW' },
  { address: addressOf('f'), name: 'Letter', symbol: 'Ｘ' },
];

const pool = (letter: string, asset0: string, asset1: string, reserve = '1000000000') => ({
  address: addressOf(letter),
  exchange: 'stonfi',
  asset0,
  asset1,
  reserve0: reserve,
  reserve1: reserve,
  reservesAt: importClock.toISOString(),
});
const pools = [
  pool('a', TON_ADDRESS, addressOf('1')),
  pool('b', TON_ADDRESS, addressOf('5')),
  pool('c', TON_ADDRESS, addressOf('6'), '9000000000'),
  pool('d', addressOf('5'), addressOf('1')),
];

/** One in each pool, which gives its jetton a price. */
const swaps = pools.map(({ address, asset0, asset1 }, index) =>
  swapRow({
    lt: String(index + 1),
    pool_address: address,
    token_sold_address: asset0,
    token_bought_address: asset1,
    amount_bought_raw: '1000000000',
  }),
);

describeOnEachStore('the search', (openEmptyStore) => {
  let service: ServiceContext;
  let store: Awaited<ReturnType<typeof openEmptyStore>>;
  beforeAll(async () => {
    store = await openEmptyStore();
    const files = { 'jettons.json': jsonLines(jettons), 'pools.json': jsonLines(pools) };
    await importFiles(store, smallDataset({ ...files, 'swaps.csv': `${swapHeader}\n${swaps.join('\n')}\n` }));
    service = serviceOf({ AS_OF: importClock.toISOString() }, store);
  });

  async function find(q: string, limit = 20): Promise<string[]> {
    const { items } = await search(service, { q, limit }, caller);
    return items.map(({ jetton, market, counterpart }) =>
      market ? `${jetton.metadata.symbol}/${counterpart?.symbol}` : jetton.metadata.address.slice(-1),
    );
  }
  const findJettons = async (q: string) => (await find(q)).filter((item) => !item.includes('/'));

  test.each([
    ['usdt', ['1', '2', '3']],
    ['USD₮', ['1', '2', '3']],
    ['usdт', ['1', '2', '3']],
    ['dogs', ['6', '5', '8', '7']],
    ['$dogs', ['6', '5', '8', '7']],
    ['kestrl', ['4']],
    ['ketsrel coin', ['4']],
    ['kestrelcoin', ['4']],
    ['tonstkaesr', ['9']],
    ['stakers', ['9']],
    ['tether usd', ['1']],
    ['ts', ['9']],
    ['\uD55C\uAD6D', ['e']],
    ['\u1112\u1161\u11AB\u1100\u116E\u11A8', ['e']],
    ['x', ['f']],
    ['nothing like it', []],
    ['$$$', []],
    ['a\0b', []],
  ])('%j finds %j', async (q, expected) => {
    expect(await findJettons(q)).toEqual(expected);
  });

  test('returns at most `limit` jettons', async () => {
    expect((await find('dogs', 2)).slice(0, 3)).toEqual(['6', '5', '$DOGS/GRAM']);
  });

  test.each([
    ['dogs/usdt', ['DOGS/USD₮']],
    ['usdt-dogs', ['USD₮/DOGS']],
    ['usdt dogs', ['USD₮/DOGS']],
    ['dogs/ton', ['$DOGS/GRAM', 'DOGS/GRAM']],
    ['gram/usd', ['USD₮/GRAM']],
    ['kestrl/ton', []],
  ])('%s finds the pools %j, the most liquid first', async (q, expected) => {
    expect((await find(q)).filter((item) => item.includes('/'))).toEqual(expected);
  });

  test.each([
    ['a jetton', addressOf('4'), ['4']],
    ['a jetton in user-friendly form', ` ${toUserFriendly(addressOf('4'))} `, ['4']],
    ['a pool', addressOf('b'), ['DOGS/GRAM']],
    ['nothing', `-1:${'f'.repeat(64)}`, []],
  ])('the address of %s finds it', async (_, address, expected) => {
    expect(await find(address)).toEqual(expected);
  });

  test('finds a jetton that a source describes later, by its new name', async () => {
    const update = { address: addressOf('4'), name: 'Peregrine', symbol: 'PRG' };
    await ingest(store, importClock, { jettonUpdates: [update] });
    expect(await findJettons('peregrin')).toEqual(['4']);
    expect(await findJettons('perergine')).toEqual(['4']);
  });
});

describe('matches', () => {
  test.each<[search: string, symbol: string, name: string, kind: MatchKind | undefined]>([
    ['usdt', 'USD₮', 'Tether USD', 'symbol'],
    ['dogs', '$DOGS', 'Other', 'symbol'],
    ['$dogs', 'DOGS', 'Other', 'symbol'],
    ['usdt', 'USDТ', 'Imitation in Cyrillic', 'symbol'],
    ['usdt', 'U$DT', 'Imitation', 'symbol'],
    ['kestrel', 'KES', 'Kestrel', 'name'],
    ['kes', 'KESX', 'Bird', 'prefix'],
    ['coin', 'X', 'Kestrel Coin', 'part'],
    ['kestrl', 'KES', 'Kestrel', 'similar'],
    ['ketsrel', 'KES', 'Kestrel', 'similar'],
    ['kestrwl coin', 'KES', 'Kestrel Coin', 'similar'],
    ['kestrelcoin', 'KES', 'Kestrel Coin', 'similar'],
    ['notcoim', 'NOT', 'Notcoin', 'similar'],
    ['tonstkaesr', 'TS', 'Tonstakers', 'similar'],
    ['nat', 'NOT', 'Not', undefined],
    ['ketrl', 'KES', 'Kestrel', undefined],
    ['kestrl moon', 'KES', 'Kestrel Coin', undefined],
    ['$$$', 'USD₮', 'Tether', undefined],
  ])('%s matches %s, %s: %s', (search, symbol, name, kind) => {
    expect(matchOf(phraseOf(search), searchableOf({ symbol, name }))?.kind).toBe(kind);
  });

  const word = fc.array(fc.constantFrom(...'abc'), { maxLength: 6 });

  /** The definition, without a limit. */
  function naiveDistance(a: readonly string[], b: readonly string[]): number {
    const [i, j] = [a.length, b.length];
    if (i === 0 || j === 0) return i + j;
    const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
    const counts = [
      naiveDistance(restA, b) + 1,
      naiveDistance(a, restB) + 1,
      naiveDistance(restA, restB) + Number(a[i - 1] !== b[j - 1]),
    ];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      counts.push(naiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
    return Math.min(...counts);
  }

  test('the distance is exact up to the limit, and larger than it otherwise', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
        const expected = naiveDistance(a, b);
        const found = distance(a, b, limit);
        expect(Math.min(found, limit + 1)).toBe(Math.min(expected, limit + 1));
      }),
    );
  });
});
