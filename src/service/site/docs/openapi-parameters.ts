import type { Operation } from '#contract/operations.ts';
import { pathParameters } from '#contract/request-encoding.ts';
import { type Components, resolve, type Schema } from './openapi-schema.ts';

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

interface Leaf {
  readonly name: string;
  readonly required: boolean;
  /** Descriptions of the enclosing fields and the field itself. */
  readonly descriptions: readonly string[];
  readonly schema: Schema;
}

/** Returns the parameters of a GET operation with this described input. Nested fields have dotted names. */
export function parametersOf(operation: Operation, input: Schema, components: Components): Parameter[] {
  const inPath = pathParameters(operation);
  const root: Leaf = { name: '', required: true, descriptions: [], schema: input };
  return leavesOf(root, components).map(({ name, required, descriptions, schema }) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required,
    description: joinDescriptions(descriptions),
    schema,
    ...(schema.items && { style: 'form', explode: true }),
  }));
}

function leavesOf(parent: Leaf, components: Components): Leaf[] {
  const { properties, required = [] } = resolve(parent.schema, components);
  if (!properties) return [parent];
  return Object.entries(properties).flatMap(([key, { description, ...schema }]) => {
    const inner: Leaf = {
      name: parent.name ? `${parent.name}.${key}` : key,
      required: parent.required && required.includes(key),
      descriptions: description === undefined ? parent.descriptions : [...parent.descriptions, description],
      schema,
    };
    return leavesOf(inner, components);
  });
}

/** Joins "Trust score." and "Minimum (inclusive)." to "Trust score, minimum (inclusive).". */
function joinDescriptions(descriptions: readonly string[]): string {
  const [first = '', ...others] = descriptions.map((text) => text.replace(/\.$/, ''));
  const rest = others.map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  return `${[first, ...rest].join(', ')}.`;
}
