import { beforeAll, expect, test } from 'vitest';
import { periodSeconds } from '#contract/enums.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { priceIn, referenceMarket } from '#testing/oracle/prices.ts';
import {
  isDust,
  latestTick,
  type Market,
  marketsOf,
  ratio,
  swapsOf,
  type World,
} from '#testing/oracle/world.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { queryJettonPreview, queryMarketPreview, renderPreviews } from './preview.ts';

function digits(price: number | null): string | undefined {
  return price?.toPrecision(9);
}

const steps = Array.from({ length: 43 }, (_, index) => 42 - index);

describeOnOneStore('chart previews', (openEmptyStore) => {
  let service: ServiceContext;
  let world: World;
  beforeAll(async () => {
    const store = await openEmptyStore();
    const market = generateMarket(6);
    ({ world } = await importGenerated(store, market));
    service = serviceOf({ AS_OF: market.clock.toISOString() }, store);
  });

  const week = periodSeconds.week * 1000;

  /** Milliseconds that a line spans: a week, or the time since the first tick of the market. */
  function lengthOf(market: Market | undefined): number {
    const first = market && swapsOf(world, market.pool.address).find((swap) => !isDust(world, swap));
    return first ? Math.min(week, world.clock - first.time) : week;
  }

  const timesOf = (market: Market | undefined) =>
    steps.map((step) => world.clock - (step * lengthOf(market)) / 42);

  function expectedPrices(address: string, currency: 'usd' | 'ton' = 'usd'): (number | null)[] {
    return timesOf(referenceMarket(world, address)).map((time) => {
      const price = priceIn(world, address, currency, time);
      return price ? Number(price.rounded(60)) / 1e60 : null;
    });
  }

  test('of jettons contain 43 prices of a week, or of their life, in USD and in TON', async () => {
    const changing = new Set<string>();
    const lengths = [...world.dataset.jettons.keys()].map((address) =>
      lengthOf(referenceMarket(world, address)),
    );
    expect(Math.min(...lengths)).toBeLessThan(week);
    expect(Math.max(...lengths)).toBe(week);
    for (const address of world.dataset.jettons.keys()) {
      const expected = expectedPrices(address);
      const row = await queryJettonPreview(service.store.db, address, service.clock.now());
      expect(row?.prices.map(digits)).toEqual(expected.map(digits));
      expect(row?.tonPrices.map(digits)).toEqual(expectedPrices(address, 'ton').map(digits));
      if (new Set(expected).size > 2) changing.add(address);
    }
    expect(changing.size).toBeGreaterThan(3);
  });

  test('of pools contain prices in the counterpart at the same times', async () => {
    const changing = new Set<string>();
    for (const address of world.dataset.jettons.keys())
      for (const market of marketsOf(world, address)) {
        const expected = timesOf(market).map((time) => {
          const tick = latestTick(world, market.pool.address, { time });
          return tick ? Number(ratio(world, market, tick).rounded(60)) / 1e60 : null;
        });
        const row = await queryMarketPreview(
          service.store.db,
          address,
          market.pool.address,
          service.clock.now(),
        );
        expect(row?.prices.map(digits)).toEqual(expected.map(digits));
        if (new Set(expected).size > 2) changing.add(market.pool.address);
      }
    expect(changing.size).toBeGreaterThan(3);
    const unknown = await queryMarketPreview(service.store.db, 'nowhere', 'nowhere', service.clock.now());
    expect(unknown).toBeUndefined();
  });

  test.each(['usd', 'ton'] as const)(
    'in %s are within the image bounds, in the color of the change',
    async (unit) => {
      const strokes = new Set<string>();
      for (const address of world.dataset.jettons.keys()) {
        const prices = expectedPrices(address, unit).filter((price) => price !== null);
        const [first, last] = [prices.at(0), prices.at(-1)];
        if (first === undefined || last === undefined) continue;
        const images = await renderPreviews(service, address);
        const svg = images[`${unit === 'usd' ? 'price' : 'priceTon'}-week-dark`] ?? '';
        const points = /points="([^"]*)"/.exec(svg)?.[1]?.split(' ') ?? [];
        expect(points).toHaveLength(prices.length);
        for (const [x, y] of points.map((point) => point.split(',').map(Number))) {
          expect(x).toBeLessThanOrEqual(120);
          expect(y).toBeGreaterThanOrEqual(2);
          expect(y).toBeLessThanOrEqual(30);
        }
        const stroke = last < first ? '#ff5353' : '#3fb68b';
        expect(svg).toContain(`stroke="${stroke}"`);
        strokes.add(stroke);
      }
      expect(strokes.size).toBe(2);
    },
  );
});
