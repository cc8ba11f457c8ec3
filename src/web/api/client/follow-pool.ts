import type { followedPools } from './followed-pools.ts';

/** Interval at which followed pools are polled all the same, in milliseconds: values also change without swaps. */
export const STREAMED_POLL_MS = 30_000;

let pools: typeof followedPools | undefined;

/** Whether followed pools are reported by a stream. Otherwise they have to be polled. */
export function isStreaming(): boolean {
  return pools?.isReady === true;
}

/** Calls `listener` when a pool may have new swaps, if the service has a stream. Returns a function that ends it. */
export function followPool(poolAddress: string, listener: () => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  // Loaded later, because pages do not need it for their first render.
  import('./followed-pools.ts').then(
    (module) => {
      pools = module.followedPools;
      if (!isStopped) stop = pools.follow(poolAddress, listener);
    },
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}
