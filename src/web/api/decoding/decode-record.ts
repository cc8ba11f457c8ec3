import * as z from 'zod/mini';
import { amount } from '#contract/amount.ts';
import { integerDigits, ratio, score } from '#contract/jetton.ts';
import { type MeasureValues, measureIds, measureOf, valueAt } from '#contract/measures.ts';
import { dateTime, int64, percent } from '#contract/period-sets.ts';
import {
  asAmount,
  asBoolean,
  asFields,
  asInteger,
  asIntegerText,
  asNumber,
  asTimestamp,
} from '#web/api/client/fields.ts';

/** Some fields of a record of the contract; undefined if missing or invalid. */
export type Decoded<Fields, Name extends keyof Fields> = {
  readonly [Field in Name]: Exclude<Fields[Field], undefined> | undefined;
};

type Decode = (value: unknown) => unknown;

const decoders: ReadonlyMap<unknown, Decode> = new Map<unknown, Decode>([
  [amount, asAmount],
  [int64, asIntegerText],
  [integerDigits, asIntegerText],
  [score, asInteger],
  [percent, asNumber],
  [ratio, asNumber],
  [dateTime, asTimestamp],
]);

/** Returns a decoder of some fields of a record, which reads them by their schemas. */
export function fieldsDecoder<Fields extends object, const Name extends keyof Fields & string>(
  record: z.ZodMiniType<Fields>,
  names: readonly Name[],
): (item: unknown) => Decoded<Fields, Name> {
  const fields = names.map((name) => [name, decoderAt(record, name)] as const);
  return (item) => {
    const values = asFields(item);
    // The names are those of the type.
    return Object.fromEntries(fields.map(([name, decode]) => [name, decode(values[name])])) as Decoded<
      Fields,
      Name
    >;
  };
}

/** Returns a decoder of the measures that a record contains. `read` returns the value at a path. */
export function measuresDecoder<Name extends 'jetton' | 'activity'>(
  name: Name,
  record: z.ZodMiniType,
  read = valueAt,
): (item: unknown) => MeasureValues<Name> {
  const fields = measureIds.flatMap((id) => {
    const { source } = measureOf(id);
    return source?.record === name ? [[id, source.path, decoderAt(record, source.path)] as const] : [];
  });
  return (item) =>
    Object.fromEntries(
      fields.map(([id, path, decode]) => [id, decode(read(item, path))]),
    ) as MeasureValues<Name>;
}

/** Throws if the contract has no such field, or if there is no decoder for it. */
function decoderAt(record: z.ZodMiniType, path: string): Decode {
  let schema: z.core.$ZodType | undefined = record;
  for (const name of path.split('.')) {
    const field: z.core.$ZodType | undefined =
      schema instanceof z.ZodMiniObject ? schema.shape[name] : undefined;
    schema = field instanceof z.ZodMiniOptional ? field._zod.def.innerType : field;
  }
  const decode = schema instanceof z.ZodMiniBoolean ? asBoolean : decoders.get(schema);
  if (!decode) throw new Error(`No decoder for ${path}`);
  return decode;
}
