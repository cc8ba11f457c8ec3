import type * as z from 'zod/mini';
import { JSON_NUMBER } from './dotted-keys.ts';
import { integerTexts } from './jetton-filter.ts';

/**
 * Converts the spellings that gRPC gateways accept to those of the specification: `null` to an absent field, 64-bit
 * integers from numbers, numbers from strings, and enumerations from any case. Leaves out fields that the schema does not
 * define and passes their dotted paths to `onUnknown`. Values of other types stay as they are, for the schema to reject.
 */
export function normalizeInput(
  schema: z.core.$ZodType,
  value: unknown,
  onUnknown: (path: string) => void,
  path = '',
): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return normalizeInput(def.innerType, value, onUnknown, path);
    case 'object':
      return isObject(value) ? normalizeFields(def.shape, value, onUnknown, path) : value;
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => normalizeInput(def.element, item, onUnknown, path))
        : value;
    case 'enum':
      return typeof value === 'string' ? inDefinedCase(Object.values(def.entries), value) : value;
    case 'number':
      return typeof value === 'string' && JSON_NUMBER.test(value) ? Number(value) : value;
    default:
      // A number beyond 2^53 may have lost digits when the JSON was parsed: the schema rejects it.
      return Number.isSafeInteger(value) && integerTexts.has(schema) ? String(value) : value;
  }
}

type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function normalizeFields(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  fields: Fields,
  onUnknown: (path: string) => void,
  path: string,
): Fields {
  const normalized: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const fieldPath = path ? `${path}.${name}` : name;
    // `toString` and the like are unknown as well.
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) onUnknown(fieldPath);
    else if (value !== null) normalized[name] = normalizeInput(schema, value, onUnknown, fieldPath);
  }
  return normalized;
}

function inDefinedCase(values: readonly unknown[], text: string): unknown {
  const lowerCase = text.toLowerCase();
  return values.find((value) => String(value).toLowerCase() === lowerCase) ?? text;
}
