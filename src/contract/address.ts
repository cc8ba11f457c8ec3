/** An address in raw form: workchain, colon, 64 lowercase hex digits. */
export type RawAddress = string;

/** Stands for TON wherever a jetton address is expected. */
export const TON_ADDRESS: RawAddress = `0:${'0'.repeat(64)}`;

/** Stands for the address of an admin that was revoked. Unlike it, that of an unknown admin is missing. */
export const REVOKED_ADMIN = '';

const RAW = /^(0|-?[1-9]\d{0,2}):([0-9a-fA-F]{64})$/;
/** A `+` that was not encoded in a query is decoded to a blank. The checksum tells such an address from text. */
const USER_FRIENDLY = /^[A-Za-z0-9+/_ -]{48}$/;

// TEP-2 layout: 1 byte of flags, 1 byte of workchain, 32 bytes of hash, 2 bytes of checksum.
const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const BODY_BYTES = 34;

/**
 * Parses an address in any form: raw in either case, or user-friendly (bounceable or not, base64 or base64url, checksum
 * verified). Returns undefined for anything else, including testnet addresses, which TEP-2 forbids in production.
 */
export function parseAddress(text: string): RawAddress | undefined {
  return parseRaw(text) ?? parseUserFriendly(text);
}

function parseRaw(text: string): RawAddress | undefined {
  const [, workchain, hash] = RAW.exec(text) ?? [];
  if (workchain === undefined || hash === undefined) return undefined;
  const number = Number(workchain);
  return number >= -128 && number <= 127 ? `${workchain}:${hash.toLowerCase()}` : undefined;
}

function parseUserFriendly(text: string): RawAddress | undefined {
  if (!USER_FRIENDLY.test(text)) return undefined;
  const bytes = decodeBase64(text);
  const [flags = 0, workchainByte = 0] = bytes;
  if (flags !== BOUNCEABLE && flags !== NON_BOUNCEABLE) return undefined;
  const checksum = ((bytes[BODY_BYTES] ?? 0) << 8) | (bytes[BODY_BYTES + 1] ?? 0);
  if (crc16(bytes.subarray(0, BODY_BYTES)) !== checksum) return undefined;
  const workchain = workchainByte > 127 ? workchainByte - 256 : workchainByte;
  const hash = Array.from(bytes.subarray(2, BODY_BYTES), (byte) => byte.toString(16).padStart(2, '0'));
  return `${workchain}:${hash.join('')}`;
}

/** Returns the bounceable user-friendly form of a raw address, in base64url. */
export function toUserFriendly(raw: RawAddress): string {
  const colon = raw.indexOf(':');
  const bytes = new Uint8Array(BODY_BYTES + 2);
  bytes[0] = BOUNCEABLE;
  bytes[1] = Number(raw.slice(0, colon)) & 0xff;
  for (let index = 2, digit = colon + 1; index < BODY_BYTES; index += 1, digit += 2) {
    bytes[index] = (hexDigit(raw, digit) << 4) | hexDigit(raw, digit + 1);
  }
  const checksum = crc16(bytes.subarray(0, BODY_BYTES));
  bytes[BODY_BYTES] = checksum >> 8;
  bytes[BODY_BYTES + 1] = checksum & 0xff;
  return encodeBase64Url(bytes);
}

/** Parses one lowercase hex digit. */
function hexDigit(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 58 ? code - 48 : code - 87;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SEXTETS = new Map([...ALPHABET].map((letter, index) => [letter, index]))
  .set('+', 62)
  .set(' ', 62)
  .set('/', 63);

// The contract targets browsers and Node.js, so neither `atob` nor Buffer is available in its types.
// 48 characters encode exactly 36 bytes, so there is no padding.
function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length / 4) * 3);
  for (let index = 0; index < text.length; index += 4) {
    let word = 0;
    for (const letter of text.slice(index, index + 4)) word = (word << 6) | (SEXTETS.get(letter) ?? 0);
    bytes.set([word >> 16, (word >> 8) & 0xff, word & 0xff], (index / 4) * 3);
  }
  return bytes;
}

// Encodes two characters per lookup, because a response can contain hundreds of addresses.
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));

function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text += (PAIRS[word >> 12] ?? '') + (PAIRS[word & 4095] ?? '');
  }
  return text;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1;
  return value;
});

// CRC-16/XMODEM, as required by TEP-2.
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}

/** The user-friendly form of every address in a response. */
export type AddressBook = Record<RawAddress, { userFriendly: string }>;
