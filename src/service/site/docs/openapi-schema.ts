import * as z from 'zod/mini';
import { candleIntervals } from '#contract/candles.ts';
import { currencies, fiatCurrencies, orders, verificationStatuses } from '#contract/enums.ts';
import { holderKinds } from '#contract/holders.ts';
import { sortFields } from '#contract/measures.ts';
import { chartResolutions } from '#contract/price-chart.ts';
import { traderSorts, tradingPeriods } from '#contract/traders.ts';
import { tradeTypes, transactionFormats } from '#contract/transactions.ts';

/** The subset of JSON Schema that describes this API. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
}

/** Named schemas. */
export type Components = Record<string, Schema>;

const REFERENCE = '#/components/schemas/';

const namedEnums: Readonly<Record<string, readonly string[]>> = {
  CandleInterval: candleIntervals,
  ChartResolution: chartResolutions,
  Currency: currencies,
  FiatCurrency: fiatCurrencies,
  HolderKind: holderKinds,
  Order: orders,
  SortField: sortFields,
  TradeType: tradeTypes,
  TraderSort: traderSorts,
  TradingPeriod: tradingPeriods,
  TransactionFormat: transactionFormats,
  VerificationStatus: verificationStatuses,
};

export function refTo(name: string): Schema {
  return { $ref: REFERENCE + name };
}

/** Returns the component name of a reference, or undefined for other schemas. */
export function nameIn({ $ref }: Schema): string | undefined {
  return $ref?.slice(REFERENCE.length);
}

export function resolve(schema: Schema, components: Components): Schema {
  const name = nameIn(schema);
  return name === undefined ? schema : (components[name] ?? {});
}

/** Converts a zod schema to JSON Schema. Named schemas are added to `components` and referenced. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Schema {
  const { $defs, ...root } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  for (const [name, definition] of Object.entries($defs ?? {}))
    components[name] = simplify(definition, components);
  return simplify(root, components);
}

type Json = z.core.JSONSchema.BaseSchema;

// Omits generated details that do not help API users: bounds of number types and regular expressions of dates.
function simplify(json: Json | boolean, components: Components): Schema {
  if (typeof json === 'boolean') return {};
  const { $ref, default: defaultValue } = json;
  const outer = { ...(defaultValue !== undefined && { default: defaultValue }) };
  if ($ref) return { ...refTo($ref.slice($ref.lastIndexOf('/') + 1)), ...outer };
  const name = enumName(json);
  if (name) {
    components[name] = { type: 'string', enum: namedEnums[name] ?? [] };
    return { ...refTo(name), ...outer };
  }
  return { ...typeOf(json), ...limitsOf(json), ...nestedSchemasOf(json, components), ...outer };
}

function enumName(json: Json): string | undefined {
  const values = json.enum?.join();
  return Object.keys(namedEnums).find((name) => namedEnums[name]?.join() === values);
}

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;

function typeOf({ type, format, pattern, minimum, maximum, enum: values }: Json): Schema {
  // Not int64: generated clients would use bigint. 64-bit integers of the API are strings.
  const isInt32 = type === 'integer' && Number(minimum) >= MIN_INT32 && Number(maximum) <= MAX_INT32;
  const displayedFormat = isInt32 ? 'int32' : type === 'number' ? 'double' : format;
  return {
    ...(typeof type === 'string' && { type }),
    ...(displayedFormat && { format: displayedFormat }),
    ...(pattern && format === undefined && { pattern }),
    ...(values && { enum: values.map(String) }),
  };
}

const typeBounds: readonly unknown[] = [
  Number.MIN_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER,
  MIN_INT32,
  MAX_INT32,
];

function limitsOf(json: Json): Schema {
  const { minimum, maximum, minLength, maxLength, maxItems } = json;
  return {
    ...(Number.isSafeInteger(minimum) && !typeBounds.includes(minimum) && { minimum }),
    ...(Number.isSafeInteger(maximum) && !typeBounds.includes(maximum) && { maximum }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

function nestedSchemasOf(
  { items, properties, required, additionalProperties }: Json,
  components: Components,
): Schema {
  const [item] = [items ?? []].flat();
  return {
    ...(item !== undefined && { items: simplify(item, components) }),
    ...(properties && { properties: simplifyProperties(properties, components) }),
    ...(required?.length && { required }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: simplify(additionalProperties, components),
    }),
  };
}

function simplifyProperties(
  schemas: Readonly<Record<string, Json | boolean>>,
  components: Components,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([key, schema]) => [key, simplify(schema, components)]),
  );
}
