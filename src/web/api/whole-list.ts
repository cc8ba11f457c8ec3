import { isUnderFloor } from '#web/lib/floor.ts';
import { needsActivity, sortValue } from '#web/lib/measured.ts';
import type { Screen } from '#web/lib/screen.ts';
import type { Activity } from './activity.ts';
import { askActivity } from './ask.ts';
import type { ByAddress } from './read-page.ts';
import type { ListedJetton } from './strangers.ts';
import { walkList } from './walk-list.ts';

/** What a screen shows from its first row to its last, page by page; it ends at the screen's floor. */
export async function* wholeList(
  { filter, floor }: Screen,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedJetton[]> {
  for await (const jettons of walkList(filter, signal)) {
    if (floor === undefined) {
      yield jettons;
      continue;
    }
    const activities = needsActivity(filter.sort) ? await activitiesOf(jettons, signal) : undefined;
    const end = jettons.findIndex((jetton) => {
      const activity = activities?.get(jetton.face.address);
      if (activities && !activity) return true;
      const value = sortValue(filter.sort, jetton, activity ?? 'unread');
      return value !== 'unread' && isUnderFloor(filter.sort, value, floor);
    });
    yield end < 0 ? jettons : jettons.slice(0, end);
    if (end >= 0) return;
  }
}

async function activitiesOf(
  jettons: readonly ListedJetton[],
  signal: AbortSignal,
): Promise<ByAddress<Activity> | undefined> {
  const addresses = jettons.map(({ face }) => face.address);
  // Where the plan has no statistics there is no end to be found: it fails rather than to take everything.
  return addresses.length === 0 ? undefined : askActivity(addresses, { signal, priority: 'export' });
}
