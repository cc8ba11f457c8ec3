import type { JettonStory } from '#demo/jettons/jetton-story.ts';
import { HOUR, lastAtMost } from '#demo/market/activity-clock.ts';
import type { Kind } from '#demo/market/kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { deskOf, type OpenedPool } from './pool-opening.ts';
import type { PoolProfile } from './pool-profile.ts';
import type { SwapWriter } from './swap-writer.ts';
import { type Actor, actors } from './trading-desk.ts';

const allActors = Object.values(actors);
const ACTORS = allActors.length;

/** Times and actors of one pool's swaps in order, packed as second × ACTORS + actor. */
function meetings(plan: MarketPlan, story: JettonStory, pool: PoolProfile, random: Random): Float64Array {
  const alive = (story.activity.at(-1) ?? 0) > 0;
  const { rug, kind } = story.profile;
  const from = Math.max(pool.createdAt, plan.start);
  const found: number[] = [];
  const add = (actor: Actor, count: number, draw: (turn: number) => number) => {
    for (let turn = 0; turn < count; turn += 1) {
      const second = Math.floor(draw(turn));
      if (second > from && second <= plan.end) found.push(second * ACTORS + actor);
    }
  };
  const people = alive ? random.poisson(plan.peoplesSwaps(pool.owner) * pool.share) : 0;
  add(actors.people, people, () => drawSecond(plan, story, random));
  const bots = random.poisson(plan.botsSwaps(pool.owner) * pool.share);
  add(actors.bots, bots, () => plan.bots.secondAt(random.next() * plan.bots.total));
  const kept = pool.turn > 0 && alive && plan.peoplesSwaps(pool.owner) > WORTH_KEEPING;
  const keepers = kept ? (keepersVisits[kind] ?? 0) : 0;
  add(actors.keepers, keepers, () => random.between(from, plan.end));
  if (rug && rug.at > pool.createdAt) {
    add(
      actors.panic,
      random.whole(4, 28),
      (turn) => rug.at + 2 + random.exponential() * (turn === 0 ? 60 : 4 * HOUR),
    );
  }
  // Everything after the first second of the window has a price of TON.
  if (pool.id === 1) add(actors.people, 1, () => plan.start + 1);
  return Float64Array.from(found).sort();
}

/** Swaps of people, below which no bot looks after a jetton. */
const WORTH_KEEPING = 20;
/** How often over the window a bot looks after the price of a pool that is not its jetton's deepest. */
const keepersVisits: Partial<Record<Kind, number>> = {
  pegged: 70,
  major: 70,
  established: 60,
  meme: 14,
  launch: 14,
};

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
  return allActors.find((actor) => actor === code) ?? actors.people;
}
