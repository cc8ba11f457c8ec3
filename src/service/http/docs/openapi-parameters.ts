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
  /** Lists repeat the parameter. */
  readonly style?: 'form';
  readonly explode?: true;
}

interface Place {
  readonly name: string;
  readonly path: string;
  readonly required: boolean;
  readonly words: readonly string[];
}

/** Parameters of a GET: its fields, nested ones by their dotted names. */
export function parametersOf(operation: Operation, input: Schema, components: Components): Parameter[] {
  const inPath = pathParameters(operation);
  const root: Place = { name: '', path: nameIn(input) ?? 'Input', required: true, words: [] };
  return leavesOf(input, root, components).map(({ name, required, words, schema }) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required,
    description: sentence(words),
    schema,
    ...(schema.items && { style: 'form', explode: true }),
  }));
}

type Leaf = Place & { readonly schema: Schema };

function leavesOf(schema: Schema, place: Place, components: Components): Leaf[] {
  const { properties, required = [] } = resolve(schema, components);
  if (!properties) return [{ ...place, schema }];
  return Object.entries(properties).flatMap(([key, part]) => {
    const path = pathOf(place.path, key, part);
    const [meaning] = fieldDocAt(path, inputFieldDocs) ?? [];
    const inner: Place = {
      name: place.name ? `${place.name}.${key}` : key,
      path,
      required: place.required && required.includes(key),
      words: meaning === undefined ? place.words : [...place.words, meaning],
    };
    return leavesOf(part, inner, components);
  });
}

/** "Liquidity in USD", "At least" become "Liquidity in USD, at least". */
function sentence([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((other) => other.charAt(0).toLowerCase() + other.slice(1))].join(', ');
}
