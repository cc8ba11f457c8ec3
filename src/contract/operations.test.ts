import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { currencies } from './enums.ts';
import { errorBody, errorBodyOf } from './errors.ts';
import { sortFields } from './measures.ts';
import { operations } from './operations.ts';

test('defines the operations of the specification', () => {
  expect(Object.values(operations).map(({ method, path, plan }) => `${method} ${path} ${plan}`)).toEqual([
    'POST /v1/jettons free',
    'GET /v1/jettons/trust-score paid',
    'POST /v1/jettons/metrics paid',
    'POST /v1/jettons/stats paid',
    'GET /v1/jettons/stats paid',
    'POST /v1/jettons/price/change paid',
    'POST /v1/jettons/transactions/change paid',
    'GET /v1/jettons/transactions/change paid',
    'GET /v1/jettons/trading-volume/change paid',
    'GET /v1/jettons/{address}/price free',
    'GET /v1/jettons/{address}/holders free',
    'GET /v1/jettons/{address}/markets free',
    'GET /v1/jettons/{address}/markets/{poolAddress}/liquidity free',
    'GET /v1/jettons/{address}/markets/{poolAddress}/stats free',
    'GET /v1/jettons/{address}/markets/{poolAddress}/price/ticks free',
  ]);
});

test('lists each operation under its name', () => {
  expect(Object.values(operations).map(({ name }) => name)).toEqual(Object.keys(operations));
});

test('every input and response has a JSON schema', () => {
  for (const { input, response } of Object.values(operations)) {
    for (const schema of [z.toJSONSchema(input, { io: 'input' }), z.toJSONSchema(response)]) {
      expect(schema.$ref ?? schema.type).toMatch(/^(#|object)/);
    }
  }
});

test('defines 54 distinct currencies', () => {
  expect(new Set(currencies).size).toBe(54);
  expect(currencies).toHaveLength(54);
});

test('lists can be sorted by every field of the specification', () => {
  const changes = ['Hour', 'Hour6', 'Day', 'Week', 'Month'].map((period) => `tonPriceChange${period}`);
  const sums = ['fdmc', 'tvl', 'liquidityUsd', 'volume24h'];
  const others = ['createdAt', 'trustScore', 'holders', 'traders24h', 'transactions24h'];
  expect(sortFields).toEqual(expect.arrayContaining([...changes, ...sums, ...others]));
});

test('error bodies match the specification', () => {
  expect(errorBodyOf(400)).toEqual({ code: 3, message: 'invalid value', details: [] });
  expect(errorBodyOf(404)).toEqual({ code: 5, message: 'not found', details: [] });
  expect(errorBodyOf(429)).toEqual({ code: 8, message: 'too many requests', details: [] });
  expect(z.safeParse(errorBody, errorBodyOf(500)).success).toBe(true);
});
