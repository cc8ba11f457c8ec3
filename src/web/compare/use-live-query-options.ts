import { keepPreviousData } from '@tanstack/react-query';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';

/** Milliseconds. */
const REFETCH_INTERVAL = 10_000;

/** Returns query options that refetch unless live updates are paused, and keep the previous data meanwhile. */
export function useLiveQueryOptions() {
  const { isPaused } = useLiveUpdates();
  return {
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? (false as const) : REFETCH_INTERVAL,
  };
}
