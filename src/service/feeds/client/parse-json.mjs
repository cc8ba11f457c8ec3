// Parses JSON of sources, which may be hostile. Plain JavaScript because the worker loads it from its source file.
import { LosslessNumber, parse } from 'lossless-json';

/** Nesting of what is kept. Deeper arrays and objects become empty. */
const MAX_DEPTH = 64;
/** Values of a text: a list of 52,000 pools has 1.6 million. */
const MAX_VALUES = 2_000_000;
/** Values outside of lists, which are parsed at once. */
const MAX_FRAME_VALUES = 100_000;
/** Limits of an item of a list. A larger one becomes an empty array, so that it is invalid, and only it. */
const MAX_ITEM_VALUES = 10_000;
const MAX_ITEM_BYTES = 1 << 20;
/** Limits of a group of items, which are parsed at once. Parsing losslessly takes 30 times the size of a string. */
const GROUP_VALUES = 10_000;
const GROUP_BYTES = MAX_ITEM_BYTES;

/** A text has too many values. The message is the end of a sentence. */
export class TooManyValuesError extends Error {}

/**
 * Consecutive items of a list.
 * @typedef {{ list: number, start: number, end: number, items: number, values: number }} Group
 */

/**
 * A parsed part of a text. Numbers that JavaScript may not represent exactly are indices in `numbers`, as bigint, so that the
 * value can be posted to another thread.
 * @typedef {{ value: unknown, numbers: string[] }} Part
 */

/**
 * JSON whose lists are parsed group by group: the root, if it is an array, or else the arrays in its fields.
 * @typedef {{ frame: () => Part, groups: Iterable<{ list: number, part: () => Part }> }} DividedJson
 */

/**
 * Divides UTF-8 text, which is changed: what is nested too deeply or too large is removed. Only what is parsed is
 * validated.
 * @param {Uint8Array} bytes
 * @returns {DividedJson}
 */
export function divideJson(bytes) {
  const { groups, lists } = new Divider(bytes).divide();
  return {
    frame: () => parsePart(frameText(bytes, lists)),
    groups: groups.map(({ list, start, end, items }) => ({
      list,
      part: () => {
        const part = parsePart(`[${decode(bytes, start, end)}]`);
        if (!Array.isArray(part.value) || part.value.length !== items) throw new SyntaxError('invalid JSON');
        return part;
      },
    })),
  };
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function decode(bytes, start, end) {
  return new TextDecoder('utf-8', { ignoreBOM: start > 0 }).decode(bytes.subarray(start, end));
}

/**
 * The text without the items of lists: each list only contains its number.
 * @param {Uint8Array} bytes @param {readonly { start: number, end: number }[]} lists
 */
function frameText(bytes, lists) {
  let text = '';
  let position = 0;
  for (const [index, { start, end }] of lists.entries()) {
    text += `${decode(bytes, position, start)}${index}`;
    position = end;
  }
  return text + decode(bytes, position, bytes.length);
}

const [QUOTE, COMMA, BACKSLASH, SPACE] = [0x22, 0x2c, 0x5c, 0x20];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

class Divider {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    /** Depth of the items of lists. */
    this.listDepth = 2;
    this.depth = 0;
    this.values = 0;
    this.frameValues = 0;
    this.isInList = false;
    this.itemStart = 0;
    this.itemValues = 0;
    /** Start of what is nested too deeply. */
    this.deepStart = 0;
    /** @type {Group[]} */
    this.groups = [];
    /** @type {{ start: number, end: number }[]} */
    this.lists = [];
  }

  /** @returns {Pick<Divider, 'groups' | 'lists'>} */
  divide() {
    const { bytes } = this;
    for (let index = 0; index < bytes.length; index += 1) {
      switch (bytes[index]) {
        case QUOTE:
          index = endOfString(bytes, index);
          break;
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.open(index);
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          this.close(index);
          break;
        case COMMA:
          this.count();
          if (this.isInList && this.depth === this.listDepth) this.endItem(index);
          break;
        default:
      }
    }
    // A text that is cut off is not valid.
    if (this.isInList) throw new SyntaxError('invalid JSON');
    return this;
  }

  /** @param {number} index */
  open(index) {
    this.depth += 1;
    this.count();
    const isArray = this.bytes[index] === OPEN_ARRAY;
    if (this.depth === 1 && isArray) this.listDepth = 1;
    if (this.depth === this.listDepth && isArray) {
      this.isInList = true;
      this.lists.push({ start: index + 1, end: index + 1 });
      this.startItem(index + 1);
    }
    if (this.depth === MAX_DEPTH + 1) this.deepStart = index;
  }

  /** @param {number} index */
  close(index) {
    if (this.depth === MAX_DEPTH + 1) this.bytes.fill(SPACE, this.deepStart + 1, index);
    if (this.isInList && this.depth === this.listDepth) {
      const list = this.lists.at(-1);
      if (list && !isBlank(this.bytes, list.start, index)) {
        this.endItem(index);
        list.end = index;
      } else this.lists.pop();
      this.isInList = false;
    }
    this.depth -= 1;
  }

  count() {
    this.values += 1;
    this.itemValues += 1;
    if (this.values > MAX_VALUES) throw new TooManyValuesError(moreThan(MAX_VALUES));
    if (this.isInList) return;
    this.frameValues += 1;
    if (this.frameValues > MAX_FRAME_VALUES)
      throw new TooManyValuesError(`${moreThan(MAX_FRAME_VALUES)} outside of lists`);
  }

  /** @param {number} start */
  startItem(start) {
    this.itemStart = start;
    this.itemValues = 1;
  }

  /** @param {number} end */
  endItem(end) {
    const { bytes, itemStart: start, itemValues } = this;
    const isTooLarge = itemValues > MAX_ITEM_VALUES || end - start > MAX_ITEM_BYTES;
    if (isTooLarge) {
      bytes.fill(SPACE, start, end);
      bytes[start] = OPEN_ARRAY;
      bytes[end - 1] = CLOSE_ARRAY;
    }
    const values = isTooLarge ? 1 : itemValues;
    const list = this.lists.length - 1;
    const last = this.groups.at(-1);
    if (last?.list === list && last.values + values <= GROUP_VALUES && end - last.start <= GROUP_BYTES) {
      last.end = end;
      last.items += 1;
      last.values += values;
    } else this.groups.push({ list, start, end, items: 1, values });
    this.startItem(end + 1);
  }
}

/** @param {number} limit */
function moreThan(limit) {
  return `more than ${limit.toLocaleString('en')} values`;
}

/** @param {Uint8Array} bytes @param {number} start */
function endOfString(bytes, start) {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function isBlank(bytes, start, end) {
  for (let index = start; index < end; index += 1) if ((bytes[index] ?? 0) > SPACE) return false;
  return true;
}

// Integers of up to 15 digits are exact.
const INEXACT = /\d[.eE]|\d{16}/;

/** @param {string} text */
function hasInexactNumbers(text) {
  let start = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', start)) {
    if (quote - start > 2 && INEXACT.test(text.slice(start, quote))) return true;
    start = endOfText(text, quote) + 1;
  }
  return INEXACT.test(text.slice(start));
}

/** @param {string} text @param {number} start */
function endOfText(text, start) {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * If JSON.parse might change a number, all numbers are kept as text. Others, such as lists of pools, are parsed
 * natively, which is ten times as fast.
 * @param {string} text @returns {Part}
 */
function parsePart(text) {
  /** @type {string[]} */
  const numbers = [];
  if (!hasInexactNumbers(text)) return { value: JSON.parse(text), numbers };
  const value = parse(text, undefined, {
    parseNumber: (digits) => BigInt(numbers.push(digits) - 1),
    // As JSON.parse does.
    onDuplicateKey: ({ newValue }) => newValue,
  });
  return { value, numbers };
}

/**
 * Returns the value of a part, with inexact numbers as LosslessNumber.
 * @param {Part} part @returns {unknown}
 */
export function revive({ value, numbers }) {
  return numbers.length === 0 ? value : reviveValue(value, numbers);
}

/** @param {unknown} value @param {readonly string[]} numbers @returns {unknown} */
function reviveValue(value, numbers) {
  if (typeof value === 'bigint') return new LosslessNumber(numbers[Number(value)] ?? '');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = reviveValue(item, numbers);
  } else if (typeof value === 'object' && value !== null) {
    const fields = /** @type {Record<string, unknown>} */ (value);
    for (const [name, member] of Object.entries(fields)) fields[name] = reviveValue(member, numbers);
  }
  return value;
}

/** Puts the lists of a text back into its frame. */
export class Assembly {
  /** @param {unknown} frame */
  constructor(frame) {
    /** @type {Map<number, unknown[]>} */
    this.lists = new Map();
    this.value = frame;
    const isObject = typeof frame === 'object' && frame !== null;
    for (const list of Array.isArray(frame) ? [frame] : Object.values(isObject ? frame : {})) {
      if (!Array.isArray(list) || list.length === 0) continue;
      this.lists.set(Number(list.pop()), list);
    }
  }

  /** @param {number} list @param {unknown} items */
  add(list, items) {
    // A list is missing if a later field has the same name.
    if (Array.isArray(items)) for (const item of items) this.lists.get(list)?.push(item);
  }
}

/**
 * Parses a small text at once. Throws SyntaxError and TooManyValuesError.
 * @param {Uint8Array} bytes @returns {unknown}
 */
export function parseJson(bytes) {
  const { frame, groups } = divideJson(bytes);
  const assembly = new Assembly(revive(frame()));
  for (const { list, part } of groups) assembly.add(list, revive(part()));
  return assembly.value;
}
