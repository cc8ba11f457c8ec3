import { expect, test } from 'vitest';
import { operations } from './operations.ts';
import { parseFilter } from './parse-filter.ts';
import { parseInput } from './request-encoding.ts';

const { getJettons, getJettonStatisticsListByQuery } = operations;
const zero = `0:${'0'.repeat(64)}`;
const amount = (bound: unknown) => JSON.stringify({ fdmc: { min: bound, max: { value: '5' } } });

/** JSON bodies with one invalid field. */
const bodies: readonly string[] = [
  ...['0', '101', '-1', '1.5', '"20"', 'null', 'true', '[20]', '1e999'].map((limit) => `{"limit": ${limit}}`),
  ...['5', 'null', '["a"]', '{}'].map((cursor) => `{"cursor": ${cursor}}`),
  JSON.stringify({ cursor: 'x'.repeat(1025) }),
  ...['"true"', '1', 'null'].map((flag) => `{"excludeScam": ${flag}}`),
  ...['', 'ab', '😀😀', 'a'.repeat(256)].map((search) => JSON.stringify({ search })),
  ...['5', 'null', '["abc"]'].map((search) => `{"search": ${search}}`),
  ...['address', 'admin'].flatMap((field) => [
    ...[[''], ['x'], [5], [null], [[zero]], zero, {}, null, { 0: zero, length: 1 }].map((value) =>
      JSON.stringify({ [field]: value }),
    ),
    JSON.stringify({ [field]: ['EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCZ'] }),
  ]),
  JSON.stringify({ address: Array(101).fill(zero) }),
  JSON.stringify({ admin: Array(11).fill(zero) }),
  JSON.stringify({ verification: Array(6).fill('JVS_NONE') }),
  ...['jvs_none', 'NONE', '', 'constructor', '__proto__'].map((status) =>
    JSON.stringify({ verification: [status] }),
  ),
  '{"verification": "JVS_NONE"}',
  ...['sort', 'order', 'currency'].flatMap((field) =>
    ['', 'toString', '__proto__', 'constructor', 'TON', ' asc', 5, null, ['ton']].map((value) =>
      JSON.stringify({ [field]: value }),
    ),
  ),
  ...['hour', 'hour6', 'day', 'week'].flatMap((period) =>
    ['{"min": "1"}', '{"max": null}', '{"min": 2, "max": 1}', '{"min": 1e999}', '5', '[]'].map(
      (range) => `{"priceChange": {"ton": {"${period}": ${range}}}}`,
    ),
  ),
  ...['5', '[]', 'null', '"ton"', '{"ton": null}', '{"ton": 5}'].map((value) => `{"priceChange": ${value}}`),
  ...['5', '[]', 'null', '{"usd": 5}', '{"usd": {"min": "5"}}', '{"usd": {"min": {}}}'].map(
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
    { value: 1 },
    { value: null },
    { value: '9'.repeat(334) },
    { decimals: 2 },
    { value: '1', decimals: 256 },
    { value: '1', decimals: -1 },
    { value: '1', decimals: 1.5 },
    { value: '1', decimals: 1e15 },
    { value: '1', decimals: '2' },
    { value: '1', decimals: null },
    { value: '6' },
    { value: '51', decimals: 1 },
  ].map(amount),
  ...['trustScore', 'holders'].flatMap((field) =>
    [
      { min: '-1' },
      { min: '' },
      { min: 'x', max: '5' },
      { min: '1.0' },
      { min: 1 },
      { max: null },
      { min: '9223372036854775808' },
      { min: '99999999999999999999' },
      { min: '10', max: '9' },
      '5',
    ].map((range) => JSON.stringify({ [field]: range })),
  ),
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf'].flatMap((name) => [
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
  expect(parseInput(getJettons, { path: {}, query: [], body: JSON.parse(body) })).toBeUndefined();
});

test('rejects a missing body', () => {
  expect(parseInput(getJettons, { path: {}, query: [], body: undefined })).toBeUndefined();
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
  'verification=JVS_NONE,JVS_SCAM',
  'verification=',
  'sort=toString',
  'sort=fdmc&sort=tvl',
  'order=ASC',
  'currency=TON',
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
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty'].flatMap((name) => [
    `${name}=1`,
    `${name}.limit=5`,
    `liquidity.${name}.min=1`,
  ]),
];

test.each(queries)('rejects query %s in the API, and drops only its invalid entries on the page', (text) => {
  const query = new URLSearchParams(text);
  expect(parseInput(getJettonStatisticsListByQuery, { path: {}, query, body: undefined })).toBeUndefined();
  expect(parseFilter(new URLSearchParams(`order=desc&holders.max=7&${text}`))).toEqual(
    expect.objectContaining(text.startsWith('order') ? {} : { order: 'desc' }),
  );
});

test('parseFilter drops invalid entries and keeps the others', () => {
  const url = new URLSearchParams('sort=nothing&order=desc&fdmc.min.decimals=2&holders.min=1&foo=1');
  expect(parseFilter(url)).toEqual({ order: 'desc', holders: { min: '1' } });
});
