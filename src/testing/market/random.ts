/** Deterministic pseudo-random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Returns an integer from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const picked = items.map((item) => ({ item }))[this.whole(0, items.length - 1)];
    if (!picked) throw new RangeError('Cannot pick from an empty list');
    return picked.item;
  }

  /** Returns a number between `min` and `max` whose logarithm is uniformly distributed. */
  magnitude(min: number, max: number): number {
    return min * (max / min) ** this.next();
  }

  /** Returns the items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, sortKey: this.next() }))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .map(({ item }) => item);
  }

  /** Returns a random raw address. */
  address(): string {
    const digits = Array.from({ length: 8 }, () => this.whole(0, 0xffffffff).toString(16).padStart(8, '0'));
    return `0:${digits.join('')}`;
  }
}
