import { useQuery } from '@tanstack/react-query';
import { useWallClock } from '#web/state/wall-clock.ts';
import { serviceStatus } from './queries.ts';

/** Returns the reference time for ages: the fixed clock of the service if it has one, otherwise the local time. */
export function useServiceClock(): Date {
  const wallClock = useWallClock();
  const { data } = useQuery(serviceStatus());
  return new Date(data?.clockFixed ? data.clock : wallClock);
}
