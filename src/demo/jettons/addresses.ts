import { createHash } from 'node:crypto';
import type { RawAddress } from '#contract/address.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';

function deriveAddress(plan: MarketPlan, purpose: string, index: number): RawAddress {
  const hash = createHash('sha256').update(`jetscope ${purpose} ${plan.options.seed} ${index}`);
  return `0:${hash.digest('hex')}`;
}

export function jettonAddress(plan: MarketPlan, index: number): RawAddress {
  return plan.options.stables[index] ?? deriveAddress(plan, 'jetton', index);
}

export function poolAddress(plan: MarketPlan, id: number): RawAddress {
  return deriveAddress(plan, 'pool', id);
}

export function walletAddress(plan: MarketPlan, index: number): RawAddress {
  return deriveAddress(plan, 'wallet', index);
}
