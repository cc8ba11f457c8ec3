import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requests } from '#testing/requests/valid-inputs.ts';
import { TON_ADDRESS } from './address.ts';
import { hasPrototypeName } from './dotted-keys.ts';
import { operations } from './operations.ts';
import {
  parseInput,
  pathParameters,
  toRequest,
  type WireInput,
  type WireRequest,
} from './request-encoding.ts';
import { type OperationName, servedOperations } from './served-operations.ts';

describe('request encoding', () => {
  /** Decodes a request as a server does. */
  function decode(path: string, { url, body }: WireRequest): WireInput {
    const { pathname, searchParams } = new URL(url, 'http://service');
    const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const { groups = {} } = new RegExp(`^${pattern}$`).exec(pathname) ?? {};
    const decoded = Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]);
    return {
      path: Object.fromEntries(decoded),
      query: searchParams,
      body: body === undefined ? undefined : JSON.parse(body),
    };
  }

  describe.each(Object.keys(servedOperations) as OperationName[])('%s', (name) => {
    const operation = servedOperations[name];

    test('parses what a client sends', () => {
      fc.assert(
        fc.property(requests[name], (request) => {
          const wire = toRequest(operation, request);
          const expected = withoutEmpty(z.parse(operation.input, request));
          expect(wire.method).toBe(operation.method);
          expect(withoutEmpty(parseInput(operation, decode(operation.path, wire)).value)).toEqual(expected);
        }),
      );
    });

    test('rejects empty input if there are required parameters', () => {
      const isRequired =
        pathParameters(operation).length > 0 || ['getTradingVolumeChangeList', 'search'].includes(name);
      const parsed = parseInput(operation, { path: {}, query: [], body: {} });
      expect(parsed.value === undefined).toBe(isRequired);
    });
  });

  /** Query parameters cannot represent empty objects. */
  function withoutEmpty(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
      return value;
    const nonEmpty = Object.entries(value)
      .map(([key, part]) => [key, withoutEmpty(part)] as const)
      .filter(([, part]) => !(part?.constructor === Object && Object.keys(part).length === 0));
    return Object.fromEntries(nonEmpty);
  }

  const path = { address: TON_ADDRESS, poolAddress: TON_ADDRESS };

  describe('getJettonMarketPriceHistory', () => {
    const read = (query: string) =>
      parseInput(operations.getJettonMarketPriceHistory, {
        path,
        query: new URLSearchParams(query),
        body: undefined,
      }).value;

    test.each([
      'from=yesterday',
      'from=2026-01-29',
      'from=2026-01-29T07:50:00',
      'from=2026-01-29T07:50Z',
      'from=2026-02-30T00:00:00Z',
      'from=2026-01-29T24:00:00Z',
      'from=1769672999',
      'from=',
      'to=2026-13-01T00:00:00Z',
      'from=2026-01-29T07:50:00Z&to=2026-01-29T07:50:00Z',
      'from=2026-01-29T07:50:01Z&to=2026-01-29T07:50:00Z',
      'from=2026-01-29T07:50:00Z&from=2026-01-29T07:50:00Z',
      'limit=1001',
      'limit=0',
    ])('rejects %s', (query) => {
      expect(read(query)).toBeUndefined();
    });

    test('accepts a UTC offset', () => {
      expect(read('from=2026-01-29T07:50:00%2B02:00')).toHaveProperty(
        'from',
        new Date('2026-01-29T05:50:00Z'),
      );
    });

    test('rounds timestamps up to milliseconds', () => {
      expect(read('to=2026-01-29T07:50:00.1230001Z')).toHaveProperty(
        'to',
        new Date('2026-01-29T07:50:00.124Z'),
      );
      expect(read('to=2026-01-29T07:50:00.1230000Z')).toHaveProperty(
        'to',
        new Date('2026-01-29T07:50:00.123Z'),
      );
    });

    test('allows 1,000 ticks', () => {
      expect(read('limit=1000')).toHaveProperty('limit', 1000);
    });
  });

  test('ignores query parameters named like path parameters', () => {
    const query = new URLSearchParams('address=x&address=y');
    const read = parseInput(operations.getJettonHolders, {
      path: { address: TON_ADDRESS },
      query,
      body: undefined,
    });
    expect(read).toEqual({ value: { address: TON_ADDRESS }, ignored: ['address'], invalid: [] });
  });

  test.each(['getTransactionsNumberChangeListByQuery', 'getTradingVolumeChangeList'] as const)(
    '%s accepts at most 100 addresses',
    (name) => {
      const read = (count: number) =>
        parseInput(operations[name], {
          path: {},
          query: new URLSearchParams(`${`address=${TON_ADDRESS}&`.repeat(count)}currency=usd`),
          body: undefined,
        }).value;
      expect(read(100)).toHaveProperty('address.length', 100);
      expect(read(101)).toBeUndefined();
    },
  );

  test('trading volume changes require a fiat currency', () => {
    const read = (query: string) =>
      parseInput(operations.getTradingVolumeChangeList, {
        path: {},
        query: new URLSearchParams(query),
        body: undefined,
      }).value;
    expect(read('currency=usd')).toEqual({ address: [], currency: 'usd' });
    expect(read('currency=ton')).toBeUndefined();
    expect(read('')).toBeUndefined();
  });
});

describe('dotted keys', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('finds %s at any depth', (name) => {
    const key = JSON.stringify(name);
    expect(hasPrototypeName(JSON.parse(`{${key}: 1}`))).toBe(true);
    expect(hasPrototypeName(JSON.parse(`{"a": [null, {"b": {${key}: {}}}]}`))).toBe(true);
  });

  test('ignores such names in values and array members', () => {
    expect(hasPrototypeName({ sort: '__proto__', address: ['constructor'], empty: null })).toBe(false);
  });

  test('searches nesting deeper than the call stack', () => {
    const depth = 100_000;
    const json: unknown = JSON.parse(`${'['.repeat(depth)}{"constructor": 1}${']'.repeat(depth)}`);
    expect(hasPrototypeName(json)).toBe(true);
  });
});
