import type * as z from 'zod/mini';
import { isPrototypeName } from './prototype-names.ts';

/** One `key=value` of a query; arrays repeat the key. */
export type QueryEntry = readonly [key: string, text: string];

/** What is wrong with one key, whatever its value. */
export class QueryFormatError extends Error {
  readonly key: string;

  constructor(key: string, fault: string) {
    super(`${key} ${fault}`);
    this.key = key;
  }
}

/** Writes nested input as dotted text: {liquidity: {usd: {min: {value: "5"}}}} is `liquidity.usd.min.value=5`. */
export function flatten(value: object, prefix = ''): QueryEntry[] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]): QueryEntry[] => {
    const path = prefix + key;
    if (part === undefined) return [];
    if (Array.isArray(part)) return part.map((item) => [path, textOf(item)]);
    if (typeof part === 'object' && part !== null) return flatten(part, `${path}.`);
    return [[path, textOf(part)]];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Read = (texts: readonly string[]) => unknown;
type Nested = { [key: string]: unknown };

/**
 * Reads dotted text into the nested form that `schema` (an object schema) then checks. Texts become the leaf's type
 * only where they spell it exactly; a repeated scalar, a value where an object belongs, an object where a value
 * belongs and prototype-named keys are FlatFormErrors. Keys that the schema does not name are ignored.
 */
export function unflatten(schema: z.core.$ZodType, entries: Iterable<QueryEntry>): Nested {
  const { leaves, branches } = shapeOf(schema);
  const texts = new Map<string, string[]>();
  for (const [key, text] of entries) {
    checkKey(key, leaves, branches);
    if (!leaves.has(key)) continue;
    const known = texts.get(key);
    if (known) known.push(text);
    else texts.set(key, [text]);
  }
  const nested: Nested = {};
  for (const [key, values] of texts) setPath(nested, key.split('.'), leaves.get(key)?.(values));
  return nested;
}

function checkKey(key: string, leaves: Shape['leaves'], branches: Shape['branches']): void {
  const parts = key.split('.');
  if (parts.some(isPrototypeName)) throw new QueryFormatError(key, 'is not a field');
  if (branches.has(key)) throw new QueryFormatError(key, 'is an object');
  const isUnderLeaf = parts.some((_, index) => index > 0 && leaves.has(parts.slice(0, index).join('.')));
  if (isUnderLeaf) throw new QueryFormatError(key, 'is a part of a value');
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

type Shape = { leaves: Map<string, Read>; branches: Set<string> };

const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape: Shape = { leaves: new Map(), branches: new Set() };
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
      shape.leaves.set(path, (texts) => texts.map(scalarReader(def.element)));
      return;
    default: {
      const read = scalarReader(schema);
      shape.leaves.set(path, (texts) => {
        const [text, ...others] = texts;
        if (text === undefined || others.length > 0) throw new QueryFormatError(path, 'is repeated');
        return read(text);
      });
    }
  }
}

// As JSON spells them.
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

// A text that does not spell its type stays a text, which the schema then refuses.
function scalarReader(schema: z.core.$ZodType): (text: string) => unknown {
  switch ((schema as z.core.$ZodTypes)._zod.def.type) {
    case 'number':
      return (text) => (NUMBER.test(text) ? Number(text) : text);
    case 'boolean':
      return (text) => (text === 'true' || text === 'false' ? text === 'true' : text);
    default:
      return (text) => text;
  }
}
