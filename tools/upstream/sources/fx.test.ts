import { expect, test } from 'vitest';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { statusOf } from '#tools/upstream/status-of.ts';

test('serves a version for each date with rates up to the clock', async () => {
  const { base, market, clock, upstream } = await serveMarket(1, { formats: {} });
  upstream.setNow(new Date(clock));
  const url = (version: string) =>
    `${base}/fx/npm/@fawazahmed0/currency-api@${version}/v1/currencies/usd.json`;
  const rates = market.rates.get('eur') ?? [];
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const published = rates.filter(({ time }) => time <= clock);
  expect(published.length).toBeLessThan(rates.length);
  expect(published.length).toBeGreaterThan(10);
  for (const { time, rate } of published) {
    const eur = Number(rate.top) / Number(rate.bottom);
    expect(await fetchJson(url(dateOf(time)))).toMatchObject({ date: dateOf(time), usd: { usd: 1, eur } });
  }
  expect(await statusOf(url(dateOf(rates.at(-1)?.time ?? 0)))).toBe(404);
  expect(await statusOf(url('1999-01-01'))).toBe(404);
  const times = [...market.rates.values()].flat().map(({ time }) => time);
  const latest = Math.max(...times.filter((time) => time <= clock));
  expect(await fetchJson(url('latest'))).toMatchObject({ date: dateOf(latest) });
});
