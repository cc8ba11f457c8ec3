import type { RawAddress } from '#contract/address.ts';

const WORDS = 8;

const INITIAL_CAPACITY = 1 << 10;
const EMPTY = -1;

/**
 * Map from addresses to ids of 0 or more, with 37 bytes per slot of an open-addressing hash table. A Map would need
 * five times as much memory, and a string for every lookup.
 */
export class AddressIdMap {
  size = 0;
  private capacity = INITIAL_CAPACITY;
  private words = new Int32Array(WORDS * INITIAL_CAPACITY);
  private workchains = new Int8Array(INITIAL_CAPACITY);
  private ids = new Int32Array(INITIAL_CAPACITY).fill(EMPTY);

  /** Returns -1 if the address is not in the map. */
  get(key: AddressKey): number {
    return this.ids[this.findSlot(key)] ?? EMPTY;
  }

  set(key: AddressKey, id: number): void {
    if (2 * this.size >= this.capacity) this.grow();
    const slot = this.findSlot(key);
    if (this.ids[slot] === EMPTY) this.size += 1;
    this.words.set(key.words, WORDS * slot);
    this.workchains[slot] = key.workchain;
    this.ids[slot] = id;
  }

  /** All ids with their addresses. The key is reused. */
  entries(): Iterable<readonly [id: number, key: AddressKey]> {
    return entriesOf(this.words, this.workchains, this.ids);
  }

  /** Returns the slot of the key, or the empty slot to insert it into. */
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
    const entries = this.entries();
    this.size = 0;
    this.capacity = 2 * this.capacity;
    this.words = new Int32Array(WORDS * this.capacity);
    this.workchains = new Int8Array(this.capacity);
    this.ids = new Int32Array(this.capacity).fill(EMPTY);
    for (const [id, key] of entries) this.set(key, id);
  }
}

function* entriesOf(
  words: Int32Array,
  workchains: Int8Array,
  ids: Int32Array,
): Generator<readonly [id: number, key: AddressKey]> {
  const key = new AddressKey();
  for (const [slot, id] of ids.entries()) {
    if (id === EMPTY) continue;
    key.words.set(words.subarray(WORDS * slot, WORDS * (slot + 1)));
    key.workchain = workchains[slot] ?? 0;
    yield [id, key];
  }
}

const ZERO = 0x30;
const COLON = 0x3a;
const HASH_LENGTH = 64;
/** `0:` and the hash. */
const BASECHAIN_LENGTH = 2 + HASH_LENGTH;
const DIGITS_PER_WORD = 8;
const NOT_A_DIGIT = -1;

/** Values of hexadecimal digits by character code. */
const digits = Int32Array.from({ length: 256 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit === -1 ? NOT_A_DIGIT : digit;
});

/** An address as numbers: workchain and the 32-bit words of its hash. Reusable, to avoid allocations. */
export class AddressKey {
  readonly words = new Int32Array(WORDS);
  workchain = 0;

  /** Parses the raw form of a basechain address. Returns false if the bytes are anything else. */
  readBasechain(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== BASECHAIN_LENGTH || bytes[start] !== ZERO || bytes[start + 1] !== COLON) return false;
    this.workchain = 0;
    return this.readHash(bytes, start + 2);
  }

  readRaw(address: RawAddress): void {
    const colon = address.indexOf(':');
    this.workchain = Number(address.slice(0, colon));
    this.readHash(Buffer.from(address, 'latin1'), colon + 1);
  }

  toRaw(): RawAddress {
    const hash = Array.from(this.words, (word) => (word >>> 0).toString(16).padStart(DIGITS_PER_WORD, '0'));
    return `${this.workchain}:${hash.join('')}`;
  }

  /** Hash code for hash tables, a 32-bit integer. */
  hash(): number {
    let mixed = this.workchain;
    for (let index = 0; index < WORDS; index += 1) {
      mixed = Math.imul(mixed ^ (this.words[index] ?? 0), 0x9e3779b1);
      mixed ^= mixed >>> 15;
    }
    return mixed;
  }

  private readHash(bytes: Uint8Array, start: number): boolean {
    let invalid = 0;
    let position = start;
    for (let index = 0; index < WORDS; index += 1) {
      let word = 0;
      for (const end = position + DIGITS_PER_WORD; position < end; position += 1) {
        const digit = digits[bytes[position] ?? 0] ?? NOT_A_DIGIT;
        invalid |= digit;
        word = (word << 4) | digit;
      }
      this.words[index] = word;
    }
    return invalid >= 0;
  }
}
