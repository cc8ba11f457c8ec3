import { HOUR, lastAtMost } from './activity-clock.ts';
import type { JettonStory } from './jetton-story.ts';
import type { MarketPlan } from './market-plan.ts';
import { deskOf, type OpenedPool } from './pool-opening.ts';
import type { PoolProfile } from './pool-profile.ts';
import { type Random, randomFor } from './random.ts';
import type { SwapWriter } from './swap-writer.ts';
import { type Actor, actors } from './trading-desk.ts';

const ACTORS = 4;

/** Times and actors of one pool's swaps in order, packed as second × 4 + actor. */
function meetings(plan: MarketPlan, story: JettonStory, pool: PoolProfile, random: Random): Float64Array {
  const alive = (story.activity.at(-1) ?? 0) > 0;
  const people = alive ? random.poisson(plan.peoplesSwaps(pool.owner) * pool.share) : 0;
  const bots = random.poisson(plan.botsSwaps(pool.owner) * pool.share);
  const { rug } = story.profile;
  const fleeing = rug && rug.at > pool.createdAt ? random.whole(4, 28) : 0;
  const found: number[] = [];
  const add = (second: number, actor: Actor) => {
    if (second > pool.createdAt && second > plan.start && second <= plan.end)
      found.push(second * ACTORS + actor);
  };
  for (let turn = 0; turn < people; turn += 1) add(drawSecond(plan, story, random), actors.people);
  const allBots = plan.bots.total;
  for (let turn = 0; turn < bots; turn += 1) add(plan.bots.secondAt(random.next() * allBots), actors.bots);
  for (let turn = 0; turn < fleeing; turn += 1) {
    add(Math.floor((rug?.at ?? 0) + 2 + random.exponential() * (turn === 0 ? 60 : 4 * HOUR)), actors.panic);
  }
  // Everything after the first second of the window has a price of TON.
  if (pool.id === 1) found.push((plan.start + 1) * ACTORS + actors.people);
  return Float64Array.from(found).sort();
}

function drawSecond(plan: MarketPlan, { path, activity }: JettonStory, random: Random): number {
  const draw = random.next() * (activity[activity.length - 1] ?? 0);
  const from = path.start + lastAtMost(activity, draw) * path.step;
  const low = plan.people.until(from);
  const high = plan.people.until(from + path.step);
  return plan.people.secondAt(low + (high - low) * random.next());
}

/** Writes one pool's swaps, oldest first; answers rows for COPY where many are written. */
export function* writeSwaps(
  plan: MarketPlan,
  story: JettonStory,
  opened: OpenedPool,
  writer: SwapWriter,
): Generator<string> {
  const { profile: pool, state, log0, log1 } = opened;
  const { rug } = story.profile;
  const random = randomFor(plan.seed, 'swaps', pool.id);
  const all = meetings(plan, story, pool, random);
  const desk = deskOf(plan, story.profile, pool, state, random);
  const visits = pool.amplification === 0 && all.length > 60 ? 1 / 160 : 0;
  let robbed = rug === undefined;
  for (const packed of all) {
    const actor = packed % ACTORS;
    const second = (packed - actor) / ACTORS;
    if (!robbed && rug && second >= rug.at) {
      robbed = true;
      if (rug.by === 'removal') state.scale(random.between(0.0006, 0.01));
      else if (desk.dump(random.between(0.75, 0.98))) writer.add(second, state, desk);
      if (rug.by === 'dump') continue;
    } else if (visits > 0 && random.chance(visits)) state.scale(Math.exp(0.05 * random.normal()));
    if (desk.trade(actorOf(actor), log0(second), log1(second))) writer.add(second, state, desk);
    if (writer.full) yield writer.take();
  }
}

function actorOf(code: number): Actor {
  if (code === actors.bots) return actors.bots;
  return code === actors.panic ? actors.panic : actors.people;
}
