import { type Components, nameIn, resolve, type Schema } from './openapi-schema.ts';
import { samples, type Word, type Words } from './openapi-text.ts';

/** How a field is looked up: by its whole path, else by its name alone or with the one before it. */
export function wordAt(path: string, words: Words): Word | undefined {
  const parts = path.split('.');
  return words[path] ?? words[`*.${parts.slice(-2).join('.')}`] ?? words[`*.${parts.at(-1)}`];
}

/** The path of a part, marked where it is a list or a map. */
export function pathOf(parent: string, key: string, schema: Schema): string {
  const mark = schema.items ? '[]' : schema.additionalProperties ? '{}' : '';
  return `${parent}.${key}${mark}`;
}

/** An example of what a schema describes. */
export function sampleOf(schema: Schema, path: string, words: Words, components: Components): unknown {
  const [, sample] = wordAt(path, words) ?? [];
  if (sample !== undefined) return sample;
  const name = nameIn(schema);
  if (name !== undefined) return sampleOf(resolve(schema, components), name, words, components);
  const part = (inner: Schema) => sampleOf(inner, path, words, components);
  if (schema.items) return [part(schema.items)];
  if (schema.additionalProperties) return { [samples.jetton]: part(schema.additionalProperties) };
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, sampleOf(inner, pathOf(path, key, inner), words, components)]),
    );
  }
  return schema.enum?.[0] ?? schema.default ?? schema.type;
}
