import type { InvalidEvent } from '#service/feeds/client/source.ts';
import type { AdapterEvent } from './dexscreener-event.ts';

/**
 * Drops repeated events, and rejects different swaps with the same pool and logical time: one of them would be lost as
 * a duplicate of the other.
 */
export function resolveCollisions(events: readonly AdapterEvent[]): {
  readonly events: AdapterEvent[];
  readonly invalid: InvalidEvent[];
} {
  const distinct = [...new Map(events.map((event) => [event.key, event])).values()];
  const counts = new Map<string, number>();
  for (const { swap } of distinct) {
    if (swap) counts.set(identity(swap), (counts.get(identity(swap)) ?? 0) + 1);
  }
  const collides = ({ swap }: AdapterEvent) => swap !== undefined && (counts.get(identity(swap)) ?? 0) > 1;
  return {
    events: distinct.filter((event) => !collides(event)),
    invalid: distinct.filter(collides).map(({ key, item }) => ({
      key,
      reason: 'another swap has the same pool, block and indices',
      event: item,
    })),
  };
}

function identity({ pool, lt }: { readonly pool: string; readonly lt: bigint }): string {
  return `${pool} ${lt}`;
}
