import { expect, test } from 'vitest';
import { fiatCurrencies } from '#contract/enums.ts';
import { SourceError } from '#service/feeds/client/source.ts';
import { scriptedClient } from '#testing/feeds/scripted-client.ts';
import { createFxSource } from './fx.ts';

const signal = new AbortController().signal;
const body =
  '{"date":"2026-08-01","usd":{"eur":0.8712345678901234567,"vnd":26000,"ton":0.4,"btc":1e-5,"usd":1}}';

function sourceOf(response: unknown) {
  const { client, requests } = scriptedClient(() => response);
  return { source: createFxSource(client), requests };
}

test('reads the rates of fiat currencies with all digits', async () => {
  const { source, requests } = sourceOf(body);
  expect(await source.fetchRates('2026-08-01', signal)).toEqual({
    date: '2026-08-01',
    rates: new Map([
      ['usd', '1'],
      ['eur', '0.8712345678901234567'],
      ['vnd', '26000'],
    ]),
  });
  expect(requests.map(({ path }) => path)).toEqual([
    '/npm/@fawazahmed0/currency-api@2026-08-01/v1/currencies/usd.json',
  ]);
});

test('has no rates of dates without a version', async () => {
  expect(await sourceOf(undefined).source.fetchRates('2026-08-02', signal)).toBeUndefined();
  expect(await sourceOf(body).source.fetchRates('2026-08-02', signal)).toBeUndefined();
});

test('omits invalid rates', async () => {
  const usd = { eur: 0, gbp: -1, jpy: 'x', byn: null, rub: '80.5', kzt: {} };
  expect(await sourceOf({ date: '2026-08-01', usd }).source.fetchRates('2026-08-01', signal)).toEqual({
    date: '2026-08-01',
    rates: new Map([['rub', '80.5']]),
  });
});

test.each([
  ['date is missing', { usd: { eur: 1 } }],
  ['usd is missing', { date: '2026-08-01' }],
  ['no valid rates', { date: '2026-08-01', usd: { btc: 1 } }],
  ['expected a JSON object', []],
])('reports an unexpected response: %s', async (reason, response) => {
  await expect(sourceOf(response).source.fetchRates('2026-08-01', signal)).rejects.toThrow(
    `unexpected response: ${reason}`,
  );
});

test('reports other errors', async () => {
  const { client } = scriptedClient(() => {
    throw new SourceError('status 500', { status: 500 });
  });
  await expect(createFxSource(client).fetchRates('2026-08-01', signal)).rejects.toThrow('status 500');
});

test('reads the latest rates, whatever their date', async () => {
  const { source, requests } = sourceOf(body);
  expect(await source.fetchLatest(signal)).toMatchObject({ date: '2026-08-01' });
  expect(requests[0]?.path).toContain('@latest/');
});

test('a check requests the latest rates, and those of their date', async () => {
  const { source, requests } = sourceOf(body);
  const found = `Exchange rates of 2026-08-01: 3 of ${fiatCurrencies.length} currencies`;
  expect(await source.check(signal)).toBe(found);
  expect(requests.map(({ path }) => /@[^/]+/.exec(path.slice(10))?.[0])).toEqual(['@latest', '@2026-08-01']);
  const { client } = scriptedClient(({ path }) => {
    if (path.includes('@latest/')) return body;
    throw new SourceError('status 404', { status: 404 });
  });
  expect(await createFxSource(client).check(signal)).toBe(
    `${found}; there are none by date, so the history will be missing`,
  );
});
