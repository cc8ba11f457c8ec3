import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotInPlanError } from './errors.ts';
import { createPlan } from './plan.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

function planFor(service: string) {
  const plan = createPlan();
  plan.selectService(service);
  return plan;
}

test('excluding an operation notifies subscribers once and aborts its pending calls', () => {
  const plan = planFor('a');
  const listener = vi.fn<() => void>();
  plan.excluded.subscribe(listener);
  const waiting = plan.signal('getJettonMetricsList');
  expect(waiting.aborted).toBe(false);
  plan.exclude('getJettonMetricsList');
  plan.exclude('getJettonMetricsList');
  expect(listener).toHaveBeenCalledOnce();
  expect([...plan.excluded.getState()]).toEqual(['getJettonMetricsList']);
  expect(waiting.reason).toBeInstanceOf(NotInPlanError);
  expect(plan.signal('getJettonStatisticsList').aborted).toBe(false);
});

test('a reload restores excluded operations; another service or API key does not', () => {
  const plan = planFor('a');
  plan.exclude('getJettonMetricsList');
  plan.exclude('getJettonStatisticsList');
  const reloaded = planFor('a');
  expect([...reloaded.excluded.getState()]).toEqual(['getJettonMetricsList', 'getJettonStatisticsList']);
  expect(reloaded.signal('getJettonMetricsList').aborted).toBe(true);
  expect(planFor('b').excluded.getState().size).toBe(0);
});

test('without storage, each page load starts empty', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const plan = planFor('a');
  plan.exclude('getJettonMetricsList');
  expect(plan.excluded.getState().size).toBe(1);
  expect(planFor('a').excluded.getState().size).toBe(0);
});
