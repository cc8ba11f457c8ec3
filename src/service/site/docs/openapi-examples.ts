import { exampleAddresses, type FieldDoc, type FieldDocs } from './field-docs.ts';
import { type Components, nameIn, resolve, type Schema } from './openapi-schema.ts';

/** Returns the documentation of a field, by its whole path, its last two names, or its last name. */
export function fieldDocAt(path: string, docs: FieldDocs): FieldDoc | undefined {
  const parts = path.split('.');
  return docs[path] ?? docs[`*.${parts.slice(-2).join('.')}`] ?? docs[`*.${parts.at(-1)}`];
}

/** Returns the path of a field, with the suffix `[]` for arrays and `{}` for maps. */
export function pathOf(parent: string, key: string, schema: Schema): string {
  const suffix = schema.items ? '[]' : schema.additionalProperties ? '{}' : '';
  return `${parent}.${key}${suffix}`;
}

/** Returns an example value of a schema. */
export function exampleOf(schema: Schema, path: string, docs: FieldDocs, components: Components): unknown {
  const [, example] = fieldDocAt(path, docs) ?? [];
  if (example !== undefined) return example;
  const name = nameIn(schema);
  if (name !== undefined) return exampleOf(resolve(schema, components), name, docs, components);
  const part = (inner: Schema) => exampleOf(inner, path, docs, components);
  if (schema.items) return [part(schema.items)];
  if (schema.additionalProperties) return { [exampleAddresses.jetton]: part(schema.additionalProperties) };
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, exampleOf(inner, pathOf(path, key, inner), docs, components)]),
    );
  }
  return schema.enum?.[0] ?? schema.default ?? schema.type;
}
