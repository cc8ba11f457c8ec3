import type { RawAddress } from '#contract/address.ts';

const ZERO = 0x30;
const COLON = 0x3a;
const HASH_LENGTH = 64;
/** `0:` and the hash. */
const BASECHAIN_LENGTH = 2 + HASH_LENGTH;
const WORDS = 8;
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
