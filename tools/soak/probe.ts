import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A sample that the probed process reports every second, in bytes and milliseconds. */
export interface ProbeSample {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** 99th percentile of the event loop delay in the last second. */
  readonly loopDelay: number;
}

const RESOLUTION_MS = 10;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage();
  // The histogram includes its own sampling interval.
  const loopDelay = Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
  // A child of the service that prepares the store is probed as well, and closes its channel before it ends.
  if (process.connected)
    process.send?.({ residentBytes: rss, heapBytes: heapUsed, loopDelay } satisfies ProbeSample);
  histogram.reset();
}, 1_000).unref();
// The IPC channel must not keep the process alive.
process.channel?.unref();
