import { Address } from '@ton/core';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { rows } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';
import { searchGrams } from '#service/store/search-text.ts';
import { importClock, importFiles, writeFolder } from '#testing/datasets/dataset-folder.ts';
import {
  addressOf,
  jettons,
  jsonLines,
  smallDataset,
  swapHeader,
  swapRow,
} from '#testing/datasets/small-dataset.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { BadRows } from './bad-rows.ts';
import { DatasetFiles } from './dataset-files.ts';
import { TON } from './load-assets.ts';
import { loadSwaps } from './load-swaps.ts';
import { SwapRowConverter } from './swap-row-converter.ts';

const spelling = fc.tuple(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.constantFrom(0, -1),
  fc.nat({ max: 5 }),
);

/** An address in one of its spellings, and in raw form in lower case, as written by @ton/core. */
function spell([hash, workchain, spelling]: [Uint8Array, number, number]): { text: string; raw: string } {
  const address = new Address(workchain, Buffer.from(hash));
  const raw = address.toRawString();
  const [bounceable, urlSafe] = [spelling % 2 === 0, spelling < 4];
  const text =
    spelling === 0 ? raw : spelling === 1 ? raw.toUpperCase() : address.toString({ bounceable, urlSafe });
  return { text: ` ${text}`, raw };
}

describeOnEachStore('import', (openEmptyStore, _, shareCases) => {
  test('stores all fields of a dataset folder', async () => {
    const store = await openEmptyStore();
    const jetton = {
      address: addressOf('A'),
      name: ' Älpha\u0000 🚀\t',
      symbol: 'α',
      decimals: '6',
      description: 'back\\slash\nline',
      image: 'not a URL',
      websites: ['-', 'https://alpha.example'],
      social: ['t.me/alpha', 'https://alpha.example'],
      admin: Address.parseRaw(addressOf('e')).toString(),
      offchainAdmin: null,
      totalSupply: String(2n ** 256n - 1n),
      circulatingSupply: 1000,
      mintable: false,
      modifiedContract: true,
      verification: 'JVS_SCAM',
      createdAt: '2026-01-01T00:00:00+01:00',
      holdersCount: '9223372036854775807',
      holdersChangedAt: 1769673000,
      trustScore: 7,
      trustScoreUpdatedAt: '2026-01-02',
      warnings: [{ source: 'stonfi', kinds: ['honeypot', 'taxable'] }],
      unknown: {},
    };
    const counts = await importFiles(
      store,
      smallDataset({ 'jettons.json': jsonLines([jetton, { address: addressOf('b') }]) }),
    );
    expect(counts).toEqual({
      jettons: 2,
      pools: 2,
      swaps: 1,
      traders: 1,
      holderSnapshots: 0,
      dates: 1,
      skipped: [],
    });
    const [first, second] = await rows(
      store.db,
      sql`select address, name, symbol, name_folded, symbol_folded, grams, decimals, description, image, links, admin,
            offchain_admin, total_supply, circulating_supply, mintable, modified_contract, verification,
            iso(created_at) as created_at, holders_count, iso(holders_changed_at) as holders_changed_at,
            given_trust_score, iso(given_trust_score_updated_at) as given_trust_score_updated_at
          from jetton order by id`,
    );
    expect(first).toEqual({
      address: addressOf('a'),
      name: ' Älpha\uFFFD 🚀\t',
      symbol: 'α',
      name_folded: 'alpha\uFFFD 🚀',
      symbol_folded: 'α',
      grams: searchGrams(' Älpha\uFFFD 🚀\t', 'α'),
      decimals: 6,
      description: 'back\\slash\nline',
      image: 'not a URL',
      links: expect.any(String),
      admin: addressOf('e'),
      offchain_admin: null,
      total_supply: String(2n ** 256n - 1n),
      circulating_supply: '1000',
      mintable: false,
      modified_contract: true,
      verification: 'JVS_SCAM',
      created_at: '2025-12-31T23:00:00.000Z',
      holders_count: '9223372036854775807',
      holders_changed_at: '2026-01-29T07:50:00.000Z',
      given_trust_score: 7,
      given_trust_score_updated_at: '2026-01-02T00:00:00.000Z',
    });
    expect(JSON.parse((first as { links: string }).links)).toEqual([
      { name: 'alpha.example', url: 'https://alpha.example', type: 'website' },
      { name: 'alpha', url: 'https://t.me/alpha', type: 'telegram' },
    ]);
    expect(second).toMatchObject({
      address: addressOf('b'),
      name: '',
      decimals: 9,
      grams: [],
      links: '[]',
      verification: 'JVS_NONE',
    });
    const warnings = sql`select address, source, kind from jetton_warning
      join jetton on jetton.id = jetton_id order by kind`;
    expect(await rows(store.db, warnings)).toEqual([
      { address: addressOf('a'), source: 'stonfi', kind: 'honeypot' },
      { address: addressOf('a'), source: 'stonfi', kind: 'taxable' },
    ]);
    expect(await readDataset(store.db)).toMatchObject({
      source: 'imported',
      asOf: importClock,
      stables: [addressOf('a')],
    });
  });

  test('accepts addresses in any spelling', async () => {
    const store = await openEmptyStore();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(spelling, { minLength: 7, maxLength: 7, selector: ([hash]) => hash.join() }),
        async (spellings) => {
          const [jetton, admin, pool, trader, ...others] = spellings.map(spell);
          if (!jetton || !admin || !pool || !trader) return;
          const again = spell([spellings[0]?.[0] ?? new Uint8Array(), spellings[0]?.[1] ?? 0, 3]).text;
          await importFiles(store, {
            'jettons.json': JSON.stringify([
              { address: jetton.text, admin: admin.text },
              ...others.map(({ text }) => ({ address: text })),
            ]),
            'pools.json': JSON.stringify([
              { address: pool.text, exchange: 'tonco', asset0: again, asset1: TON_ADDRESS },
            ]),
            'swaps.csv': `${swapHeader}\n${swapRow({ pool_address: pool.raw.toUpperCase(), trader_address: trader.text, token_bought_address: again })}\n`,
          });
          const found = await rows(
            store.db,
            sql`select (select array_agg(address order by id) from jetton) as jettons, (select admin from jetton where id = 1) as admin,
                (select address from pool) as pool, (select count(*) from swap) as swaps`,
          );
          expect(found).toEqual([
            {
              jettons: [jetton, ...others].map(({ raw }) => raw),
              admin: admin.raw,
              pool: pool.raw,
              swaps: '1',
            },
          ]);
        },
      ),
      { numRuns: shareCases(Array.from({ length: 6 })).length },
    );
  });

  test('orients swaps by the assets of the pool and replaces traders with ids', async () => {
    const store = await openEmptyStore();
    const wrapped = '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c';
    const hash = '7f'.repeat(32);
    const sell = { token_sold_address: addressOf('a'), token_bought_address: wrapped };
    const swaps = [
      swapRow({
        lt: '5',
        ...sell,
        amount_sold_raw: '1000',
        amount_bought_raw: `1${'0'.repeat(40)}`,
        tx_hash: hash,
      }),
      swapRow({
        lt: '3',
        tx_hash: Buffer.from(hash, 'hex').toString('base64'),
        amount_sold_raw: '0999',
        volume_usd: '',
        volume_ton: ' 2.5 ',
        reserve0_raw: '7',
        reserve1_raw: '0',
      }),
      swapRow({ lt: '5', trader_address: addressOf('f'), event_time: '1769673001', amount_bought_raw: '5' }),
      swapRow({ lt: '9223372036854775807', trader_address: addressOf('f'), volume_usd: '1e-3' }),
      swapRow({ lt: '5', pool_address: addressOf('d'), ...sell, token_bought_address: addressOf('b') }),
    ];
    const counts = await importFiles(
      store,
      smallDataset({ 'swaps.csv': [swapHeader, ...swaps].join('\r\n') }),
    );
    expect(counts).toMatchObject({ swaps: 4, traders: 2 });
    const found = await rows(
      store.db,
      sql`select pool_id, lt, iso(time) as time, trader_id = min(trader_id) filter (where lt = 3) over () as same_trader,
            sold0, dust, amount0, amount1, reserve0, reserve1, encode(tx_hash, 'hex') as tx_hash
          from swap order by pool_id, lt`,
    );
    const [time, unknown] = ['2026-01-29T07:50:00.000Z', { reserve0: null, reserve1: null, tx_hash: null }];
    const long = `1${'0'.repeat(40)}`;
    expect(found).toEqual([
      {
        pool_id: 1,
        lt: '3',
        time,
        same_trader: true,
        sold0: true,
        dust: true,
        amount0: '999',
        amount1: '2000000',
        reserve0: '7',
        reserve1: '0',
        tx_hash: hash,
      },
      {
        pool_id: 1,
        lt: '5',
        time,
        same_trader: true,
        sold0: false,
        dust: false,
        amount0: long,
        amount1: '1000',
        ...unknown,
        tx_hash: hash,
      },
      {
        pool_id: 1,
        lt: '9223372036854775807',
        time,
        same_trader: false,
        sold0: true,
        dust: false,
        amount0: '1000000000',
        amount1: '2000000',
        ...unknown,
      },
      {
        pool_id: 2,
        lt: '5',
        time,
        same_trader: true,
        sold0: true,
        dust: false,
        amount0: '1000000000',
        amount1: '2000000',
        ...unknown,
      },
    ]);
  });

  test('accepts columns in any order, ignores unknown currencies and requires only jettons.json', async () => {
    const store = await openEmptyStore();
    const fx = '\uFEFFeur,xyz,date,ton\n0.9,1,2026-01-02,\n,1,2026-01-01,1.5e-1\n';
    expect(await importFiles(store, smallDataset({ 'fx.csv': fx }))).toMatchObject({ dates: 2 });
    expect(await rows(store.db, sql`select date, code, rate from fx order by date`)).toEqual([
      { date: '2026-01-01', code: 'ton', rate: '0.15' },
      { date: '2026-01-02', code: 'eur', rate: '0.9' },
    ]);
    const counts = await importFiles(store, { 'jettons.json': JSON.stringify(jettons) });
    expect(counts).toEqual({
      jettons: 2,
      pools: 0,
      swaps: 0,
      traders: 0,
      holderSnapshots: 0,
      dates: 0,
      skipped: [],
    });
    expect(await rows(store.db, sql`select * from fx`)).toEqual([]);
  });
});

describeOnEachStore('loadSwaps', (openEmptyStore) => {
  const jetton = { id: 1, decimals: 6 };
  const jettons = new Map([[addressOf('a'), jetton]]);
  const pools = new Map([[addressOf('c'), { id: 1, asset0: TON, asset1: jetton }]]);

  test('traders beyond the limit of those in memory get distinct ids', async () => {
    const store = await openEmptyStore();
    const traders = ['1', '2', '3', '4', '3', '1', '5', '4'].map(addressOf);
    const swaps = traders.map((trader_address, lt) => swapRow({ lt: String(lt), trader_address }));
    const folder = await writeFolder(
      smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps, swapRow({ lt: '0' })].join('\n')}\n` }),
    );
    await store.withExclusiveSession('jetscope', async (session) => {
      const files = new DatasetFiles(folder.path);
      const converter = new SwapRowConverter(pools, jettons, 2);
      const counts = await loadSwaps(session, files, new BadRows(false), converter, () => undefined);
      // Includes the trader of the duplicate row.
      expect(counts).toEqual({ swaps: 8, traders: 6 });
    });
    const found = await rows<{ id: number }>(store.db, sql`select trader_id as id from swap order by lt`);
    const firstWithSame = found.map(({ id }) => found.findIndex((other) => other.id === id));
    expect(firstWithSame).toEqual(traders.map((trader) => traders.indexOf(trader)));
    await folder.remove();
  });
});
