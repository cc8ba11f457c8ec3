import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jettonFilterInput } from '#testing/requests/generated-inputs.ts';
import { flatten } from './dotted-keys.ts';
import { jettonListFilter } from './jetton-filter.ts';
import { operations } from './operations.ts';
import { parseFilter } from './parse-filter.ts';
import { parseInput } from './request-encoding.ts';

const { getJettons, getJettonTrustScoreList } = operations;

function fromJson(text: string) {
  return parseInput(getJettons, { path: {}, query: [], body: JSON.parse(text) });
}

function fromQuery(query: string) {
  return parseInput(getJettonTrustScoreList, {
    path: {},
    query: new URLSearchParams(query),
    body: undefined,
  });
}

function queryOf(filter: object): string {
  return String(new URLSearchParams(flatten(filter).map(([key, text]) => [key, text])));
}

describe('encodings of the filter', () => {
  test('JSON and query parameters parse to the same filter', () => {
    fc.assert(
      fc.property(jettonFilterInput, (filter) => {
        const expected = z.parse(jettonListFilter, filter);
        expect(fromJson(JSON.stringify(filter))).toEqual(expected);
        // Query parameters cannot represent an empty object.
        expect(withoutEmpty(fromQuery(queryOf(filter)))).toEqual(withoutEmpty(expected));
      }),
    );
  });

  test('flattening and parsing a filter are inverse', () => {
    fc.assert(
      fc.property(jettonFilterInput, (filter) => {
        // Query parameters cannot represent an empty object.
        expect(parseFilter(new URLSearchParams(queryOf(filter)))).toEqual(withoutEmpty(filter));
      }),
    );
  });

  test('64-bit and 256-bit integers keep every digit', () => {
    const filter = {
      holders: { min: '9223372036854775806', max: '9223372036854775807' },
      fdmc: { min: { value: String(2n ** 256n - 1n), decimals: 255 } },
    };
    const expected = { limit: 20, sort: 'createdAt', order: 'asc', currency: 'ton', ...filter };
    expect(fromJson(JSON.stringify(filter))).toEqual(expected);
    expect(fromQuery(queryOf(filter))).toEqual(expected);
    expect(parseFilter(flatten(filter))).toEqual(filter);
  });

  test('query parameters have the names given in the specification', () => {
    expect(queryOf({ liquidity: { usd: { min: { value: '50000' } } } })).toBe(
      'liquidity.usd.min.value=50000',
    );
    expect(queryOf({ verification: ['JVS_NONE', 'JVS_SCAM'] })).toBe(
      'verification=JVS_NONE&verification=JVS_SCAM',
    );
    expect(queryOf({ priceChange: { ton: { hour6: { max: -1.5e-7 } } } })).toBe(
      'priceChange.ton.hour6.max=-1.5e-7',
    );
  });
});

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const nonEmpty = Object.entries(value)
    .map(([key, part]) => [key, withoutEmpty(part)] as const)
    .filter(([, part]) => !(typeof part === 'object' && part !== null && Object.keys(part).length === 0));
  return Object.fromEntries(nonEmpty);
}

describe('limits of the specification', () => {
  const zero = `0:${'0'.repeat(64)}`;
  const digits = '9'.repeat(333);
  test.each([
    ['limit', { limit: 1 }, { limit: 100 }],
    ['search', { search: 'abc' }, { search: 'я'.repeat(255) }],
    ['search in code points', { search: '😀😀😀' }, { search: '😀'.repeat(255) }],
    ['address', { address: [] }, { address: Array(100).fill(zero) }],
    ['admin', { admin: [zero] }, { admin: Array(10).fill(zero) }],
    ['verification', { verification: ['JVS_NONE'] }, { verification: Array(5).fill('JVS_SCAM') }],
    [
      'decimals',
      { fdmc: { min: { value: '0', decimals: 0 } } },
      { fdmc: { min: { value: digits, decimals: 255 } } },
    ],
    ['counts', { holders: { min: '0', max: '0' } }, { holders: { min: '9223372036854775807' } }],
    ['amounts compared by value', { fdmc: { min: { value: '10', decimals: 1 }, max: { value: '1' } } }, {}],
    ['cursor', { cursor: '' }, { cursor: 'x'.repeat(1024) }],
  ])('%s: allows both limits', (_, low, high) => {
    expect(fromJson(JSON.stringify(low))).toBeDefined();
    expect(fromJson(JSON.stringify(high))).toBeDefined();
    expect(fromQuery(queryOf(low))).toBeDefined();
    expect(fromQuery(queryOf(high))).toBeDefined();
  });

  test('ignores unknown fields', () => {
    expect(fromJson('{"foo": {"bar": [1]}, "liquidity": {"ton": 1}}')).toEqual(
      expect.objectContaining({ limit: 20, liquidity: {} }),
    );
    expect(fromQuery('foo.bar=1&liquidity.ton=1')).toEqual(fromQuery(''));
  });
});
