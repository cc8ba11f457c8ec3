import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
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

type BadRow<Row> = readonly [reason: string, row: Row];

const fresh = { address: addressOf('9') };
const pool = { ...pools[0], address: addressOf('8') };

const TOO_LARGE = String(2n ** 256n);

const columns = swapHeader.split(',');
const [swapsText, jettonsText] = [`${swapHeader}\n${swapRow()}\n`, jsonLines(jettons)];

/** Files with the data of the small dataset in another format. */
const otherFormats: readonly (readonly [file: string, reason: string, content: string | Buffer])[] = [
  ['swaps.csv', 'the file is compressed (gzip); decompress it', gzipSync(swapsText)],
  ['jettons.json', 'the file is compressed (gzip); decompress it', gzipSync(jettonsText)],
  ['swaps.csv', 'the file is a ZIP archive or a spreadsheet; convert it to text', 'PK\u0003\u0004'],
  ['swaps.csv', 'the file is UTF-16; convert it to UTF-8', Buffer.from(`\uFEFF${swapsText}`, 'utf16le')],
  ['swaps.csv', 'the file is UTF-16; convert it to UTF-8', Buffer.from(swapsText, 'utf16le').swap16()],
  ['jettons.json', 'the file is UTF-16; convert it to UTF-8', Buffer.from(jettonsText, 'utf16le')],
  ['swaps.csv', 'columns are separated by semicolons, expected commas', swapsText.replaceAll(',', ';')],
  [
    'swaps.csv',
    'columns are separated by semicolons, expected commas',
    columns.map((name) => `"${name}"`).join(';'),
  ],
  ['swaps.csv', 'columns are separated by tabs, expected commas', swapsText.replaceAll(',', '\t')],
  ['swaps.csv', 'lines must end with a line feed', swapsText.replaceAll('\n', '\r')],
  ['swaps.csv', 'lines must end with a line feed', `${swapHeader}\r${`${swapRow()}\r`.repeat(500)}`],
];

/** Rows to append to the small dataset, each invalid for the given reason. */
const jettonRows: readonly BadRow<object | string>[] = [
  ['invalid JSON', '{"address": }'],
  ['expected a JSON object', '"text"'],
  ['address is missing', { name: 'Nameless' }],
  ['address must be a string', { address: [addressOf('9')] }],
  ['address is not a valid address', { address: `${addressOf('9')}0` }],
  ['address must not be that of the native coin', { address: TON_ADDRESS }],
  ['duplicate address', { ...jettons[0] }],
  ['name must be a string', { ...fresh, name: {} }],
  ['name exceeds 1,000 characters', { ...fresh, name: 'x'.repeat(1001) }],
  ['symbol exceeds 1,000 characters', { ...fresh, symbol: 'x'.repeat(1001) }],
  ['description exceeds 20,000 characters', { ...fresh, description: 'x'.repeat(20_001) }],
  ['image exceeds 20,000 characters', { ...fresh, image: 'x'.repeat(20_001) }],
  ['the element exceeds 1 MB', { ...fresh, unknown: 'x'.repeat(1 << 20) }],
  ['decimals is not an integer', { ...fresh, decimals: 1.5 }],
  ['decimals exceeds 255', { ...fresh, decimals: '256' }],
  ['websites must be an array of strings', { ...fresh, websites: 'https://alpha.example' }],
  ['social must be an array of strings', { ...fresh, social: [1] }],
  ['websites has more than 100 links', { ...fresh, websites: Array(101).fill('https://alpha.example') }],
  ['a link in social exceeds 2,048 characters', { ...fresh, social: [`https://${'x'.repeat(2048)}`] }],
  ['admin is not a valid address', { ...fresh, admin: 'EQ' }],
  ['offchainAdmin is not a valid address', { ...fresh, offchainAdmin: 'EQ' }],
  ['totalSupply must be quoted: it exceeds 2^53 - 1', { ...fresh, totalSupply: 1e20 }],
  ['totalSupply is not an integer', { ...fresh, totalSupply: '1e20' }],
  ['totalSupply exceeds 256 bits', { ...fresh, totalSupply: TOO_LARGE }],
  ['circulatingSupply exceeds 256 bits', { ...fresh, circulatingSupply: '9'.repeat(999) }],
  ['circulatingSupply is not an integer', { ...fresh, circulatingSupply: -1 }],
  ['mintable must be true or false', { ...fresh, mintable: 'true' }],
  ['modifiedContract must be true or false', { ...fresh, modifiedContract: 0 }],
  ['verification is not a valid verification status', { ...fresh, verification: 'verified' }],
  ['createdAt is not a valid time', { ...fresh, createdAt: 'yesterday' }],
  ['holdersCount exceeds 64 bits', { ...fresh, holdersCount: '9223372036854775808' }],
  ['holdersChangedAt must be between 2000 and 2099', { ...fresh, holdersChangedAt: 1 }],
  ['trustScore exceeds 100', { ...fresh, trustScore: 101 }],
  ['offchainImage exceeds 20,000 characters', { ...fresh, offchainImage: 'x'.repeat(20_001) }],
  [
    'source must consist of up to 40 lowercase letters, digits, dots, _ and -',
    { ...fresh, multipliers: [{ source: 'TON API', since: '2026-01-01' }] },
  ],
  ['since is missing', { ...fresh, multipliers: [{ source: 'tonapi' }] }],
  [
    'denominator must be greater than 0',
    { ...fresh, multipliers: [{ source: 'tonapi', since: '2026-01-01', numerator: 1, denominator: 0 }] },
  ],
  [
    'multipliers must have both numerator and denominator, or neither',
    { ...fresh, multipliers: [{ source: 'tonapi', since: '2026-01-01', numerator: 1 }] },
  ],
  ['trustScoreUpdatedAt is not a valid time', { ...fresh, trustScoreUpdatedAt: '2026-13-01' }],
];

const poolRows: readonly BadRow<object | string>[] = [
  ['invalid JSON', ''],
  ['address is missing', {}],
  ['address is not a valid address', { ...pool, address: 'pool' }],
  ['duplicate address', { ...pools[1] }],
  ['asset0 is missing', { ...pool, asset0: null }],
  ['asset1 is not in jettons.json', { ...pool, asset1: addressOf('9') }],
  ['asset1 must differ from asset0', { ...pool, asset0: pool.asset1 }],
  ['exchange is missing', { ...pool, exchange: '' }],
  ['exchange must be one of stonfi, dedust, tonco', { ...pool, exchange: 'STONFI' }],
  ['type must be a string', { ...pool, type: true }],
  ['type exceeds 100 characters', { ...pool, type: 'x'.repeat(101) }],
  ['createdAt is not a valid time', { ...pool, createdAt: '1.1.2026' }],
  ['reserve0 is not an integer', { ...pool, reserve0: '1.5' }],
  ['reserve0 exceeds 256 bits', { ...pool, reserve0: TOO_LARGE }],
  ['reserve1 is not an integer', { ...pool, reserve1: '-1' }],
  ['reservesAt is not a valid time', { ...pool, reservesAt: 'now' }],
];

const holdersHeader = 'token_address,snapshot_time,owner_address,balance_raw,supply_raw,kind,name';
const [alpha, first, other] = [addressOf('a'), addressOf('5'), addressOf('6')];

const holderRows: readonly BadRow<string>[] = [
  ['the number of cells differs from the header', 'x'],
  ['token_address is not a valid address', `x,1769673000,${other},1,,,`],
  [
    'token_address is neither in jettons.json nor in pools.json',
    `${addressOf('9')},1769673000,${other},1,,,`,
  ],
  ['snapshot_time is not a Unix timestamp in seconds', `${alpha},now,${other},1,,,`],
  ['owner_address is not a valid address', `${alpha},1769673000,x,1,,,`],
  ['balance_raw is not an integer', `${alpha},1769673000,${other},1.5,,,`],
  ['supply_raw exceeds 256 bits', `${alpha},1769673000,${other},1,${TOO_LARGE},,`],
  ['kind must be one of pool, burn, locker, contract, wallet', `${alpha},1769673000,${other},1,,person,`],
  ['name exceeds 1,000 characters', `${alpha},1769673000,${other},1,,,${'x'.repeat(1001)}`],
  [
    'snapshot_time and supply_raw must be the same in all rows of a token',
    `${alpha},1769673001,${other},1,,,`,
  ],
  ['duplicate owner_address', `${alpha},1769673000,${first},1,,,`],
];

const swapRows: readonly BadRow<string>[] = [
  ['the number of cells differs from the header', `${swapRow()},1`],
  ['the row exceeds 64 KiB', swapRow({ tx_hash: 'a'.repeat(1 << 16) })],
  ['pool_address is not a valid address', swapRow({ pool_address: '' })],
  ['pool_address is not in pools.json', swapRow({ pool_address: addressOf('9') })],
  ['event_time is not a Unix timestamp in seconds', swapRow({ event_time: '2026-01-29' })],
  ['event_time must be between 2000 and 2099', swapRow({ event_time: '176967300000' })],
  ['lt is not an integer', swapRow({ lt: '1.0' })],
  ['lt exceeds 64 bits', swapRow({ lt: '9223372036854775808' })],
  ['trader_address is not a valid address', swapRow({ trader_address: 'me' })],
  ['token_sold_address is not a valid address', swapRow({ token_sold_address: 'TON' })],
  ['token_sold_address is not an asset of the pool', swapRow({ token_sold_address: addressOf('b') })],
  ['token_bought_address is not a valid address', swapRow({ token_bought_address: '' })],
  ['token_bought_address is not an asset of the pool', swapRow({ token_bought_address: addressOf('7') })],
  [
    'token_bought_address must differ from token_sold_address',
    swapRow({ token_bought_address: TON_ADDRESS }),
  ],
  ['amount_sold_raw is not an integer', swapRow({ amount_sold_raw: '1.5' })],
  ['amount_sold_raw must be greater than 0', swapRow({ amount_sold_raw: '0' })],
  ['amount_bought_raw is not an integer', swapRow({ amount_bought_raw: '-5' })],
  ['amount_bought_raw must be greater than 0', swapRow({ amount_bought_raw: '000' })],
  ['amount_sold_raw exceeds 256 bits', swapRow({ amount_sold_raw: `1${'0'.repeat(330)}` })],
  ['amount_bought_raw exceeds 256 bits', swapRow({ amount_bought_raw: TOO_LARGE })],
  ['the price must be between 10^-40 and 10^40', swapRow({ amount_sold_raw: '9'.repeat(77) })],
  ['volume_usd must be between 10^-40 and 10^40', swapRow({ volume_usd: '1e41' })],
  ['volume_ton must be between 10^-40 and 10^40', swapRow({ volume_ton: `0.${'0'.repeat(40)}1` })],
  ['volume_usd is not a decimal number', swapRow({ volume_usd: 'NaN' })],
  ['volume_ton is not a decimal number', swapRow({ volume_ton: '-1' })],
  ['reserve0_raw is not an integer', swapRow({ reserve0_raw: '1e9' })],
  ['reserve0_raw exceeds 256 bits', swapRow({ reserve0_raw: TOO_LARGE })],
  ['reserve1_raw is not an integer', swapRow({ reserve1_raw: 'x' })],
];

const rateRows: readonly BadRow<string>[] = [
  ['the number of cells differs from the header', '2026-01-02'],
  ['date is not a valid date', '2026-02-30,1'],
  ['date must be between 2000 and 2099', '0000-01-01,1'],
  ['duplicate date', '2026-01-01,1'],
  ['eur is not a decimal number', '2026-01-02,1;5'],
  ['eur must be between 10^-40 and 10^40', '2026-01-02,1e-41'],
  ['eur must be greater than 0', '2026-01-03,0.0'],
];

const holdersRows: readonly BadRow<string>[] = [
  ['the number of cells differs from the header', `${addressOf('a')},2026-01-01`],
  ['jetton_address is not a valid address', 'x,2026-01-01,1'],
  ['jetton_address is not in jettons.json', `${addressOf('9')},2026-01-01,1`],
  ['time is not a valid time', `${addressOf('a')},yesterday,1`],
  ['count is not an integer', `${addressOf('a')},2026-01-01,-1`],
];

describeOnEachStore('bad rows', (openEmptyStore, _, shareCases) => {
  describe('at', () => {
    let store: Store;
    beforeAll(async () => {
      store = await openEmptyStore();
      await importFiles(store, smallDataset());
    });

    test.each(
      shareCases([
        [
          'jettons.json',
          3,
          'decimals exceeds 255 ("256")',
          {
            'jettons.json': jsonLines([
              { address: addressOf('b') },
              { address: addressOf('a'), decimals: 256 },
            ]),
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
        ...otherFormats.map(([file, reason, content]) => [file, 1, reason, { [file]: content }] as const),
      ] as const),
    )('%s, line %i: %s: ends the import and keeps the old data', async (file, line, reason, files) => {
      const failing = importFiles(store, { ...smallDataset(), ...files });
      await expect(failing).rejects.toThrow(`${file}, line ${line}: ${reason}`);
      const remaining = await rows(
        store.db,
        sql`select (select count(*) from jetton) as jettons, (select count(*) from swap) as swaps, (select count(*) from fx) as rates,
              to_regnamespace('jetscope_next') as next`,
      );
      expect(remaining).toEqual([{ jettons: '2', swaps: '1', rates: '3', next: null }]);
    });
  });

  test('with --skip-bad, every bad row is skipped and counted by reason with its first line', async () => {
    const store = await openEmptyStore();
    const files = {
      'jettons.json': jsonLines([...jettons, ...jettonRows.map(([, row]) => row)]),
      'pools.json': jsonLines([...pools, ...poolRows.map(([, row]) => row)]),
      'swaps.csv': [swapHeader, swapRow(), ...swapRows.map(([, row]) => row)].join('\n'),
      'holders.csv': [
        holdersHeader,
        `${alpha},1769673000,${first},1,,,`,
        ...holderRows.map(([, row]) => row),
      ].join('\n'),
      'fx.csv': ['date,eur', '2026-01-01,1', ...rateRows.map(([, row]) => row)].join('\n'),
      'holder-counts.csv': ['jetton_address,time,count', ...holdersRows.map(([, row]) => row)].join('\n'),
    };
    const { skipped, ...counts } = await importFiles(store, files, { skipBad: true });
    expect(counts).toEqual({ jettons: 2, pools: 2, swaps: 1, traders: 1, holderSnapshots: 1, dates: 1 });
    const found = (file: string) =>
      skipped
        .filter((row) => row.file === file)
        .map(({ reason, count, firstLine }) => [reason, count, firstLine]);
    const lines = (rows: readonly (readonly [string, unknown])[], before: number) =>
      rows.map(([reason], index) => [reason, 1, before + index + 1]);
    expect(found('jettons.json')).toEqual(lines(jettonRows, 3));
    expect(found('pools.json')).toEqual(lines(poolRows, 3));
    expect(found('swaps.csv')).toEqual(lines(swapRows, 2));
    expect(found('holders.csv')).toEqual(lines(holderRows, 2));
    expect(found('fx.csv')).toEqual(lines(rateRows, 2));
    expect(found('holder-counts.csv')).toEqual(lines(holdersRows, 1));
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
