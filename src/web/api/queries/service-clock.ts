import { useQuery } from '@tanstack/react-query';
import { useWallClock } from '#web/state/wall-clock.ts';
import { serviceStatus } from './queries.ts';

/** Returns the reference time for ages: the fixed clock of the service if it has one, otherwise the local time. */
export function useServiceClock(): Date {
  const wallClock = useWallClock();
  const { data } = useQuery(serviceStatus());
  return new Date(data?.clockFixed ? data.clock : wallClock);
}

/** Returns whether the clock of the service is fixed, so that its data does not change. */
export function useIsSnapshot(): boolean {
  return useQuery(serviceStatus()).data?.clockFixed === true;
}

/** Returns what follows an age relative to the service's clock. Without "ago", a fixed clock does not read as now. */
export function useAgoText(): 'ago' | 'before the snapshot' {
  return useIsSnapshot() ? 'before the snapshot' : 'ago';
}
