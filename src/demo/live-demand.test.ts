import { expect, test } from 'vitest';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { LiveDemand, type ScheduledTrade } from './live-demand.ts';
import { MarketPlan } from './market-plan.ts';
import { randomFor } from './random.ts';

const DAY = 86_400;

function tradesOf(jettons: number, from: number, to: number, step = to - from): ScheduledTrade[][] {
  const plan = new MarketPlan(marketOptions(jettons, 1));
  const demand = new LiveDemand(plan, plan.end);
  const random = randomFor(plan.seed, 'test');
  const rounds = Array.from(
    { length: Math.ceil((to - from) / step) },
    (_, round) => plan.end + from + round * step,
  );
  return rounds.map((second) => demand.schedule(random, second, second + step));
}

test.each([20, 1500, 5000])('schedules about one trade per second with bursts for %i jettons', (jettons) => {
  const rounds = tradesOf(jettons, 0, DAY, 1).map((trades) => trades.length);
  const mean = rounds.reduce((sum, count) => sum + count, 0) / rounds.length;
  expect(mean).toBeGreaterThan(0.6);
  expect(mean).toBeLessThan(2);
  expect(Math.max(...rounds)).toBeGreaterThan(6);
});

test('fills a pause in order of time, with increasing density and a limited number of trades', () => {
  const [pause = []] = tradesOf(1500, 0, 10 * DAY);
  const seconds = pause.map(({ second }) => second);
  expect(seconds).toEqual(seconds.toSorted((left, right) => left - right));
  const middle = new MarketPlan(marketOptions(1500, 1)).end + 5 * DAY;
  expect(seconds.filter((second) => second > middle).length / seconds.length).toBeGreaterThan(0.55);
  expect(pause.length).toBeLessThan(30_000);
  const [longPause = []] = tradesOf(1500, 0, 90 * DAY);
  expect(longPause.length).toBeLessThan(110_000);
});

test('schedules no trades for dead jettons, rugs and jettons without a market', () => {
  const tradedKinds = new Set(
    tradesOf(1500, 0, DAY)
      .flat()
      .map(({ pool }) => pool.owner.kind),
  );
  expect([...tradedKinds].sort()).toEqual([
    'established',
    'launch',
    'lookalike',
    'major',
    'meme',
    'pegged',
    'scam',
    'stable',
  ]);
});
