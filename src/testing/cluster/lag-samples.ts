export interface LagSample {
  /** In milliseconds. */
  readonly at: number;
  /** Lags of feeds, in whole seconds. */
  readonly lags: ReadonlyMap<string, number>;
}

export function maxLag({ lags }: LagSample): number {
  return Math.max(...lags.values());
}

/** Returns the longest time, in seconds, in which the lag of a feed grew as fast as the time passed. */
export function longestPause(samples: readonly LagSample[]): number {
  const names = new Set(samples.flatMap(({ lags }) => [...lags.keys()]));
  return Math.max(0, ...Array.from(names, (name) => longestPauseOf(name, samples)));
}

function longestPauseOf(name: string, samples: readonly LagSample[]): number {
  let longest = 0;
  let last: { at: number; storedTo: number } | undefined;
  for (const { at, lags } of samples) {
    const lag = lags.get(name);
    if (lag === undefined) continue;
    const storedTo = at / 1000 - lag;
    if (last) longest = Math.max(longest, at / 1000 - last.at);
    // Lags are rounded to seconds.
    if (!last || storedTo > last.storedTo + 1) last = { at: at / 1000, storedTo };
  }
  return longest;
}
