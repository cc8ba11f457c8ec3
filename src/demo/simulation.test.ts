import { expect, test } from 'vitest';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { isSameMarket, readSimulation, toSimulation } from './simulation.ts';

const options = marketOptions(1500, 7);
const stored = {
  source: 'simulated' as const,
  stables: [...options.stables],
  simulation: toSimulation(options),
};

test('restores the options from the stored record', () => {
  const storedJson: unknown = JSON.parse(JSON.stringify(stored.simulation));
  expect(readSimulation({ ...stored, simulation: storedJson })).toMatchObject(options);
});

test('ignores imported data and markets of another version', () => {
  expect(readSimulation({ ...stored, source: 'imported' })).toBeUndefined();
  expect(readSimulation({ ...stored, simulation: { ...stored.simulation, version: 0 } })).toBeUndefined();
  expect(readSimulation({ ...stored, simulation: null })).toBeUndefined();
});

test('compares everything except the clock', () => {
  expect(isSameMarket(options, { ...options, end: new Date(0) })).toBe(true);
  for (const change of [{ jettons: 1 }, { seed: 8 }, { exchanges: ['stonfi'] }, { stables: [] }]) {
    expect(isSameMarket(options, { ...options, ...change })).toBe(false);
  }
});
