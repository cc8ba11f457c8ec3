import { useQuery } from '@tanstack/react-query';
import { useWallClock } from '#web/state/wall-clock.ts';
import { serviceStatus } from './queries.ts';

/** The clock that ages are counted from: the service's where it stands still, else this machine's. */
export function useServiceClock(): Date {
  const wallClock = useWallClock();
  const { data } = useQuery(serviceStatus());
  return new Date(data?.clockFixed ? data.clock : wallClock);
}
