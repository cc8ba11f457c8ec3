const LONG_FRAME = 50;

/** Of how long frames took, in milliseconds. */
export interface FrameFigures {
  readonly medianFrame: number;
  /** 95 % took no longer. */
  readonly slowFrame: number;
  readonly longFrames: number;
  readonly longestFrame: number;
}

export function frameFigures(frames: readonly number[]): FrameFigures {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    medianFrame: at(0.5),
    slowFrame: at(0.95),
    longFrames: frames.filter((time) => time > LONG_FRAME).length,
    longestFrame: at(1),
  };
}
