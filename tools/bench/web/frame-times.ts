const LONG_FRAME = 50;

/** Statistics of frame durations, in milliseconds. */
export interface FrameTimes {
  readonly medianFrame: number;
  /** 95th percentile. */
  readonly slowFrame: number;
  /** Number of frames over 50 ms. */
  readonly longFrames: number;
  readonly longestFrame: number;
}

export function summarizeFrames(frames: readonly number[]): FrameTimes {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    medianFrame: at(0.5),
    slowFrame: at(0.95),
    longFrames: frames.filter((time) => time > LONG_FRAME).length,
    longestFrame: at(1),
  };
}
