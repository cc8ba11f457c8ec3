import type { FieldDocs } from './field-docs.ts';
import { fieldDocAt, pathOf } from './openapi-examples.ts';
import type { Components, Schema } from './openapi-schema.ts';

/** Returns the schema with descriptions of all its fields. */
export function describeSchema(schema: Schema, path: string, docs: FieldDocs): Schema {
  const [description] = fieldDocAt(path, docs) ?? [];
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(items && { items: describeInner(items, path, docs) }),
    ...(additionalProperties && { additionalProperties: describeInner(additionalProperties, path, docs) }),
    ...(properties && { properties: describeProperties(properties, path, docs) }),
  };
}

// Items have no path of their own, so only their properties have descriptions.
function describeInner(schema: Schema, path: string, docs: FieldDocs): Schema {
  return schema.properties
    ? { ...schema, properties: describeProperties(schema.properties, path, docs) }
    : schema;
}

function describeProperties(properties: Readonly<Record<string, Schema>>, path: string, docs: FieldDocs) {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [
      key,
      describeSchema(property, pathOf(path, key, property), docs),
    ]),
  );
}

export function describeComponents(components: Components, docs: FieldDocs): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, describeSchema(schema, name, docs)]),
  );
}
