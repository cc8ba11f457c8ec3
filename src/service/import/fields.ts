import { BadValue } from './bad-rows.ts';
import type { JsonElement } from './json-elements.ts';

/** A JSON object whose fields may be missing: null and empty texts count as missing. */
export class Fields {
  private readonly values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.values = values;
  }

  /** Text, or a number that is written like one; `read` judges it. */
  optional<Value>(name: string, read: (name: string, text: string) => Value): Value | undefined {
    const value = this.values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return read(name, value);
    if (typeof value !== 'number') throw new BadValue(`${name} is not a text`, value);
    // JSON.parse has rounded it already.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new BadValue(`${name} needs quotes`, value);
    return read(name, String(value));
  }

  required<Value>(name: string, read: (name: string, text: string) => Value): Value {
    const value = this.optional(name, read);
    if (value === undefined) throw new BadValue(`${name} is missing`);
    return value;
  }

  text(name: string): string | undefined {
    return this.optional(name, (_, text) => storable(text));
  }

  flag(name: string): boolean | undefined {
    const value = this.values.get(name) ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    throw new BadValue(`${name} is not true or false`, value);
  }

  texts(name: string): string[] {
    const value = this.values.get(name) ?? [];
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.map(storable);
    throw new BadValue(`${name} is not an array of texts`, value);
  }
}

export function readFields({ text }: JsonElement): Fields {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return new Fields(new Map(Object.entries(value)));
  }
  throw new BadValue('this is not an object', value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadValue('this is not JSON', text.trim());
  }
}

// PostgreSQL holds neither the character NUL nor half of a surrogate pair.
function storable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
