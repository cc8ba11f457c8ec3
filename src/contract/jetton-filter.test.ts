import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jettonFilterInput } from '#testing/requests/valid-inputs.ts';
import { flatten } from './dotted-keys.ts';
import { jettonListFilter, parseFilter } from './jetton-filter.ts';
import { operations } from './operations.ts';
import { parseInput } from './request-encoding.ts';

const { getJettons, getJettonTrustScoreList } = operations;

function fromJson(text: string) {
  return parseInput(getJettons, { path: {}, query: [], body: JSON.parse(text) }).value;
}

function fromQuery(query: string) {
  return parseInput(getJettonTrustScoreList, {
    path: {},
    query: new URLSearchParams(query),
    body: undefined,
  }).value;
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
    ['search in visible characters', { search: 'e\u0301e\u0301e\u0301' }, { search: '🇺🇦'.repeat(255) }],
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

describe('invalid filters', () => {
  const { getJettons, getJettonStatisticsListByQuery } = operations;
  const zero = `0:${'0'.repeat(64)}`;
  const amount = (bound: unknown) => JSON.stringify({ fdmc: { min: bound, max: { value: '5' } } });

  /** JSON bodies with one invalid field. */
  const bodies: readonly string[] = [
    ...['0', '101', '-1', '1.5', '"101"', '"1.5"', '" 20"', '"0x14"', '""', 'true', '[20]', '1e999'].map(
      (limit) => `{"limit": ${limit}}`,
    ),
    ...['5', '["a"]', '{}'].map((cursor) => `{"cursor": ${cursor}}`),
    JSON.stringify({ cursor: 'x'.repeat(1025) }),
    ...['"true"', '1', '[]'].map((flag) => `{"excludeScam": ${flag}}`),
    ...['', 'ab', '😀😀', 'e\u0301e\u0301', '   ', 'a\u200Bb', 'a'.repeat(256)].map((search) =>
      JSON.stringify({ search }),
    ),
    ...['5', '["abc"]'].map((search) => `{"search": ${search}}`),
    ...['address', 'admin'].flatMap((field) => [
      ...[[''], ['x'], [5], [null], [[zero]], zero, {}, { 0: zero, length: 1 }].map((value) =>
        JSON.stringify({ [field]: value }),
      ),
      JSON.stringify({ [field]: ['EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCZ'] }),
    ]),
    JSON.stringify({ address: Array(101).fill(zero) }),
    JSON.stringify({ admin: Array(11).fill(zero) }),
    JSON.stringify({ verification: Array(6).fill('JVS_NONE') }),
    ...['jvs-none', 'NONE', '', 'constructor', '__proto__'].map((status) =>
      JSON.stringify({ verification: [status] }),
    ),
    '{"verification": "JVS_NONE"}',
    ...['sort', 'order', 'currency'].flatMap((field) =>
      ['', 'toString', '__proto__', 'constructor', 'TONS', ' asc', 5, ['ton']].map((value) =>
        JSON.stringify({ [field]: value }),
      ),
    ),
    ...['hour', 'hour6', 'day', 'week'].flatMap((period) =>
      [
        '{"min": "x"}',
        '{"max": ""}',
        '{"min": "NaN"}',
        '{"min": 2, "max": 1}',
        '{"min": "2", "max": 1}',
        '{"min": 1e999}',
        '5',
        '[]',
      ].map((range) => `{"priceChange": {"ton": {"${period}": ${range}}}}`),
    ),
    ...['5', '[]', '"ton"', '{"ton": []}', '{"ton": 5}'].map((value) => `{"priceChange": ${value}}`),
    ...['5', '[]', '{"usd": 5}', '{"usd": {"min": "5"}}', '{"usd": {"min": {}}}'].map(
      (value) => `{"liquidity": ${value}}`,
    ),
    ...[
      { value: '-1' },
      { value: '' },
      { value: 'abc' },
      { value: '1.5' },
      { value: '1e3' },
      { value: '0x1' },
      { value: '١' },
      { value: '1\n' },
      { value: 1.5 },
      { value: -1 },
      { value: 2 ** 53 },
      { value: null },
      { value: '9'.repeat(334) },
      { decimals: 2 },
      { value: '1', decimals: 256 },
      { value: '1', decimals: -1 },
      { value: '1', decimals: 1.5 },
      { value: '1', decimals: 1e15 },
      { value: '1', decimals: '256' },
      { value: '1', decimals: 'x' },
      { value: '6' },
      { value: '51', decimals: 1 },
    ].map(amount),
    ...['trustScore', 'holders'].flatMap((field) =>
      [
        { min: '-1' },
        { min: '' },
        { min: 'x', max: '5' },
        { min: '1.0' },
        { min: 1.5 },
        { min: -1 },
        { max: 2 ** 63 },
        { min: 10, max: '9' },
        { min: '9223372036854775808' },
        { min: '99999999999999999999' },
        { min: '10', max: '9' },
        '5',
      ].map((range) => JSON.stringify({ [field]: range })),
    ),
    ...['__proto__', 'constructor', 'prototype'].flatMap((name) => [
      `{"${name}": {"limit": 5}}`,
      `{"liquidity": {"usd": {"${name}": {}}}}`,
    ]),
    'null',
    '[]',
    '"text"',
    '5',
    'true',
  ];

  test.each(bodies.map((body) => [body.slice(0, 100), body]))('rejects body %s', (_, body) => {
    expect(fromJson(body)).toBeUndefined();
  });

  test('rejects a missing body', () => {
    const { value, invalid } = parseInput(getJettons, { path: {}, query: [], body: undefined });
    expect({ value, invalid }).toEqual({ value: undefined, invalid: ['body'] });
  });

  /** Queries with one invalid field. */
  const queries: readonly string[] = [
    ...['0', '101', '', ' 20', '20 ', '+20', '0x10', '1.5', '020', 'NaN', 'Infinity', '5&limit=5'].map(
      (limit) => `limit=${limit}`,
    ),
    ...['TRUE', '1', '', 'yes', 'true&excludeScam=true'].map((flag) => `excludeScam=${flag}`),
    ...['ab', '', 'abc&search=abc'].map((search) => `search=${search}`),
    'address=x',
    `address=${zero}&address=`,
    `admin=${`&admin=${zero}`.repeat(11).slice(7)}`,
    'verification=JVS_NONE,',
    'verification=',
    'sort=toString',
    'sort=fdmc&sort=tvl',
    'order=up',
    'currency=btc',
    'priceChange.ton.hour.min=x',
    'priceChange.ton.hour.min=',
    'priceChange.ton.hour.min=1e999',
    'priceChange.ton.hour.min=2&priceChange.ton.hour.max=1',
    'priceChange.ton.hour.min=1&priceChange.ton.hour.min=1',
    'priceChange.ton=5',
    'priceChange=5',
    'liquidity.usd.min=5',
    'liquidity.usd.min.decimals=2',
    'liquidity.usd.min.value=5&liquidity.usd.min.decimals=256',
    'liquidity.usd.min.value=6&liquidity.usd.max.value=5',
    'fdmc.min.value=x',
    'fdmc.min.value.x=5',
    'holders.min=-1',
    'holders.min=2&holders.max=1',
    'trustScore.max=x',
    'limit.max=5',
    ...['__proto__', 'constructor', 'prototype'].flatMap((name) => [
      `${name}=1`,
      `${name}.limit=5`,
      `liquidity.${name}.min=1`,
    ]),
  ];

  test.each(queries)(
    'rejects query %s in the API, and drops only its invalid entries on the page',
    (text) => {
      const query = new URLSearchParams(text);
      const parsed = parseInput(getJettonStatisticsListByQuery, { path: {}, query, body: undefined });
      expect(parsed.value).toBeUndefined();
      expect(parsed.invalid).not.toEqual([]);
      expect(parseFilter(new URLSearchParams(`order=desc&holders.max=7&${text}`))).toEqual(
        expect.objectContaining(text.startsWith('order') ? {} : { order: 'desc' }),
      );
    },
  );

  test('parseFilter drops invalid entries and keeps the others', () => {
    const url = new URLSearchParams('sort=nothing&order=desc&fdmc.min.decimals=2&holders.min=1&foo=1');
    expect(parseFilter(url)).toEqual({ order: 'desc', holders: { min: '1' } });
  });
});
