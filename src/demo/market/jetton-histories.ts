import { generateHistory, type JettonHistory } from '#demo/jettons/jetton-history.ts';
import type { MarketPlan } from './market-plan.ts';

/** Caches the histories of the leaders, which other jettons trade against, and the latest one. */
export class JettonHistories {
  private readonly plan: MarketPlan;
  private readonly leaders = new Map<number, JettonHistory>();
  private latest: JettonHistory | undefined;

  constructor(plan: MarketPlan) {
    this.plan = plan;
  }

  get(index: number): JettonHistory {
    const cached =
      this.leaders.get(index) ?? (this.latest?.profile.index === index ? this.latest : undefined);
    if (cached) return cached;
    const history = generateHistory(this.plan, index);
    if (index < this.plan.leaderCount) this.leaders.set(index, history);
    else this.latest = history;
    return history;
  }
}
