import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '#service/store/database.ts';
import { jettonRows, poolRows, rateRows, swapRows } from '#testing/datasets/bad-rows.ts';
import { importFiles } from '#testing/datasets/import-files.ts';
import {
  addressOf,
  jettons,
  jsonLines,
  pools,
  smallDataset,
  swapHeader,
  swapRow,
} from '#testing/datasets/small-dataset.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

describeOnEachStore('bad rows', (openEmptyStore) => {
  test.each([
    [
      'jettons.json',
      3,
      'decimals exceeds 255 ("256")',
      {
        'jettons.json': jsonLines([{ address: addressOf('b') }, { address: addressOf('a'), decimals: 256 }]),
      },
    ],
    [
      'pools.json',
      2,
      'exchange must be one of stonfi, dedust, tonco ("binance")',
      { 'pools.json': jsonLines([{ ...pools[0], exchange: 'binance' }]) },
    ],
    [
      'swaps.csv',
      3,
      'amount_sold_raw must be greater than 0 ("0")',
      { 'swaps.csv': [swapHeader, swapRow(), swapRow({ lt: '2', amount_sold_raw: '0' })].join('\n') },
    ],
    [
      'fx.csv',
      3,
      'eur is not a decimal number ("-1")',
      { 'fx.csv': 'date,eur\n2026-01-01,1\n2026-01-02,-1\n' },
    ],
    [
      'jettons.json',
      4,
      'the JSON array is not closed',
      { 'jettons.json': `[\n${JSON.stringify(jettons[0])},\n{"a":\n1` },
    ],
    ['swaps.csv', 1, 'column lt is missing', { 'swaps.csv': 'pool_address,event_time\n' }],
    ['fx.csv', 1, 'duplicate column eur', { 'fx.csv': 'date,eur,eur\n' }],
    ['fx.csv', 1, 'the header row is missing', { 'fx.csv': '\n\n' }],
  ])('%s, line %i: %s: ends the import and keeps the old data', async (file, line, reason, files) => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    const failing = importFiles(store, smallDataset(files));
    await expect(failing).rejects.toThrow(`${file}, line ${line}: ${reason}`);
    const remaining = await rows(
      store.db,
      sql`select (select count(*) from jetton) as jettons, (select count(*) from swap) as swaps, (select count(*) from fx) as rates,
            to_regnamespace('jetscope_next') as next`,
    );
    expect(remaining).toEqual([{ jettons: '2', swaps: '1', rates: '3', next: null }]);
  });

  test('with --skip-bad, every bad row is skipped and counted by reason with its first line', async () => {
    const store = await openEmptyStore();
    const files = {
      'jettons.json': jsonLines([...jettons, ...jettonRows.map(([, row]) => row)]),
      'pools.json': jsonLines([...pools, ...poolRows.map(([, row]) => row)]),
      'swaps.csv': [swapHeader, swapRow(), ...swapRows.map(([, row]) => row)].join('\n'),
      'fx.csv': ['date,eur', '2026-01-01,1', ...rateRows.map(([, row]) => row)].join('\n'),
    };
    const { skipped, ...counts } = await importFiles(store, files, { skipBad: true });
    expect(counts).toEqual({ jettons: 2, pools: 2, swaps: 1, traders: 1, dates: 1 });
    const found = (file: string) =>
      skipped
        .filter((row) => row.file === file)
        .map(({ reason, count, firstLine }) => [reason, count, firstLine]);
    const lines = (rows: readonly (readonly [string, unknown])[], before: number) =>
      rows.map(([reason], index) => [reason, 1, before + index + 1]);
    expect(found('jettons.json')).toEqual(lines(jettonRows, 3));
    expect(found('pools.json')).toEqual(lines(poolRows, 3));
    expect(found('swaps.csv')).toEqual(lines(swapRows, 2));
    expect(found('fx.csv')).toEqual(lines(rateRows, 2));
  });

  test('equal errors are counted together', async () => {
    const store = await openEmptyStore();
    const swaps = [
      swapHeader,
      swapRow(),
      swapRow({ lt: 'x' }),
      swapRow({ lt: '2' }),
      swapRow({ lt: 'y' }),
    ].join('\n');
    const { skipped } = await importFiles(store, smallDataset({ 'swaps.csv': swaps }), { skipBad: true });
    expect(skipped).toEqual([{ file: 'swaps.csv', reason: 'lt is not an integer', count: 2, firstLine: 3 }]);
  });
});
