import { isLosslessNumber } from 'lossless-json';
import { BadValueError } from './bad-value-error.ts';
import { MAX_LINK_LENGTH, MAX_LINKS, MAX_TEXT_LENGTHS } from './limits.ts';
import { readTxHash, storableText } from './values.ts';

/** Fields of a JSON object. null and empty strings count as missing. All methods throw BadValueError. */
export class Fields {
  private readonly values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.values = values;
  }

  /** Reads a string or a number; `read` validates its text. */
  optional<Value>(name: string, read: (name: string, text: string) => Value): Value | undefined {
    const value = this.values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return read(name, value);
    if (isLosslessNumber(value)) return read(name, value.toString());
    if (typeof value !== 'number') throw new BadValueError(`${name} must be a string`, value);
    // JSON.parse has already rounded the number.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
      throw new BadValueError(`${name} must be quoted: it exceeds 2^53 - 1`, value);
    return read(name, String(value));
  }

  /** Returns whether the field is present, but empty in this way. */
  isEmpty(name: string, empty: null | ''): boolean {
    return this.values.get(name) === empty;
  }

  required<Value>(name: string, read: (name: string, text: string) => Value): Value {
    const value = this.optional(name, read);
    if (value === undefined) throw new BadValueError(`${name} is missing`);
    return value;
  }

  /** Reads a text with the limit of `kind`. */
  text(kind: keyof typeof MAX_TEXT_LENGTHS, name: string = kind): string | undefined {
    return this.optional(name, (_, text) => limitText(name, text, MAX_TEXT_LENGTHS[kind]));
  }

  /** Reads the hash of a transaction, as readTxHash: undefined if the value is anything else. */
  txHash(name: string): string | undefined {
    const value = this.values.get(name);
    return typeof value === 'string' ? readTxHash(value) : undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.values.get(name) ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    throw new BadValueError(`${name} must be true or false`, value);
  }

  object(name: string): Fields | undefined {
    const value = this.values.get(name) ?? undefined;
    return value === undefined ? undefined : toFields(value, name);
  }

  requiredObject(name: string): Fields {
    const fields = this.object(name);
    if (fields === undefined) throw new BadValueError(`${name} is missing`);
    return fields;
  }

  array(name: string): readonly unknown[] | undefined {
    const value = this.values.get(name) ?? undefined;
    return value === undefined ? undefined : toArray(value, name);
  }

  requiredArray(name: string): readonly unknown[] {
    return toArray(this.values.get(name), name);
  }

  /** Returns all names with their values, which are not validated. */
  entries(): (readonly [name: string, value: unknown])[] {
    return [...this.values];
  }

  links(name: string): string[] {
    const value = this.values.get(name) ?? [];
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
      throw new BadValueError(`${name} must be an array of strings`, value);
    }
    if (value.length > MAX_LINKS) throw new BadValueError(`${name} has more than ${MAX_LINKS} links`, value);
    return value.map((text) => limitText(`a link in ${name}`, text, MAX_LINK_LENGTH));
  }
}

/** Limits the length of a text, and replaces what PostgreSQL cannot store. Throws BadValueError. */
export function limitText(name: string, text: string, max: number): string {
  if (text.length > max)
    throw new BadValueError(`${name} exceeds ${max.toLocaleString('en')} characters`, text);
  return storableText(text);
}

/** Reads a parsed JSON object; `name` is that of the error. Throws BadValueError. */
export function toFields(value: unknown, name?: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)) {
    return new Fields(new Map(Object.entries(value)));
  }
  throw new BadValueError(name === undefined ? 'expected a JSON object' : `${name} must be an object`, value);
}

/** Reads a parsed JSON array; `name` is that of the error. Throws BadValueError. */
export function toArray(value: unknown, name?: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new BadValueError(name === undefined ? 'expected a JSON array' : `${name} must be an array`, value);
}

/** Parses and reads a JSON object. Throws BadValueError. */
export function parseFields(text: string): Fields {
  return toFields(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadValueError('invalid JSON', text.trim());
  }
}
