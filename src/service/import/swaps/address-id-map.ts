import { AddressKey } from './address-key.ts';

const WORDS = 8;
const INITIAL_CAPACITY = 1 << 10;
const EMPTY = -1;

/**
 * Numbers by address, in 37 bytes for each slot of the hash table: a Map takes five times as much, and a string for
 * every lookup.
 */
export class AddressIdMap {
  size = 0;
  private capacity = INITIAL_CAPACITY;
  private words = new Int32Array(WORDS * INITIAL_CAPACITY);
  private workchains = new Int8Array(INITIAL_CAPACITY);
  private ids = new Int32Array(INITIAL_CAPACITY).fill(EMPTY);

  /** -1 where the address has none. */
  get(key: AddressKey): number {
    return this.ids[this.findSlot(key)] ?? EMPTY;
  }

  /** Numbers are 0 or more. */
  set(key: AddressKey, number: number): void {
    if (2 * this.size >= this.capacity) this.grow();
    const slot = this.findSlot(key);
    if (this.ids[slot] === EMPTY) this.size += 1;
    this.words.set(key.words, WORDS * slot);
    this.workchains[slot] = key.workchain;
    this.ids[slot] = number;
  }

  /** The key's slot, or the free one in which to put it. */
  private findSlot(key: AddressKey): number {
    const mask = this.capacity - 1;
    let slot = key.hash() & mask;
    while (this.ids[slot] !== EMPTY && !this.matches(slot, key)) slot = (slot + 1) & mask;
    return slot;
  }

  private matches(slot: number, { words, workchain }: AddressKey): boolean {
    for (let index = 0; index < WORDS; index += 1) {
      if (this.words[WORDS * slot + index] !== words[index]) return false;
    }
    return this.workchains[slot] === workchain;
  }

  private grow(): void {
    const { capacity, words, workchains, ids } = this;
    this.size = 0;
    this.capacity = 2 * capacity;
    this.words = new Int32Array(WORDS * this.capacity);
    this.workchains = new Int8Array(this.capacity);
    this.ids = new Int32Array(this.capacity).fill(EMPTY);
    const key = new AddressKey();
    for (const [slot, number] of ids.entries()) {
      if (number === EMPTY) continue;
      key.words.set(words.subarray(WORDS * slot, WORDS * (slot + 1)));
      key.workchain = workchains[slot] ?? 0;
      this.set(key, number);
    }
  }
}
