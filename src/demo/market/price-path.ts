import type { Random } from '#demo/random.ts';
import { DAY, HOUR } from './activity-clock.ts';

/** The logarithm of a price at equidistant times, with linear interpolation. */
export class PricePath {
  readonly start: number;
  readonly step: number;
  readonly logs: Float64Array;

  constructor(start: number, step: number, logs: Float64Array) {
    this.start = start;
    this.step = step;
    this.logs = logs;
  }

  at(second: number): number {
    const position = Math.min(Math.max((second - this.start) / this.step, 0), this.logs.length - 1);
    const index = Math.floor(position);
    const log = this.logs[index] ?? 0;
    return log + (position - index) * ((this.logs[index + 1] ?? log) - log);
  }
}

interface Regime {
  /** Factor of the price's volatility. */
  readonly volatility: number;
  /** Drift per day, in multiples of the typical daily change. */
  readonly trend: number;
  readonly activity: number;
  /** Mean duration. */
  readonly days: number;
  /** Probability of being the next regime. */
  readonly share: number;
}

const calm: Regime = { volatility: 0.5, trend: 0, activity: 0.6, days: 1.6, share: 0.45 };
const rise: Regime = { volatility: 1, trend: 0.42, activity: 1.3, days: 1.3, share: 0.22 };
const fall: Regime = { volatility: 1, trend: -0.4, activity: 1.1, days: 1.3, share: 0.23 };
const wild: Regime = { volatility: 2.4, trend: 0, activity: 3.2, days: 0.3, share: 0.1 };
const regimes = [calm, rise, fall, wild];

const JUMPS_PER_DAY = 0.07;

function nextRegime(random: Random): Regime {
  return random.pickByShare(regimes, ({ share }) => share) ?? calm;
}

/** A random walk with calm, trending and volatile regimes and occasional jumps. */
export class RegimeWalk {
  private readonly random: Random;
  private readonly volatility: number;
  private regime: Regime;

  /** `volatility` is the typical daily change. */
  constructor(random: Random, volatility: number) {
    this.random = random;
    this.volatility = volatility;
    this.regime = nextRegime(random);
  }

  get activity(): number {
    return this.regime.activity;
  }

  /** Advances by `seconds` and returns the change of the logarithm. */
  step(seconds: number): number {
    const { random, volatility } = this;
    const days = seconds / DAY;
    if (random.chance(1 - Math.exp(-days / this.regime.days))) this.regime = nextRegime(random);
    const { trend, volatility: factor } = this.regime;
    const jump = random.chance(JUMPS_PER_DAY * days * factor) ? 1.1 * volatility * random.normal() : 0;
    return volatility * (trend * days + factor * Math.sqrt(days) * random.normal()) + jump;
  }
}

export interface Launch {
  /** Ratio of the peak price to the first price. */
  readonly multiple: number;
  readonly hoursToPeak: number;
  /** Share of the peak price that remains after the fade, apart from noise. */
  readonly remainingShare: number;
  readonly fadeDays: number;
}

/** Returns the contribution of a launch to the logarithm of the price at an age in seconds. */
export function launchCurve(launch: Launch, age: number): number {
  if (age <= 0) return 0;
  const peak = launch.hoursToPeak * HOUR;
  const climb = Math.log(launch.multiple) * (1 - Math.exp((-3 * age) / peak));
  const fade = age < peak ? 0 : 1 - Math.exp(-(age - peak) / (launch.fadeDays * DAY));
  return climb + Math.log(launch.remainingShare) * fade;
}
