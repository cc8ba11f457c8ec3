import fc from 'fast-check';
import { TON_ADDRESS } from '#contract/address.ts';
import { completeJetton } from './complete-market.ts';
import { addressOf, jsonLines, swapHeader, swapRow } from './small-dataset.ts';

const MAX_UINT256 = 2n ** 256n - 1n;

/** Base units of any magnitude. */
const anyInteger = fc.oneof(
  fc.nat({ max: 77 }).map((digits) => `1${'0'.repeat(digits)}`),
  fc.bigInt({ min: 1n, max: MAX_UINT256 }).map(String),
  fc.constantFrom('1', '999', '1000', String(MAX_UINT256)),
);

/** Volumes and rates of any magnitude. */
const anyDecimal = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((exponent) => `1e${exponent}`),
  fc.double({ min: 0, noNaN: true, max: 1e40 }).map(String),
);

const hostileTexts = [
  ['', ' ', '\\N', '\\.', '0x10', '-1', '٣'],
  ['NaN', 'Infinity', '-Infinity', '-0', '1e999', '1e-999', '0e-999'],
  ['1'.repeat(330), '9'.repeat(999), `0.${'0'.repeat(500)}1`, String(MAX_UINT256 + 1n)],
  ['0000-01-01', '9999-12-31', '2000-01-01', '294277-01-01T00:00:00Z', '946684800', '4102444799'],
  ['9223372036854775807', '9223372036854775808', '-9223372036854775809', '2147483648', '65536'],
  ['x'.repeat(70_000), '€'.repeat(30_000), 'tg://resolve?domain=%00%ED%A0%80', 'javascript:1', 'true'],
  [TON_ADDRESS, `-1:${'f'.repeat(64)}`, '__proto__'],
].flat();

/** Arbitrary text of a field, including edge cases of every type. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\uD800', '\uDFFF', '\\', '\t', 'N', '.', '{', '"', "'", '0') }),
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileTexts),
  anyInteger,
  anyDecimal,
);

const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.jsonValue(),
  fc.array(anyText),
  fc.constantFrom(1e300, -1e-300, 2 ** 53, -0, Array(101).fill('https://alpha.example')),
);

/** Generates undefined in two of three cases. */
function sometimes<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, arbitrary);
}

/** The stablecoin of every dataset. */
export const stable = addressOf('a');
const jettonAddresses = [stable, ...['b', 'd', 'e'].map(addressOf)];

/** Returns a unique address for each `index` and `letter`. */
function numberedAddress(letter: string, index: number): string {
  return `0:${String(index).padStart(64, letter)}`;
}

const jettonFields = fc.constantFrom('address', 'decimals', '__proto__', ...Object.keys(completeJetton));
const poolFields = fc.constantFrom(
  ...'address exchange type asset0 asset1 createdAt reserve0 reserve1 reservesAt'.split(' '),
);

/** Rows in which one field may have an arbitrary value. */
function withArbitraryField(row: fc.Arbitrary<object>, fields: fc.Arbitrary<string>): fc.Arbitrary<object> {
  return fc
    .tuple(row, sometimes(fc.tuple(fields, anyJson)))
    .map(([valid, change]) => (change ? { ...valid, [change[0]]: change[1] } : valid));
}

const supplies = fc.record({
  totalSupply: anyInteger,
  circulatingSupply: anyInteger,
  decimals: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 6, 9, 18, 255)),
});
const validJettons = fc
  .array(supplies, { minLength: jettonAddresses.length, maxLength: jettonAddresses.length })
  .map((rows) => rows.map((row, index) => ({ ...row, address: jettonAddresses[index] })));
const otherJettons = fc
  .array(withArbitraryField(supplies, jettonFields))
  .map((rows) => rows.map((row, index) => ({ address: numberedAddress('7', index), ...row })));

const assets = [TON_ADDRESS, ...jettonAddresses];
const pairs = assets.flatMap((asset0) =>
  assets.filter((asset1) => asset1 !== asset0).map((asset1) => ({ asset0, asset1 })),
);
const otherPools = fc
  .array(withArbitraryField(fc.constant({ ...pairs[0], exchange: 'dedust' }), poolFields))
  .map((rows) => rows.map((row, index) => ({ address: numberedAddress('8', index), ...row })));

const unknown = fc.constant('');
const swap = fc.record({
  facts: fc.record({
    event_time: fc.integer({ min: 1_764_000_000, max: 1_769_673_000 }).map(String),
    amount_sold_raw: anyInteger,
    amount_bought_raw: anyInteger,
    volume_usd: fc.oneof(unknown, anyDecimal),
    reserve0_raw: fc.oneof(unknown, anyInteger),
    reserve1_raw: fc.oneof(unknown, anyInteger),
  }),
  forward: fc.boolean(),
  change: sometimes(fc.tuple(fc.constantFrom(...swapHeader.split(',')), anyText)),
});
const tradedPools = fc.array(
  fc.record({
    pair: fc.constantFrom(...pairs),
    reserves: fc.record({ reserve0: fc.option(anyInteger), reserve1: fc.option(anyInteger) }),
    swaps: fc.array(swap, { minLength: 3, maxLength: 8 }),
  }),
  { minLength: 6, maxLength: 12 },
);
type TradedPool = typeof tradedPools extends fc.Arbitrary<(infer Pool)[]> ? Pool : never;

function poolRow({ pair, reserves }: TradedPool, index: number): object {
  return { ...pair, ...reserves, exchange: 'stonfi', address: numberedAddress('c', index) };
}

function swapRows({ pair: { asset0, asset1 }, swaps }: TradedPool, pool: number): string[] {
  return swaps.map(({ facts, forward, change }, lt) =>
    swapRow({
      ...facts,
      lt: String(lt),
      pool_address: numberedAddress('c', pool),
      token_sold_address: forward ? asset0 : asset1,
      token_bought_address: forward ? asset1 : asset0,
      ...(change && { [change[0]]: csvCell(change[1]) }),
    }),
  );
}

// The import fails on quoted rows that are too long: the quote may never be closed.
const MAX_CELL_LENGTH = 10_000;

function csvCell(cell: string): string {
  const text = cell.slice(0, MAX_CELL_LENGTH);
  return /["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const day = fc.oneof(fc.constantFrom('2026-01-01', '2025-12-30'), anyText);
const rates = fc.array(fc.tuple(day, anyDecimal, anyText).map((cells) => cells.map(csvCell).join(',')));

interface ArbitraryDataset {
  readonly files: Readonly<Record<string, string>>;
  /** Number of rows by file. */
  readonly jettons: number;
  readonly pools: number;
  readonly rates: number;
}

/** Datasets with numbers of every supported magnitude, in which many rows have one field with an arbitrary value. */
export const arbitraryDataset: fc.Arbitrary<ArbitraryDataset> = fc
  .tuple(validJettons, otherJettons, tradedPools, otherPools, rates)
  .map(([valid, others, traded, untraded, rateRows]) => {
    const jettons = [...valid, ...others];
    const pools = [...traded.map(poolRow), ...untraded];
    const files = {
      'jettons.json': jsonLines(jettons),
      'pools.json': jsonLines(pools),
      'swaps.csv': `${[swapHeader, ...traded.flatMap(swapRows)].join('\n')}\n`,
      'fx.csv': `${['date,ton,eur', ...rateRows].join('\n')}\n`,
    };
    return { files, jettons: jettons.length, pools: pools.length, rates: rateRows.length };
  });
