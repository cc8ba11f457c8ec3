import { type Components, nameIn, resolve, type Schema } from './openapi-schema.ts';
import { exampleAddresses, type FieldDoc, type FieldDocs } from './openapi-text.ts';

/** How a field is looked up: by its whole path, else by its name alone or with the one before it. */
export function fieldDocAt(path: string, words: FieldDocs): FieldDoc | undefined {
  const parts = path.split('.');
  return words[path] ?? words[`*.${parts.slice(-2).join('.')}`] ?? words[`*.${parts.at(-1)}`];
}

/** The path of a part, marked where it is a list or a map. */
export function pathOf(parent: string, key: string, schema: Schema): string {
  const mark = schema.items ? '[]' : schema.additionalProperties ? '{}' : '';
  return `${parent}.${key}${mark}`;
}

/** An example of what a schema describes. */
export function exampleOf(schema: Schema, path: string, words: FieldDocs, components: Components): unknown {
  const [, sample] = fieldDocAt(path, words) ?? [];
  if (sample !== undefined) return sample;
  const name = nameIn(schema);
  if (name !== undefined) return exampleOf(resolve(schema, components), name, words, components);
  const part = (inner: Schema) => exampleOf(inner, path, words, components);
  if (schema.items) return [part(schema.items)];
  if (schema.additionalProperties) return { [exampleAddresses.jetton]: part(schema.additionalProperties) };
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, exampleOf(inner, pathOf(path, key, inner), words, components)]),
    );
  }
  return schema.enum?.[0] ?? schema.default ?? schema.type;
}
