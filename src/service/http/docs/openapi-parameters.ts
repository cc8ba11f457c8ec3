import type { Operation } from '#contract/operations.ts';
import { pathParameters } from '#contract/wire.ts';
import { fieldDocAt, pathOf } from './openapi-examples.ts';
import { type Components, nameIn, resolve, type Schema } from './openapi-schema.ts';
import { inputFieldDocs } from './openapi-text.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** Set for arrays, which repeat the parameter. */
  readonly style?: 'form';
  readonly explode?: true;
}

interface FieldPosition {
  readonly name: string;
  readonly path: string;
  readonly required: boolean;
  /** Descriptions of the enclosing fields and the field itself. */
  readonly descriptions: readonly string[];
}

/** Returns the parameters of a GET operation. Nested fields have dotted names. */
export function parametersOf(operation: Operation, input: Schema, components: Components): Parameter[] {
  const inPath = pathParameters(operation);
  const root: FieldPosition = { name: '', path: nameIn(input) ?? 'Input', required: true, descriptions: [] };
  return leavesOf(input, root, components).map(({ name, required, descriptions, schema }) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required,
    description: joinDescriptions(descriptions),
    schema,
    ...(schema.items && { style: 'form', explode: true }),
  }));
}

type Leaf = FieldPosition & { readonly schema: Schema };

function leavesOf(schema: Schema, parent: FieldPosition, components: Components): Leaf[] {
  const { properties, required = [] } = resolve(schema, components);
  if (!properties) return [{ ...parent, schema }];
  return Object.entries(properties).flatMap(([key, part]) => {
    const path = pathOf(parent.path, key, part);
    const [text] = fieldDocAt(path, inputFieldDocs) ?? [];
    const inner: FieldPosition = {
      name: parent.name ? `${parent.name}.${key}` : key,
      path,
      required: parent.required && required.includes(key),
      descriptions: text === undefined ? parent.descriptions : [...parent.descriptions, text],
    };
    return leavesOf(part, inner, components);
  });
}

/** Joins "Trust score." and "Minimum (inclusive)." to "Trust score, minimum (inclusive).". */
function joinDescriptions(descriptions: readonly string[]): string {
  const [first = '', ...others] = descriptions.map((text) => text.replace(/\.$/, ''));
  const rest = others.map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  return `${[first, ...rest].join(', ')}.`;
}
