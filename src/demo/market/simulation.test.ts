import { expect, test } from 'vitest';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { isSameMarket, readSimulation, toSimulation } from './simulation.ts';

const options = marketOptions(1500, 7);
const stored = {
  source: 'simulated' as const,
  stables: [...options.stables],
  simulation: toSimulation(options),
};

test('what the store keeps gives the options back', () => {
  const kept: unknown = JSON.parse(JSON.stringify(stored.simulation));
  expect(readSimulation({ ...stored, simulation: kept })).toMatchObject(options);
});

test('imported data and markets of another version are none', () => {
  expect(readSimulation({ ...stored, source: 'imported' })).toBeUndefined();
  expect(readSimulation({ ...stored, simulation: { ...stored.simulation, version: 0 } })).toBeUndefined();
  expect(readSimulation({ ...stored, simulation: null })).toBeUndefined();
});

test('a market is another one where anything but the clock differs', () => {
  expect(isSameMarket(options, { ...options, end: new Date(0) })).toBe(true);
  for (const change of [{ jettons: 1 }, { seed: 8 }, { exchanges: ['stonfi'] }, { stables: [] }]) {
    expect(isSameMarket(options, { ...options, ...change })).toBe(false);
  }
});
