import { type JettonStory, storyOf } from '#demo/jettons/jetton-story.ts';
import type { MarketPlan } from './market-plan.ts';

/** Stories by jetton: those of the giants are kept, because others trade against them, and the latest one. */
export class Stories {
  private readonly plan: MarketPlan;
  private readonly giants = new Map<number, JettonStory>();
  private latest: JettonStory | undefined;

  constructor(plan: MarketPlan) {
    this.plan = plan;
  }

  of(index: number): JettonStory {
    const known = this.giants.get(index) ?? (this.latest?.profile.index === index ? this.latest : undefined);
    if (known) return known;
    const story = storyOf(this.plan, index);
    if (index < this.plan.giants) this.giants.set(index, story);
    else this.latest = story;
    return story;
  }
}
