import { keepPreviousData } from '@tanstack/react-query';
import { useLiveUpdates } from '#web/state/live-updates.ts';

const INTERVAL = 10_000;

/** For queries: asked again while live updates are not paused; what was there stays meanwhile. */
export function useKeptFresh() {
  const { isPaused } = useLiveUpdates();
  return { placeholderData: keepPreviousData, refetchInterval: isPaused ? (false as const) : INTERVAL };
}
