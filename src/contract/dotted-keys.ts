import type * as z from 'zod/mini';

/** One `key=value` pair of a query. Arrays repeat the key, whose name may end in brackets, or separate items by commas. */
export type QueryEntry = readonly [key: string, text: string];

/** A key of a query or body is invalid, regardless of its value. */
export class InputFormatError extends Error {
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`${key} ${problem}`);
    this.key = key;
  }
}

/** Flattens nested input into dotted keys: {liquidity: {usd: {min: {value: "5"}}}} becomes `liquidity.usd.min.value=5`. */
export function flatten(value: object, prefix = ''): QueryEntry[] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]): QueryEntry[] => {
    const path = prefix + key;
    if (part === undefined) return [];
    if (Array.isArray(part)) return part.map((item) => [path, toText(item)]);
    if (typeof part === 'object' && part !== null) return flatten(part, `${path}.`);
    return [[path, toText(part)]];
  });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type ParseLeaf = (texts: readonly string[]) => unknown;
type Nested = { [key: string]: unknown };

/**
 * Converts dotted keys back to nested input, to be validated by `schema` (an object schema). A value that is not in the
 * exact JSON notation of its field's type stays a string. Skips keys that the schema does not define and passes them to
 * `onUnknown`. No item of an array contains a comma: they are addresses and enumerations.
 *
 * Throws InputFormatError for a repeated scalar, a scalar in place of an object or the reverse, and keys that could
 * pollute a prototype.
 */
export function unflatten(
  schema: z.core.$ZodType,
  entries: Iterable<QueryEntry>,
  onUnknown?: (key: string) => void,
): Nested {
  const { leaves, branches, arrays } = shapeOf(schema);
  const texts = new Map<string, string[]>();
  for (const [sentKey, text] of entries) {
    const array = sentKey.replace(/\[\d*\]$/, '');
    const key = arrays.has(array) ? array : sentKey;
    checkKey(key, leaves, branches);
    if (!leaves.has(key)) {
      onUnknown?.(sentKey);
      continue;
    }
    const values = arrays.has(key) ? text.split(',') : [text];
    const previous = texts.get(key);
    if (previous) previous.push(...values);
    else texts.set(key, values);
  }
  const nested: Nested = {};
  for (const [key, values] of texts) setPath(nested, key.split('.'), leaves.get(key)?.(values));
  return nested;
}

function checkKey(key: string, leaves: Shape['leaves'], branches: Shape['branches']): void {
  const parts = key.split('.');
  if (parts.some(isPrototypeName)) throw new InputFormatError(key, 'is not allowed');
  if (branches.has(key)) throw new InputFormatError(key, 'is an object');
  const isUnderLeaf = parts.some((_, index) => index > 0 && leaves.has(parts.slice(0, index).join('.')));
  if (isUnderLeaf) throw new InputFormatError(key, 'is inside a scalar value');
}

function setPath(target: Nested, path: string[], value: unknown): void {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  const child = target[head];
  const next: Nested = isNested(child) ? child : {};
  target[head] = next;
  setPath(next, rest, value);
}

function isNested(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null;
}

type Shape = { leaves: Map<string, ParseLeaf>; branches: Set<string>; arrays: Set<string> };

const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const cached = shapes.get(schema);
  if (cached) return cached;
  const shape: Shape = { leaves: new Map(), branches: new Set(), arrays: new Set() };
  collect(schema, '', shape);
  shapes.set(schema, shape);
  return shape;
}

function collect(schema: z.core.$ZodType, path: string, shape: Shape): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      collect(def.innerType, path, shape);
      return;
    case 'object':
      if (path) shape.branches.add(path);
      for (const [key, part] of Object.entries(def.shape))
        collect(part, path ? `${path}.${key}` : key, shape);
      return;
    case 'array':
      shape.arrays.add(path);
      shape.leaves.set(path, (texts) => texts.map(scalarParser(def.element)));
      return;
    default: {
      const parse = scalarParser(schema);
      shape.leaves.set(path, (texts) => {
        const [text, ...others] = texts;
        if (text === undefined || others.length > 0) throw new InputFormatError(path, 'is repeated');
        return parse(text);
      });
    }
  }
}

/** A number in the exact notation of JSON. */
export const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

// Text in any other notation stays a string, which the schema then rejects.
function scalarParser(schema: z.core.$ZodType): (text: string) => unknown {
  switch ((schema as z.core.$ZodTypes)._zod.def.type) {
    case 'number':
      return (text) => (JSON_NUMBER.test(text) ? Number(text) : text);
    case 'boolean':
      return (text) => (text === 'true' || text === 'false' ? text === 'true' : text);
    default:
      return (text) => text;
  }
}

/** The keys by which a prototype can be reached. Others of Object.prototype, such as `toString`, are unknown keys. */
const names = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key reaches a prototype: guards against prototype pollution. */
function isPrototypeName(key: string): boolean {
  return names.has(key);
}

/** Whether parsed JSON has such a key at any depth. */
export function hasPrototypeName(json: unknown): boolean {
  // Not recursive: a body can be nested more deeply than the call stack allows.
  const pending = [json];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && Object.keys(part).some(isPrototypeName)) return true;
    for (const value of Object.values(part)) pending.push(value);
  }
  return false;
}
