import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  type getJettonMarketCandles,
} from '#contract/candles.ts';
import type { Market } from '#contract/market.ts';
import { operations, type RequestOf } from '#contract/operations.ts';
import { extensionOperations } from '#contract/served-operations.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { serveMarket } from '#testing/service/imported-service.ts';
import type { CallOperation } from './call-operation.ts';
import { loadHistory } from './udf.ts';

let service: Awaited<ReturnType<typeof serveMarket>>;
let baseUrl: string;
let jetton: string;
let market: Market;
let symbol: string;
/** Of the market, oldest first. */
let candlesOf: (interval: CandleInterval) => Promise<Candle[]>;

beforeAll(async () => {
  service = await serveMarket(generateMarket(1));
  baseUrl = await service.listen();
  const { client } = service;
  const { jettons } = await client.call(operations.getJettons, { sort: 'transactions24h', order: 'desc' });
  const first = jettons.map(async ({ metadata: { address } }) => {
    const { markets } = await client.call(operations.getJettonMarkets, { address, limit: 1 });
    return markets.map((one) => [address, one] as const);
  });
  // The pool of two jettons is that of the less liquid one.
  const found = (await Promise.all(first)).flat().find(([, { counterpart }]) => counterpart === TON_ADDRESS);
  if (!found) throw new Error('no market against the native coin');
  [jetton, market] = found;
  symbol = `${toUserFriendly(jetton)}/${toUserFriendly(market.poolAddress)}`;
  candlesOf = async (interval) => {
    const { items } = await client.call(extensionOperations.getJettonMarketCandles, {
      address: jetton,
      poolAddress: market.poolAddress,
      interval,
      limit: 1000,
    });
    return items.toReversed();
  };
});
afterAll(() => service.close());

type Parameters = Readonly<Record<string, string | number>>;

async function get(path: string, parameters: Parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${baseUrl}/udf/${path}?${query.toString()}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const second = (candle: Candle | undefined) => Date.parse(candle?.time ?? '') / 1000;
const resolutions: Readonly<Record<CandleInterval, string>> = {
  '1m': '1',
  '5m': '5',
  '15m': '15',
  '30m': '30',
  '1h': '60',
  '4h': '240',
  '1d': '1D',
  '1w': '1W',
};

function barsOf(candles: readonly Candle[]) {
  const column = (part: 'open' | 'high' | 'low' | 'close' | 'volume') =>
    candles.map((candle) => numberFromAmount(candle[part].counterpart));
  return {
    s: 'ok',
    t: candles.map(second),
    o: column('open'),
    h: column('high'),
    l: column('low'),
    c: column('close'),
    v: column('volume'),
  };
}

test('a chart starts with the configuration, a search and the symbol', async () => {
  const config = await get('config');
  expect(config.body).toMatchObject({ supports_search: true, supports_group_request: false });
  expect(config.body.supported_resolutions).toEqual(Object.values(resolutions));
  const found = await get('search', {
    query: toUserFriendly(market.poolAddress),
    type: '',
    exchange: '',
    limit: 30,
  });
  expect(found.body).toHaveLength(1);
  const [{ ticker }] = found.body;
  const resolved = await get('symbols', { symbol: ticker });
  expect(resolved).toMatchObject({
    status: 200,
    body: { ticker, type: 'crypto', session: '24x7', timezone: 'Etc/UTC', minmov: 1, has_intraday: true },
  });
  expect(Number.isInteger(Math.log10(resolved.body.pricescale))).toBe(true);
  expect(resolved.body.description).toContain(toUserFriendly(jetton).slice(-4));
});

test('a search without a query finds the jettons with the highest volume, whose symbols are those of a pool', async () => {
  const { body } = await get('search', { query: '', type: '', exchange: '', limit: 2 });
  expect(body).toHaveLength(2);
  for (const { ticker } of body)
    expect((await get('symbols', { symbol: ticker })).body.ticker).toMatch(`${ticker}/`);
});

test('a search for an exchange finds its pools only', async () => {
  const { symbol: name } = (await get('search', { query: jetton })).body[0];
  const found = async (exchange: string) => (await get('search', { query: name, exchange })).body;
  const { exchange } = (await get('symbols', { symbol })).body;
  const onExchange = await found(market.exchangeId);
  expect(onExchange.length).toBeGreaterThan(0);
  expect(onExchange.every((item: { exchange: string }) => item.exchange === exchange)).toBe(true);
  expect(await found('none')).toEqual([]);
  const mostTraded = (await get('search', { query: '', exchange: market.exchangeId })).body;
  expect(mostTraded.length).toBeGreaterThan(0);
  for (const { ticker, exchange: foundOn } of mostTraded) {
    expect(foundOn).toBe(exchange);
    expect((await get('symbols', { symbol: ticker })).body.ticker).toBe(ticker);
  }
});

test.each(candleIntervals)('bars are the candles of %s', async (interval) => {
  const candles = await candlesOf(interval);
  const [from, to] = [second(candles[0]), second(candles.at(-1)) + 1];
  const range = { symbol, resolution: resolutions[interval], from, to };
  expect((await get('history', range)).body).toEqual(barsOf(candles));
  expect((await get('history', { ...range, to: to - 1 })).body).toEqual(barsOf(candles.slice(0, -1)));
});

test('a chart pages back by countback, whatever from is, until no data is left', async () => {
  const candles = await candlesOf('15m');
  const pages: number[][] = [];
  const before = async (to: number) =>
    (await get('history', { symbol, resolution: '15', from: to - 60, to, countback: 7 })).body;
  let page = await before(second(candles.at(-1)) + 1);
  for (; page.s === 'ok'; page = await before(page.t[0])) pages.unshift(page.t);
  expect(page).toEqual({ s: 'no_data' });
  expect(pages.slice(1).every(({ length }) => length === 7)).toBe(true);
  expect(pages.flat()).toEqual(candles.map(second));
});

test('a range without bars returns the time of the latest bar before it', async () => {
  const candles = await candlesOf('1m');
  const index = candles.findIndex((candle, at) => second(candles[at + 1]) - second(candle) > 60);
  const range = {
    symbol,
    resolution: '1',
    from: second(candles[index]) + 60,
    to: second(candles[index + 1]),
  };
  expect((await get('history', range)).body).toEqual({ s: 'no_data', nextTime: second(candles[index]) });
  const early = { symbol, resolution: '1', from: -60, to: 0 };
  expect((await get('history', early)).body).toEqual({ s: 'no_data' });
});

test('symbols in USD and GRAM have prices in that unit', async () => {
  const candles = await candlesOf('1d');
  const range = { resolution: 'D', from: 0, to: second(candles.at(-1)) + 1 };
  for (const unit of ['usd', 'ton'] as const) {
    const known = candles.flatMap(({ close }) => (close[unit] ? [numberFromAmount(close[unit])] : []));
    const { body } = await get('history', { ...range, symbol: `${symbol}/${unit}` });
    expect(body.c).toEqual(known);
    const { body: info } = await get('symbols', { symbol: `${symbol}/${unit}` });
    expect(info.ticker).toBe(`${symbol}/${unit}`);
  }
});

test('the symbol of a pool or a jetton is that of its market', async () => {
  const range = { resolution: '1D', from: 0, to: 2e9 };
  const expected = (await get('history', { ...range, symbol })).body;
  for (const other of [jetton, market.poolAddress, `${jetton}/${market.poolAddress}`])
    expect((await get('history', { ...range, symbol: other })).body).toEqual(expected);
});

test('the time is that of the data, in seconds', async () => {
  const response = await fetch(`${baseUrl}/udf/time`);
  expect(await response.text()).toBe(String(Math.floor(service.clock.getTime() / 1000)));
});

describe('errors', () => {
  test.each(['symbols', 'history'])('an unknown symbol of /%s', async (path) => {
    // Contains slashes.
    const base64 = toUserFriendly(addressOf('f')).replaceAll('-', '+').replaceAll('_', '/');
    const symbols = [addressOf('9'), `${addressOf('9')}/${addressOf('8')}`, `${base64}/${base64}/usd`];
    for (const unknown of symbols) {
      const parameters = { symbol: unknown, resolution: '1', from: 0, to: 1000 };
      const expected = { status: 404, body: { s: 'error', errmsg: 'unknown_symbol' } };
      expect(await get(path, parameters)).toEqual(expected);
    }
  });

  test.each<[string, Parameters]>([
    ['symbol', { symbol: '' }],
    ['symbol', { symbol: 'NOT/GRAM' }],
    ['symbol', { symbol: `${addressOf('a')}/${addressOf('b')}/eur` }],
    ['symbol', { symbol: `${addressOf('a')}/${addressOf('b')}/${addressOf('c')}` }],
    ['resolution', { resolution: '2' }],
    ['resolution', { resolution: '' }],
    ['to', { to: '' }],
    ['to', { to: -1 }],
    ['to', { to: '1e9' }],
    ['to', { to: 253402300800 }],
    ['from', { from: '' }],
    ['from', { from: '__proto__' }],
    ['countback', { countback: -5 }],
    ['countback', { countback: '9'.repeat(400) }],
  ])('an invalid %s: %j', async (name, parameters) => {
    const valid = { symbol, resolution: '1D', from: 0, to: 1000 };
    expect(await get('history', { ...valid, ...parameters })).toEqual({
      status: 400,
      body: { s: 'error', errmsg: `Invalid ${name}` },
    });
  });

  test('a query that cannot be decoded', async () => {
    const response = await fetch(`${baseUrl}/udf/history?symbol=%E0%A4%A`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { s: 'error', errmsg: 'Invalid query' },
    });
  });
});

test('requests count against the limit of operations', async () => {
  const limited = await service.listen({ RATE_LIMIT: '1' });
  const paths = ['udf/config', 'udf/time', 'udf/search', 'v1/system/ping'];
  const responses = await Promise.all(paths.map((path) => fetch(`${limited}/${path}`)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429]);
  const response = await fetch(`${limited}/udf/symbols`);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toEqual({ s: 'error', errmsg: 'too many requests' });
});

describe('a market whose value in USD is unknown', () => {
  const MINUTE = 60;
  const newest = 1_700_000_040;
  const amount = amountFromDecimal('1');

  /** Answers with candles of each minute, whose values in USD are unknown but for those `known`. */
  function candlesUntil(known: (second: number) => boolean) {
    const limits: number[] = [];
    const call = async (
      _: string,
      { limit = 0, to = '', cursor }: RequestOf<typeof getJettonMarketCandles>,
    ) => {
      limits.push(limit);
      const start = cursor === undefined ? Math.min(newest, Date.parse(to) / 1000 - MINUTE) : Number(cursor);
      const items = Array.from({ length: limit }, (__, index) => {
        const second = start - index * MINUTE;
        const values = { counterpart: amount, ton: amount, usd: known(second) ? amount : null };
        const prices = { open: values, high: values, low: values, close: values, volume: values };
        return { time: new Date(second * 1000).toISOString(), ...prices };
      });
      return { items, next: String(start - limit * MINUTE) };
    };
    return { call: call as unknown as CallOperation, limits };
  }

  const query = (parameters: Parameters) =>
    new Map(
      Object.entries({ symbol: `${symbol}/usd`, resolution: '1', ...parameters }).map(([name, value]) => [
        name,
        String(value),
      ]),
    );

  test.each([
    { countback: 3, to: newest + MINUTE },
    { from: newest, to: newest + MINUTE },
  ])('is searched in a limited number of whole pages: %o', async (range) => {
    const { call, limits } = candlesUntil(() => false);
    const { s, nextTime } = (await loadHistory(query(range), call)) as { s: string; nextTime: number };
    expect(limits.length).toBeLessThanOrEqual(20);
    expect(limits.slice(1)).toEqual(limits.slice(1).map(() => 1000));
    // The chart continues there.
    expect({ s, nextTime }).toEqual({
      s: 'no_data',
      nextTime: newest - (limits.reduce((a, b) => a + b) - 1) * MINUTE,
    });
  });

  test('has the bars that are known before it', async () => {
    const { call } = candlesUntil((second) => second < newest - 1500 * MINUTE);
    const { t } = (await loadHistory(query({ countback: 3, to: newest + MINUTE }), call)) as { t: number[] };
    expect(t).toEqual([1503, 1502, 1501].map((minutes) => newest - minutes * MINUTE));
  });
});
