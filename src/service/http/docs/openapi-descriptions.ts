import { fieldDocAt, pathOf } from './openapi-examples.ts';
import { type Components, nameIn, type Schema } from './openapi-schema.ts';
import type { FieldDocs } from './openapi-text.ts';

/** Puts the meaning of every field into a schema. */
export function describeSchema(schema: Schema, path: string, words: FieldDocs): Schema {
  const [meaning] = fieldDocAt(path, words) ?? [];
  // The name that is referred to is described in its own place.
  const description = meaning ?? (nameIn(schema) === undefined ? schema.description : undefined);
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(items && { items: describeParts(items, path, words) }),
    ...(additionalProperties && { additionalProperties: describeParts(additionalProperties, path, words) }),
    ...(properties && { properties: describeEach(properties, path, words) }),
  };
}

// Items have no name of their own to be described by.
function describeParts(schema: Schema, path: string, words: FieldDocs): Schema {
  return schema.properties ? { ...schema, properties: describeEach(schema.properties, path, words) } : schema;
}

function describeEach(properties: Readonly<Record<string, Schema>>, path: string, words: FieldDocs) {
  return Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [
      key,
      describeSchema(part, pathOf(path, key, part), words),
    ]),
  );
}

export function describeComponents(components: Components, words: FieldDocs): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, describeSchema(schema, name, words)]),
  );
}
