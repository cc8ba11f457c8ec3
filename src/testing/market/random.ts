/** Numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const picked = items.map((item) => ({ item }))[this.whole(0, items.length - 1)];
    if (!picked) throw new RangeError('there is nothing to pick from');
    return picked.item;
  }

  /** Every power of ten between the ends is as likely as any other. */
  magnitude(least: number, most: number): number {
    return least * (most / least) ** this.next();
  }

  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }

  /** A raw address. */
  address(): string {
    const digits = Array.from({ length: 8 }, () => this.whole(0, 0xffffffff).toString(16).padStart(8, '0'));
    return `0:${digits.join('')}`;
  }
}
