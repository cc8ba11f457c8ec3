import { createHash } from 'node:crypto';

export type Seed = readonly [number, number, number, number];

export function hashSeed(text: string): Seed {
  const digest = createHash('sha256').update(text).digest();
  return [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)];
}

/** Derives an independent stream for each purpose and index, so that a change in one use does not affect the others. */
export function randomFor(seed: Seed, purpose: string, index = 0): Random {
  return new Random(seed[0] ^ textHash(purpose), seed[1] ^ mix(index), seed[2] ^ index, seed[3]);
}

const WARM_UP = 12;

/** sfc32 by Chris Doty-Humphrey: small, fast and portable. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;
  private spareNormal = Number.NaN;

  constructor(a: number, b: number, c: number, counter: number) {
    this.a = a | 0;
    this.b = b | 0;
    this.c = c | 0;
    this.counter = counter | 0;
    for (let round = 0; round < WARM_UP; round += 1) this.next();
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Returns an integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  /** Picks an item with the probability given by `shareOf`. Returns undefined with the remaining probability. */
  pickByShare<Item>(
    items: readonly Item[],
    shareOf: (item: Item, index: number) => number,
  ): Item | undefined {
    let remaining = this.next();
    return items.find((item, index) => {
      remaining -= shareOf(item, index);
      return remaining < 0;
    });
  }

  exponential(): number {
    return -Math.log(1 - this.next());
  }

  normal(): number {
    const spare = this.spareNormal;
    this.spareNormal = Number.NaN;
    if (!Number.isNaN(spare)) return spare;
    const radius = Math.sqrt(2 * this.exponential());
    const angle = 2 * Math.PI * this.next();
    this.spareNormal = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  poisson(mean: number): number {
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const floor = Math.exp(-mean);
    let count = -1;
    for (let product = 1; product > floor || count < 0; count += 1) product *= this.next();
    return count;
  }
}

/** The finalizer of MurmurHash3. */
export function mix(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2_ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

function textHash(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash;
}
