import { generateHistory, type JettonHistory } from '#demo/jettons/jetton-history.ts';
import type { MarketPlan } from './market-plan.ts';

/** JettonHistories by jetton: those of the leaders are kept, because others trade against them, and the latest one. */
export class JettonHistories {
  private readonly plan: MarketPlan;
  private readonly leaders = new Map<number, JettonHistory>();
  private latest: JettonHistory | undefined;

  constructor(plan: MarketPlan) {
    this.plan = plan;
  }

  get(index: number): JettonHistory {
    const known = this.leaders.get(index) ?? (this.latest?.profile.index === index ? this.latest : undefined);
    if (known) return known;
    const story = generateHistory(this.plan, index);
    if (index < this.plan.leaderCount) this.leaders.set(index, story);
    else this.latest = story;
    return story;
  }
}
