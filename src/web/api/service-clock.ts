import { useQuery } from '@tanstack/react-query';
import { serviceStatus } from './queries.ts';

/** The clock that ages are counted from: the service's where it stands still, else this machine's. */
export function useServiceClock(): Date {
  const { data } = useQuery(serviceStatus());
  return data?.clockFixed ? new Date(data.clock) : new Date();
}
