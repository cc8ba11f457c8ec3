import fc from 'fast-check';
import { TON_ADDRESS } from '#contract/address.ts';
import { anyDecimal, anyInteger, anyJson, anyText, sometimes } from './arbitrary-values.ts';
import { addressOf, jsonLines, swapHeader, swapRow } from './small-dataset.ts';

/** The stablecoin of every dataset. */
export const stable = addressOf('a');
const jettonAddresses = [stable, ...['b', 'd', 'e'].map(addressOf)];

/** Returns a unique address for each `index` and `letter`. */
function numberedAddress(letter: string, index: number): string {
  return `0:${String(index).padStart(64, letter)}`;
}

const jettonFields = fc.constantFrom(
  'address',
  'name',
  'symbol',
  'decimals',
  'description',
  'image',
  'websites',
  'social',
  'admin',
  'offchainAdmin',
  'totalSupply',
  'circulatingSupply',
  'mintable',
  'modifiedContract',
  'verification',
  'createdAt',
  'holdersCount',
  'holdersChangedAt',
  'trustScore',
  'trustScoreUpdatedAt',
  '__proto__',
);
const poolFields = fc.constantFrom(
  'address',
  'exchange',
  'type',
  'asset0',
  'asset1',
  'createdAt',
  'reserve0',
  'reserve1',
  'reservesAt',
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
