import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Amount, SourceData } from '#service/feeds/client/source.ts';
import type { ReservesRecord } from '#service/market/batch.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { paddedWholeUnits, wholeUnits } from '#tools/upstream/values.ts';
import { type StoredData, toBaseUnits, toBatch, truncateToBaseUnits } from './to-batch.ts';

const FEED = 'mine';
const [a, c, f] = [addressOf('a'), addressOf('c'), addressOf('f')];
const time = new Date('2026-01-29T07:40:00Z');

/** Pool c of TON and jetton a is stored, and belongs to `feed`. */
function storedData({
  feed = FEED,
  decimals = 6,
  isReversed = false,
  type = 'JTN_MRKT_LINEAR',
}: {
  readonly feed?: string | null;
  readonly decimals?: number;
  readonly isReversed?: boolean;
  readonly type?: string;
} = {}): StoredData {
  return {
    pools: new Map([[c, { asset0: TON_ADDRESS, asset1: a, feed, isReversed, type }]]),
    decimals: new Map<RawAddress, number>([[a, decimals]]),
  };
}

function convert(data: SourceData, stored = storedData()) {
  return toBatch(FEED, data, stored);
}

const isEmpty = { batch: { jettons: [], pools: [], poolTypes: [], reserves: [], swaps: [] }, claimed: [] };

describe('a swap', () => {
  test('of a stored pool is stored unchanged', () => {
    const swap = swapEvent({
      reserve0: { baseUnits: '5' },
      reserve1: { baseUnits: '0' },
      volumeUsd: '1.5',
    });
    const { batch, ...rest } = convert({ swaps: [swap] });
    expect(batch).toEqual({
      ...isEmpty.batch,
      swaps: [
        {
          pool: c,
          trader: addressOf('e'),
          time,
          lt: 100n,
          sold0: true,
          amount0: 1_000_000_000n,
          amount1: 2_000_000n,
          reserve0: 5n,
          reserve1: 0n,
          volumeUsd: '1.5',
        },
      ],
    });
    expect(rest).toEqual({ claimed: [], waiting: [], waitingReserves: [], rejected: [] });
  });

  test('without reserves and volume has none', () => {
    const { batch } = convert({ swaps: [swapEvent()] });
    const [swap] = batch.swaps;
    expect([swap?.reserve0, swap?.reserve1, swap?.volumeUsd]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    { name: 'described in reverse order', stored: storedData({ feed: null }), isDescribed: true },
    { name: 'stored as reversed', stored: storedData({ isReversed: true }), isDescribed: false },
  ])('of a pool that is $name has its sides exchanged', ({ stored, isDescribed }) => {
    const swap = swapEvent({
      amount0: { baseUnits: '2000000' },
      amount1: { baseUnits: '1000000000' },
      reserve0: { baseUnits: '7' },
      reserve1: { baseUnits: '5' },
      sold0: false,
    });
    const pool = newPool({ address: c, asset0: a, asset1: TON_ADDRESS });
    const reserves = { pool: c, time, reserve0: { baseUnits: '3' }, reserve1: { baseUnits: '4' } };
    const data = { swaps: [swap], reserves: [reserves], pools: isDescribed ? [pool] : [] };
    const { batch, claimed, rejected } = convert(data, stored);
    expect(batch.swaps).toMatchObject([
      { sold0: true, amount0: 1_000_000_000n, amount1: 2_000_000n, reserve0: 5n, reserve1: 7n },
    ]);
    expect(batch.reserves).toMatchObject([{ reserve0: 4n, reserve1: 3n }]);
    expect(claimed).toEqual(isDescribed ? [{ address: c, isReversed: true }] : []);
    expect(rejected).toEqual([]);
  });

  test('of a pool that is stored with other assets is rejected', () => {
    const pool = newPool({ address: c, asset0: f, asset1: TON_ADDRESS });
    const { batch, rejected } = convert({ swaps: [swapEvent()], pools: [pool] });
    expect(batch.swaps).toEqual([]);
    expect(rejected).toMatchObject([{ reason: 'the pool is stored with other assets' }]);
  });

  test('of an unknown pool is rejected', () => {
    const swap = swapEvent({ pool: addressOf('9') });
    const rejected = [{ key: `${addressOf('9')} 100`, reason: 'the pool is unknown', event: swap }];
    expect(convert({ swaps: [swap] })).toMatchObject({ ...isEmpty, rejected });
  });

  test("of another feed's pool is rejected", () => {
    const swap = swapEvent();
    expect(convert({ swaps: [swap] }, storedData({ feed: 'other' }))).toMatchObject({
      ...isEmpty,
      waiting: [],
      rejected: [{ key: `${c} 100`, reason: 'the pool belongs to another feed', event: swap }],
    });
  });

  test("of another feed's pool is rejected, even with a description of the pool", () => {
    const pools = [newPool({ address: c, asset1: a })];
    const { batch, rejected } = convert({ swaps: [swapEvent()], pools }, storedData({ feed: 'other' }));
    expect(batch).toEqual(isEmpty.batch);
    expect(rejected).toMatchObject([{ reason: 'the pool belongs to another feed' }]);
  });

  test('claims a pool without a feed', () => {
    const stored = storedData({ feed: null });
    const { batch, claimed } = convert({ swaps: [swapEvent(), swapEvent({ lt: 101n })] }, stored);
    expect(claimed).toEqual([{ address: c, isReversed: false }]);
    expect(batch.swaps).toHaveLength(2);
  });

  test('that is invalid claims no pool', () => {
    const swap = swapEvent({ amount0: { baseUnits: '0' } });
    expect(convert({ swaps: [swap] }, storedData({ feed: null })).claimed).toEqual([]);
  });

  test.each([
    ['an amount is 0', { amount0: { baseUnits: '0' } }, 6],
    ['an amount is 0', { amount1: { units: '0' } }, 6],
    ['an amount exceeds 256 bits', { amount0: { baseUnits: String(2n ** 256n) } }, 6],
    ['an amount exceeds 256 bits', { reserve1: { units: '1e39' } }, 40],
    ['an amount is below 10^-40 whole units', { amount1: { baseUnits: '1' } }, 41],
    ['the price must be between 10^-40 and 10^40', { amount0: { baseUnits: `1${'0'.repeat(59)}` } }, 6],
    ['an amount has more digits than decimals', { amount1: { units: '1.0000001' } }, 6],
  ])('is rejected if %s (case %#)', (reason, changes, decimals) => {
    const swap = swapEvent(changes);
    const { batch, rejected } = convert({ swaps: [swap, swapEvent({ lt: 7n })] }, storedData({ decimals }));
    expect(rejected).toEqual([{ key: `${c} 100`, reason, event: swap }]);
    expect(batch.swaps).toMatchObject([{ lt: 7n }]);
  });
});

describe('decimal amounts', () => {
  const decimalsAndUnits = fc
    .integer({ min: 0, max: 18 })
    .chain((decimals) => fc.tuple(fc.constant(decimals), fc.bigInt({ min: 10n ** 15n, max: 10n ** 20n })));

  test('are converted exactly, with and without trailing zeros', () => {
    fc.assert(
      fc.property(decimalsAndUnits, fc.boolean(), ([decimals, units], isPadded) => {
        const text = isPadded ? paddedWholeUnits(units, decimals) : wholeUnits(units, decimals);
        const { batch } = convert(
          {
            swaps: [
              swapEvent({ amount1: { units: text }, reserve0: { units: '1' }, reserve1: { units: text } }),
            ],
          },
          storedData({ decimals }),
        );
        expect(batch.swaps).toMatchObject([
          { amount0: 1_000_000_000n, amount1: units, reserve0: 1_000_000_000n, reserve1: units },
        ]);
      }),
    );
  });

  test('with more digits than decimals are rejected, and reserves are truncated', () => {
    fc.assert(
      fc.property(decimalsAndUnits, fc.integer({ min: 1, max: 9 }), ([decimals, units], digit) => {
        const padded = paddedWholeUnits(units, decimals);
        const text = decimals === 0 ? `${padded}.0${digit}` : `${padded}0${digit}`;
        const amounts = swapEvent({ amount1: { units: text } });
        const reserves = swapEvent({ lt: 7n, reserve0: { units: '0' }, reserve1: { units: text } });
        const { batch, rejected } = convert({ swaps: [amounts, reserves] }, storedData({ decimals }));
        expect(rejected).toMatchObject([
          { reason: 'an amount has more digits than decimals', event: amounts },
        ]);
        expect(batch.swaps).toMatchObject([{ lt: 7n, reserve0: 0n, reserve1: units }]);
      }),
    );
  });
});

describe('a new pool', () => {
  const facts = { address: f, name: 'Phi', symbol: 'PHI' };

  test('is stored with its jettons and swaps if all decimals are known', () => {
    const swap = swapEvent({ pool: newPool().address, amount1: { units: '2.5' } });
    const data = {
      pools: [newPool()],
      jettons: [{ ...facts, decimals: 3, image: undefined }],
      swaps: [swap],
    };
    const { batch, waiting, rejected, claimed } = convert(data);
    expect(batch).toMatchObject({
      jettons: [{ ...facts, decimals: 3, links: [], verification: 'JVS_NONE' }],
      pools: [{ ...newPool(), feed: FEED }],
      swaps: [{ pool: newPool().address, amount1: 2_500n }],
    });
    expect({ waiting, rejected, claimed }).toEqual({ waiting: [], rejected: [], claimed: [] });
  });

  test.each([
    ['without decimals', [facts]],
    ['not described', []],
  ])('of a jetton %s waits with its swaps, and nothing is guessed', (_, jettons) => {
    const swap = swapEvent({ pool: newPool().address });
    const reserves = {
      pool: newPool().address,
      time,
      reserve0: { baseUnits: '1' },
      reserve1: { baseUnits: '1' },
    };
    const result = convert({ pools: [newPool()], jettons, swaps: [swap], reserves: [reserves] });
    expect(result).toEqual({
      ...isEmpty,
      rejected: [],
      waiting: [{ swap, pool: newPool(), asset: f }],
      waitingReserves: [{ reserves, pool: newPool(), asset: f }],
    });
  });

  test('without swaps is stored too, for the feed that has described it first', () => {
    const { batch } = convert({ pools: [newPool({ asset1: a, type: 'stable' })] });
    expect(batch.pools).toEqual([{ ...newPool({ asset1: a }), type: 'stable', feed: FEED }]);
  });

  test('that is described again changes nothing', () => {
    const { batch } = convert({ pools: [newPool({ address: c, asset1: f, exchange: 'dedust' })] });
    expect(batch).toEqual(isEmpty.batch);
  });

  test.each([
    ['JTN_MRKT_LINEAR', 'JTN_MRKT_STABLE', true],
    ['JTN_MRKT_UNKNOWN', 'JTN_MRKT_LINEAR', true],
    ['JTN_MRKT_LINEAR', 'JTN_MRKT_UNKNOWN', false],
    ['JTN_MRKT_LINEAR', undefined, false],
    ['JTN_MRKT_STABLE', 'JTN_MRKT_LINEAR', false],
    ['stable', 'stable', false],
  ])('that is stored as %s and described as %s gets the type: %s', (stored, type, isReplaced) => {
    const data = { pools: [newPool({ address: c, asset1: a, type })] };
    const poolTypes = isReplaced ? [{ address: c, type }] : [];
    expect(convert(data, storedData({ type: stored })).batch).toEqual({ ...isEmpty.batch, poolTypes });
    expect(convert(data, storedData({ type: stored, feed: 'other' })).batch).toEqual(isEmpty.batch);
  });

  test('a swap of a stored pool with an unknown asset waits without a description', () => {
    const stored = { ...storedData(), decimals: new Map() };
    const swap = swapEvent();
    expect(convert({ swaps: [swap] }, stored).waiting).toEqual([{ swap, pool: undefined, asset: a }]);
  });
});

describe('a jetton', () => {
  test('that is stored does not change with the facts of a source of swaps', () => {
    const { batch } = convert({
      jettons: [{ address: a, name: 'Imitation', decimals: 9 }],
      swaps: [swapEvent({ amount1: { units: '1' } })],
    });
    expect(batch.jettons).toEqual([]);
    expect(batch.swaps).toMatchObject([{ amount1: 1_000_000n }]);
  });

  test('is not stored without decimals, not even its name', () => {
    expect(convert({ jettons: [{ address: f, name: 'Phi' }] }).batch.jettons).toEqual([]);
  });

  const record = {
    address: a,
    name: 'New',
    symbol: 'NEW',
    decimals: 6,
    links: [],
    verification: 'JVS_NONE',
  } as const;

  test('is replaced by a complete record, which takes precedence over facts', () => {
    const { batch } = convert({
      jettonRecords: [record],
      jettons: [{ address: a, name: 'Old', decimals: 6 }],
    });
    expect(batch.jettons).toEqual([record]);
  });

  test('keeps its decimals when a record replaces it', () => {
    const swap = swapEvent({ amount1: { units: '1' } });
    const { batch } = convert({ jettonRecords: [{ ...record, decimals: 9 }], swaps: [swap] });
    expect(batch.jettons).toEqual([record]);
    expect(batch.swaps).toMatchObject([{ amount1: 1_000_000n }]);
  });

  test('with several records has the decimals of the first and everything else of the last', () => {
    const [first, last] = [
      { ...record, address: f, decimals: 3 },
      { ...record, address: f, name: 'Last' },
    ];
    const swap = swapEvent({ pool: newPool().address, amount1: { units: '1' } });
    const { batch } = convert({ jettonRecords: [first, last], pools: [newPool()], swaps: [swap] });
    expect(batch.jettons).toEqual([{ ...last, decimals: 3 }]);
    expect(batch.swaps).toMatchObject([{ amount1: 1_000n }]);
  });
});

describe('reserves', () => {
  const event: ReservesRecord<Amount> = {
    pool: c,
    time,
    reserve0: { units: '1.5' },
    reserve1: { units: '0.00000019' },
  };

  test('are converted and truncated', () => {
    const { batch } = convert({ reserves: [event] });
    expect(batch.reserves).toEqual([{ pool: c, time, reserve0: 1_500_000_000n, reserve1: 0n }]);
  });

  test.each([
    ["another feed's pool", event, storedData({ feed: 'other' })],
    ['an unknown pool', { ...event, pool: addressOf('9') }, storedData()],
  ])('of %s are ignored', (_, reserves, stored) => {
    expect(convert({ reserves: [reserves] }, stored)).toEqual({
      ...isEmpty,
      waiting: [],
      waitingReserves: [],
      rejected: [],
    });
  });

  test('of a stored pool with an unknown asset wait without a description', () => {
    const { batch, waitingReserves } = convert(
      { reserves: [event] },
      { ...storedData(), decimals: new Map() },
    );
    expect(batch.reserves).toEqual([]);
    expect(waitingReserves).toEqual([{ reserves: event, pool: undefined, asset: a }]);
  });

  test('of a pool without a feed do not claim it', () => {
    const { batch, claimed } = convert({ reserves: [event] }, storedData({ feed: null }));
    expect(batch.reserves).toHaveLength(1);
    expect(claimed).toEqual([]);
  });

  test('beyond the limits are rejected', () => {
    const tooLarge = { ...event, reserve1: { units: '1e39' } };
    const { batch, rejected } = convert({ reserves: [tooLarge, event] }, storedData({ decimals: 40 }));
    expect(rejected).toEqual([
      { key: `${c} reserves ${time.toISOString()}`, reason: 'an amount exceeds 256 bits', event: tooLarge },
    ]);
    expect(batch.reserves).toHaveLength(1);
  });
});

describe('amounts in base units', () => {
  test.each([
    ['1', 9, '1000000000'],
    ['0', 9, '0'],
    ['0.000', 0, '0'],
    ['1.5', 1, '15'],
    ['1.50', 1, '15'],
    ['.5', 2, '50'],
    ['5.', 2, '500'],
    ['007.25', 2, '725'],
    ['1e3', 0, '1000'],
    ['2.5E-3', 6, '2500'],
    ['25e-1', 1, '25'],
    ['1e-9', 9, '1'],
    ['0.000000001', 9, '1'],
    ['1.00000000000000000000000000000000000000000000000000', 0, '1'],
  ])('%s with %i decimals is %s', (units, decimals, expected) => {
    expect(toBaseUnits(units, decimals)).toBe(expected);
    expect(truncateToBaseUnits(units, decimals)).toBe(expected);
  });

  test.each([
    ['1.5', 0, '1'],
    ['1.23456789', 4, '12345'],
    ['1e-10', 9, '0'],
    ['0.00000000019', 9, '0'],
    ['19e-1', 0, '1'],
  ])('%s has more digits than %i decimals', (units, decimals, truncated) => {
    expect(() => toBaseUnits(units, decimals)).toThrow('an amount has more digits than decimals');
    expect(truncateToBaseUnits(units, decimals)).toBe(truncated);
  });

  test.each(['-1', 'NaN', '', '1,5', '1e1000', '0x10'])('%j is not an amount', (units) => {
    expect(() => toBaseUnits(units, 9)).toThrow('an amount is not a decimal number');
  });

  test('amounts exceed neither 256 bits nor the limits of decimal numbers', () => {
    expect(() => toBaseUnits('1', 80)).toThrow('an amount exceeds 256 bits');
    expect(() => truncateToBaseUnits('1e41', 0)).toThrow('an amount must be between');
  });

  test('converts any spelling of a number exactly', () => {
    const cases = fc.record({
      base: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      decimals: fc.integer({ min: 0, max: 20 }),
      exponent: fc.integer({ min: -9, max: 9 }),
      zeros: fc.nat(5),
    });
    fc.assert(
      fc.property(cases, ({ base, decimals, exponent, zeros }) => {
        const shift = decimals + exponent;
        const digits = `${'0'.repeat(zeros)}${base}`.padStart(Math.max(shift, 0) + 1, '0');
        const point = digits.length - Math.max(shift, 0);
        const mantissa = `${digits.slice(0, point)}.${digits.slice(point)}${'0'.repeat(zeros)}`;
        const units = `${mantissa}e${Math.max(shift, 0) - decimals}`;
        expect(toBaseUnits(units, decimals)).toBe(String(base));
        expect(truncateToBaseUnits(units, decimals)).toBe(String(base));
      }),
    );
  });
});
