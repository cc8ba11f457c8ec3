import { createHash } from 'node:crypto';
import type { RawAddress } from '#contract/address.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';

function derived(plan: MarketPlan, what: string, index: number): RawAddress {
  const hash = createHash('sha256').update(`jetscope ${what} ${plan.options.seed} ${index}`);
  return `0:${hash.digest('hex')}`;
}

export function jettonAddress(plan: MarketPlan, index: number): RawAddress {
  return plan.options.stables[index] ?? derived(plan, 'jetton', index);
}

export function poolAddress(plan: MarketPlan, id: number): RawAddress {
  return derived(plan, 'pool', id);
}

export function walletAddress(plan: MarketPlan, index: number): RawAddress {
  return derived(plan, 'wallet', index);
}
