import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { parseAddress } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import type { Service } from '#service/config/context.ts';
import { IMMUTABLE } from '#service/server/cacheable.ts';
import { ResponseCache } from '#service/server/requests/response-cache.ts';
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
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { handlers } from './handlers.ts';
import { previewImageRoutes, queryJettonPreview, queryMarketPreview, renderPreviews } from './preview.ts';
import { sparkline } from './sparkline.ts';

function digits(price: number | null): string | undefined {
  return price?.toPrecision(9);
}

const steps = Array.from({ length: 43 }, (_, index) => 42 - index);

describeOnOneStore('chart previews', (openEmptyStore) => {
  let service: Service;
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

  test('of a list are in images that never change, those of jettons younger than a week in others', async () => {
    const responses = new ResponseCache();
    const app = await buildHttpApp({ service, handlers, responses, imageRoutes: previewImageRoutes });
    onTestFinished(() => app.close());
    const spritesOf = async () => {
      const { json } = await app.inject({ method: 'POST', url: '/v1/jettons', payload: { limit: 100 } });
      return z.object({ chartSprites: z.array(z.object({ url: z.string() })) }).parse(json()).chartSprites;
    };
    const sprites = await spritesOf();
    const isYoung = (address: string) => lengthOf(referenceMarket(world, address)) < week;
    const young: Record<'versioned' | 'present', boolean[]> = { versioned: [], present: [] };
    for (const { url } of sprites) {
      const { searchParams } = new URL(url);
      const kind = searchParams.has('v') ? 'versioned' : 'present';
      const addresses = (searchParams.get('address') ?? '').split(',');
      young[kind].push(...addresses.map((address) => isYoung(parseAddress(address) ?? '')));
      const { headers, body } = await app.inject(url);
      expect(headers['cache-control']).toBe({ versioned: IMMUTABLE, present: 'public, max-age=60' }[kind]);
      expect(body.match(/<polyline/g)).toHaveLength(addresses.length);
    }
    expect(new Set(young.versioned)).toEqual(new Set([false]));
    expect(young.present).toContain(true);
    await service.store.db.execute(sql`update dataset set built_at = built_at + interval '1 second'`);
    responses.clear();
    const replaced = await spritesOf();
    const versions = (links: typeof sprites) =>
      links.flatMap(({ url }) => new URL(url).searchParams.getAll('v'));
    expect(versions(replaced)).toHaveLength(versions(sprites).length);
    expect(versions(replaced).filter((version) => versions(sprites).includes(version))).toEqual([]);
  });

  test.each(['usd', 'ton'] as const)(
    'in %s are within the image bounds, in the color of the change',
    async (unit) => {
      const strokes = new Set<string>();
      for (const address of world.dataset.jettons.keys()) {
        const prices = expectedPrices(address, unit).filter((price) => price !== null);
        const [first, last] = [prices.at(0), prices.at(-1)];
        if (first === undefined || last === undefined) continue;
        const { variants } = await renderPreviews(service, address);
        const svg = variants[`${unit === 'usd' ? 'price' : 'priceTon'}-week-dark`] ?? '';
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

describe('sparkline', () => {
  const box = { width: 100, height: 30, margin: 5 };
  const heights = (prices: readonly (number | null)[]) =>
    sparkline(prices, box).points.map(({ y }) => Math.round(y * 100) / 100);

  test('changes of at least a percent fill the height', () => {
    expect(heights([1, 2, 1.5])).toEqual([25, 5, 15]);
    expect(heights([0.995, 1.005])).toEqual([25, 5]);
  });

  test('smaller changes are drawn to scale around the middle', () => {
    expect(heights([100, 99.9])).toEqual([14, 16]);
    expect(heights([1, 1])).toEqual([15, 15]);
    expect(heights([0, 0])).toEqual([15, 15]);
  });

  test('starts at the first price', () => {
    expect(sparkline([null, null, 1, 2, 1], box).points.map(({ x }) => x)).toEqual([50, 75, 100]);
  });
});
