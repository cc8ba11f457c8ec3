import { AddressKey } from './address-key.ts';

const WORDS = 8;
const SMALLEST_CAPACITY = 1 << 10;
const FREE = -1;

/**
 * Numbers by address, in 37 bytes for each slot of the hash table: a Map takes five times as much, and a string for
 * every lookup.
 */
export class AddressNumbers {
  size = 0;
  private capacity = SMALLEST_CAPACITY;
  private words = new Int32Array(WORDS * SMALLEST_CAPACITY);
  private workchains = new Int8Array(SMALLEST_CAPACITY);
  private numbers = new Int32Array(SMALLEST_CAPACITY).fill(FREE);

  /** -1 where the address has none. */
  get(key: AddressKey): number {
    return this.numbers[this.slotOf(key)] ?? FREE;
  }

  /** Numbers are 0 or more. */
  set(key: AddressKey, number: number): void {
    if (2 * this.size >= this.capacity) this.grow();
    const slot = this.slotOf(key);
    if (this.numbers[slot] === FREE) this.size += 1;
    this.words.set(key.words, WORDS * slot);
    this.workchains[slot] = key.workchain;
    this.numbers[slot] = number;
  }

  /** The key's slot, or the free one in which to put it. */
  private slotOf(key: AddressKey): number {
    const mask = this.capacity - 1;
    let slot = key.hash() & mask;
    while (this.numbers[slot] !== FREE && !this.holds(slot, key)) slot = (slot + 1) & mask;
    return slot;
  }

  private holds(slot: number, { words, workchain }: AddressKey): boolean {
    for (let index = 0; index < WORDS; index += 1) {
      if (this.words[WORDS * slot + index] !== words[index]) return false;
    }
    return this.workchains[slot] === workchain;
  }

  private grow(): void {
    const { capacity, words, workchains, numbers } = this;
    this.size = 0;
    this.capacity = 2 * capacity;
    this.words = new Int32Array(WORDS * this.capacity);
    this.workchains = new Int8Array(this.capacity);
    this.numbers = new Int32Array(this.capacity).fill(FREE);
    const key = new AddressKey();
    for (const [slot, number] of numbers.entries()) {
      if (number === FREE) continue;
      key.words.set(words.subarray(WORDS * slot, WORDS * (slot + 1)));
      key.workchain = workchains[slot] ?? 0;
      this.set(key, number);
    }
  }
}
