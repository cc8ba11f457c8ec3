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

function opened(service: string) {
  const plan = createPlan();
  plan.selectService(service);
  return plan;
}

test('a refusal is told once to who looks on, and ends what waits for the operation', () => {
  const plan = opened('a');
  const heard = vi.fn<() => void>();
  plan.excluded.subscribe(heard);
  const waiting = plan.signal('getJettonMetricsList');
  expect(waiting.aborted).toBe(false);
  plan.exclude('getJettonMetricsList');
  plan.exclude('getJettonMetricsList');
  expect(heard).toHaveBeenCalledOnce();
  expect([...plan.excluded.getState()]).toEqual(['getJettonMetricsList']);
  expect(waiting.reason).toBeInstanceOf(NotInPlanError);
  expect(plan.signal('getJettonStatisticsList').aborted).toBe(false);
});

test('a reload of the page remembers; another service, or another key, starts anew', () => {
  const plan = opened('a');
  plan.exclude('getJettonMetricsList');
  plan.exclude('getJettonStatisticsList');
  const again = opened('a');
  expect([...again.excluded.getState()]).toEqual(['getJettonMetricsList', 'getJettonStatisticsList']);
  expect(again.signal('getJettonMetricsList').aborted).toBe(true);
  expect(opened('b').excluded.getState().size).toBe(0);
});

test('without storage it is learnt anew by every page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const plan = opened('a');
  plan.exclude('getJettonMetricsList');
  expect(plan.excluded.getState().size).toBe(1);
  expect(opened('a').excluded.getState().size).toBe(0);
});
