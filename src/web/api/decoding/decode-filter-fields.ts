import { operations } from '#contract/operations.ts';
import { asFields, asString } from '#web/api/client/fields.ts';

const SCHEMAS = '#/components/schemas/';

/** Returns the names of the list filter's fields in an OpenAPI document. Empty for any other document. */
export function decodeFilterFields(document: unknown): ReadonlySet<string> {
  const { paths, components } = asFields(document);
  const { post } = asFields(asFields(paths)[operations.getJettons.path]);
  const { content } = asFields(asFields(post).requestBody);
  const schema = asFields(asFields(asFields(content)['application/json']).schema);
  const reference = asString(schema.$ref);
  const { schemas } = asFields(components);
  const resolved = reference?.startsWith(SCHEMAS)
    ? asFields(asFields(schemas)[reference.slice(SCHEMAS.length)])
    : schema;
  return new Set(Object.keys(asFields(resolved.properties)));
}
