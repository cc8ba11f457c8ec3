import { TON_ADDRESS } from '#contract/address.ts';
import { flatten } from '#contract/dotted-keys.ts';
import { extensionIds, measures } from '#contract/measures.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { pathParameters, type WireRequest } from '#contract/request-encoding.ts';
import { inputFields } from './valid-inputs.ts';

const WRONG_CHECKSUM = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCZ';
const badAddresses = ['', 'x', '0:12', '0', TON_ADDRESS.slice(2), `128:${'0'.repeat(64)}`, WRONG_CHECKSUM];

/** Invalid values of a field: in JSON and in queries, only in JSON (wrong type), only in queries (wrong syntax). */
interface Bad {
  readonly both: readonly unknown[];
  readonly json?: readonly unknown[];
  readonly query?: readonly string[];
}

const notObjects = [5, 'text', []];

function badAmounts(nest: (range: unknown) => unknown): readonly unknown[] {
  const value = '1';
  const bounds = [
    ...['-1', '1.5', '', 'x', '1e3', '0x1', '9'.repeat(334)].map((text) => ({ value: text })),
    ...[256, -1, 1.5].map((decimals) => ({ value, decimals })),
    { decimals: 2 },
  ];
  const reversed = { min: { value: '2' }, max: { value: '19', decimals: 1 } };
  return [...bounds.flatMap((bound) => [nest({ min: bound }), nest({ max: bound })]), nest(reversed)];
}

function typedAmounts(nest: (range: unknown) => unknown): readonly unknown[] {
  const bounds = [
    5,
    '5',
    {},
    { value: 1.5 },
    { value: 2 ** 53 },
    { value: null },
    { value: '1', decimals: '256' },
  ];
  return [...bounds.map((min) => nest({ min })), ...notObjects.map(nest)];
}

const badCounts: Bad = {
  both: [
    ...['-1', '1.5', '', 'x', ' 1', '9223372036854775808'].flatMap((text) => [{ min: text }, { max: text }]),
    { min: '2', max: '1' },
  ],
  json: [{ min: 1.5 }, { max: -1 }, { max: 2 ** 53 }, { min: [] }, ...notObjects],
};

const badTimes = [
  '',
  'today',
  '2026-01-01',
  '2026-13-01T00:00:00Z',
  '2026-01-01T00:00:00',
  '1769672927',
  `2026-01-01T00:00:00.${'0'.repeat(30)}Z`,
];

const periods = ['hour', 'hour6', 'day', 'week'];
const badText = [5, true, {}, ['text']];

const badRanges = {
  sum: { both: badAmounts((range) => range), json: typedAmounts((range) => range) },
  count: badCounts,
  percent: { both: ['x', { min: 'x' }, { min: 2, max: 1 }], query: [] },
  time: {
    both: [
      ...badTimes.flatMap((text) => [{ min: text }, { max: text }]),
      { min: '2026-01-01T00:00:00.0000002Z', max: '2026-01-01T00:00:00.0000001Z' },
      { min: '2026-01-01T00:00:00Z', max: '2026-01-01T00:00:00+00:01' },
    ],
    json: [{ min: 1 }, { max: [] }, ...notObjects],
  },
};

function badBoolean(name: string): Bad {
  return {
    both: [],
    json: ['true', 1, [], {}],
    query: ['', '1', 'TRUE'].map((text) => `${name}=${text}`),
  };
}

const badSearch: Bad = {
  both: ['', 'ab', '😀😀', '   ', 'a\u200Bb', 'x'.repeat(256)],
  json: badText,
};

const bad: Readonly<Record<string, Bad>> = {
  limit: {
    both: [0, -1, 1.5, 101],
    json: ['101', '1.5', '', true, [20], {}],
    query: ['limit=', 'limit=x', 'limit=1&limit=2', 'limit=0x10', 'limit=+5'],
  },
  cursor: { both: ['not a cursor', '%', 'x'.repeat(1025)], json: badText, query: ['cursor=&cursor='] },
  excludeScam: badBoolean('excludeScam'),
  excludeWarned: badBoolean('excludeWarned'),
  search: { ...badSearch, query: ['search=abc&search=abd'] },
  q: { both: ['', '   ', '\u200B', 'x'.repeat(256)], json: badText, query: ['q=abc&q=abd'] },
  address: {
    both: [...badAddresses.map((text) => [text]), Array(101).fill(TON_ADDRESS)],
    json: [TON_ADDRESS, [5], [null], [[]], {}, 5],
  },
  at: { both: [...badTimes.map((text) => [text]), [], Array(101).fill('2026-01-01T00:00:00Z')], json: [] },
  admin: {
    both: [...badAddresses.map((text) => [text]), Array(11).fill(TON_ADDRESS)],
    json: [TON_ADDRESS, [5], [null], {}],
  },
  verification: {
    both: [['NONE'], [''], ['constructor'], Array(6).fill('JVS_NONE')],
    json: ['JVS_NONE', [1], [null], {}],
  },
  sort: {
    both: ['', 'name', 't_v_l', 'constructor', '__proto__'],
    json: badText,
    query: ['sort=tvl&sort=tvl'],
  },
  order: { both: ['', 'ascending', 'up', 'toString'], json: badText, query: ['order=asc&order=asc'] },
  moves: { both: ['', 'eur', 'constructor'], json: badText, query: ['moves=ton&moves=usd'] },
  excludeUntraded: {
    both: ['', '1h', 'true', 'constructor'],
    json: badText,
    query: ['excludeUntraded=day&excludeUntraded=week'],
  },
  currency: {
    both: ['', ' ton', 'btc', 'constructor'],
    json: badText,
    query: ['currency=eur&currency=usd'],
  },
  priceChange: {
    both: periods.map((period) => ({ ton: { [period]: { min: 2, max: 1 } } })),
    json: [
      ...periods.flatMap((period) =>
        [...notObjects, { min: 'x' }].map((range) => ({ ton: { [period]: range } })),
      ),
      ...notObjects,
      ...notObjects.map((ton) => ({ ton })),
    ],
    query: ['', '=x', '=NaN', '=Infinity', '=1e999', '=0x1'].map((text) => `priceChange.ton.hour.min${text}`),
  },
  liquidity: {
    both: badAmounts((usd) => ({ usd })),
    json: [...typedAmounts((usd) => ({ usd })), ...notObjects],
    query: ['liquidity=5', 'liquidity.usd=5', 'liquidity.usd.min=5'],
  },
  fdmc: { both: badAmounts((range) => range), json: typedAmounts((range) => range), query: ['fdmc=5'] },
  trustScore: { ...badCounts, query: ['trustScore=5', 'trustScore.min=1&trustScore.min=1'] },
  holders: { ...badCounts, query: ['holders=5', 'holders.min=1&holders.min=1'] },
  ...Object.fromEntries(
    extensionIds.map((id) => {
      const { kind, filter } = measures[id];
      return [filter, { ...badRanges[kind], query: [`${filter}=5`, `${filter}=2026-01-01T00:00:00Z`] }];
    }),
  ),
  who: { both: badAddresses, query: [`who=${TON_ADDRESS}&who=${TON_ADDRESS}`] },
  type: { both: ['', 'buy', 'constructor'], json: badText, query: ['type=TT_BUY&type=TT_SELL'] },
  minUsd: { both: [-1], json: badText, query: ['minUsd=', 'minUsd=x', 'minUsd=1e999', 'minUsd=NaN'] },
  unit: { both: ['', 'eur', 'constructor'], query: ['unit=ton&unit=usd'] },
  // Inverted and empty ranges, and prices beyond the bounds.
  low: {
    both: [0, -1, 1e-61, 1e61, 1e9, 1e10],
    query: ['low=', 'low=x', 'low=1e999', 'low=NaN', 'low=1&low=2'],
  },
  high: { both: [0, -1, 1e61, 1e-9, 1e-10], query: ['high=', 'high=Infinity'] },
  rows: { both: [0, -1, 1.5, 101], query: ['rows=', 'rows=x', 'rows=1&rows=2'] },
  division: { both: ['', 'log', 'constructor'], query: ['division=linear&division=logarithmic'] },
  resolution: {
    both: ['', '1h', 'hour', 'constructor'],
    json: badText,
    query: [
      'resolution=min1&resolution=day1',
      // Ranges that are too long.
      'resolution=min1&from=2026-01-28T00:00:00Z&to=2026-01-29T00:00:00.001Z',
      'resolution=day1&from=2025-01-28T00:00:00Z&to=2026-01-29T00:00:00Z',
      'from=2020-01-28T00:00:00Z',
    ],
  },
  gapFill: badBoolean('gapFill'),
  format: { both: ['', 'xml', 'constructor'], query: ['format=csv&format=json'] },
  period: { both: ['', 'min15', '1h', 'constructor'], query: ['period=day&period=week'] },
  interval: {
    both: ['', '1', '2h', '60m', 'constructor'],
    json: badText,
    query: ['interval=1h&interval=1d'],
  },
  counterpart: { both: badAddresses },
  poolAddress: { both: badAddresses },
  exchangeId: {
    both: ['', 'unknown', 'STON.fi', 'x'.repeat(65)],
    query: ['exchangeId=stonfi&exchangeId=dedust'],
  },
  ...Object.fromEntries(['from', 'to'].map((field) => [field, { both: badTimes }])),
};

/** Returns invalid values for a field of an operation. */
function badFor(operation: Operation, field: string): Bad {
  const values = bad[field];
  if (!values) throw new Error(`No invalid values are defined for ${field}`);
  const { getTradingVolumeChangeList } = operations;
  const hasTicks = inputFields(operation).includes('from');
  if (hasTicks && field === 'limit') return { ...values, both: [0, -1, 1.5, 1001] };
  if (operation.name === getTradingVolumeChangeList.name && field === 'currency')
    return { ...values, both: [...values.both, 'ton'] };
  return values;
}

const instant = '2026-02-01T00:00:00Z';
const prototypeNames = ['__proto__', 'constructor', 'prototype'];

/** Returns variants of a valid request with one invalid field, body or key. Each must be rejected with status 400. */
export function badRequests(operation: Operation, valid: Readonly<Record<string, unknown>>): WireRequest[] {
  const inPath = pathParameters(operation);
  const fields = inputFields(operation).filter((field) => !inPath.includes(field));
  const pathRequests = inPath.flatMap((name) =>
    [...(name === 'exchangeId' ? badFor(operation, name).both : badAddresses), '%E0%A4%A']
      .filter(Boolean)
      .map((text) => requestOf(operation, { ...valid, [name]: text }, inPath)),
  );
  return operation.method === 'POST'
    ? [...pathRequests, ...badBodies(operation, valid, fields)]
    : [...pathRequests, ...badQueries(operation, valid, fields, inPath)];
}

function badBodies(operation: Operation, valid: object, fields: readonly string[]): WireRequest[] {
  const values = fields.flatMap((field) => {
    const { both, json = [] } = badFor(operation, field);
    return [...both, ...json].map((value) => JSON.stringify({ ...valid, [field]: value }));
  });
  const broken = ['', '{', '[]', 'null', '"text"', '5', '{"limit":1,}'];
  const named = prototypeNames.map((name) => `{"${name}":{"limit":5}}`);
  return [...values, ...broken, ...named].map((body) => ({ method: 'POST', url: operation.path, body }));
}

function badQueries(
  operation: Operation,
  valid: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  inPath: readonly string[],
): WireRequest[] {
  const buildRequest = (input: object) => requestOf(operation, { ...valid, ...input }, inPath);
  const values = fields.flatMap((field) =>
    badFor(operation, field).both.map((value) => buildRequest({ [field]: value })),
  );
  const reversed = fields.includes('from')
    ? [instant, '2026-01-31T00:00:00Z'].map((to) => buildRequest({ from: instant, to }))
    : [];
  const texts = [
    ...fields.flatMap((field) => badFor(operation, field).query ?? []),
    ...prototypeNames.flatMap((name) => [`${name}=1`, `${name}.limit=1`]),
  ];
  const { url } = buildRequest({});
  const start = url.includes('?') ? `${url}&` : `${url}?`;
  return [
    ...values,
    ...reversed,
    ...texts.map((text): WireRequest => ({ method: 'GET', url: start + text })),
  ];
}

// Does not use the contract's `toRequest`, which does not need to support invalid input.
function requestOf(
  { method, path }: Operation,
  input: Readonly<Record<string, unknown>>,
  inPath: readonly string[],
): WireRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const query = flatten(rest).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return { method, url: [filled, query.join('&')].filter(Boolean).join('?') };
}
