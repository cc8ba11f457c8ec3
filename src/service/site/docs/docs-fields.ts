import { type Html, html } from '#service/site/html.ts';
import { nameIn, type Schema } from './openapi-schema.ts';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** Returns the fields of a schema. Fields of inline objects are listed with dotted names. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const field = { name, schema: property, required: schema.required?.includes(key) ?? false };
    const described: Field = { ...field, description: property.description };
    if (property.properties)
      return [...(property.description ? [described] : []), ...fieldsOf(property, `${name}.`)];
    const inner = property.items ?? property.additionalProperties;
    const suffix = property.items ? '[]' : '{}';
    return inner?.properties ? [described, ...fieldsOf(inner, `${name}${suffix}.`)] : [described];
  });
}

/** Renders a list of fields. `mark`: which fields to label, usually the less frequent kind. */
export function fieldList(fields: readonly Field[], mark: 'required' | 'optional'): Html {
  const rows = fields.map(({ name, schema, required, description }) => {
    const isMarked = required === (mark === 'required');
    return html`<div><dt><code>${name}</code> <span class="type">${typeLabel(schema)}${isMarked ? html` <em>${mark}</em>` : ''}</span></dt><dd>${description}</dd></div>`;
  });
  return html`<dl class="fields">${rows}</dl>`;
}

export function typeLink(name: string): Html {
  return html`<a href="#${name}">${name}</a>`;
}

/** Renders the type of a schema with its limits and default value. */
export function typeLabel(schema: Schema): Html {
  const name = nameIn(schema);
  const { default: defaultValue } = schema;
  const defaultText =
    defaultValue === undefined || Array.isArray(defaultValue)
      ? ''
      : `, default ${JSON.stringify(defaultValue)}`;
  const type = name === undefined ? typeOf(schema) : typeLink(name);
  return html`${type}${limitsOf(schema)}${defaultText}`;
}

function typeOf({ type, format, items, additionalProperties, pattern }: Schema): Html {
  if (items) return html`array of ${typeLabel(items)}`;
  if (additionalProperties) return html`map of address to ${typeLabel(additionalProperties)}`;
  if (format === 'date-time') return html`date-time`;
  if (type === 'string' && pattern?.startsWith('^\\d')) return html`numeric string`;
  return html`${type}`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  const limits = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined,
    minLength !== undefined && maxLength !== undefined
      ? `${minLength} to ${maxLength} characters`
      : undefined,
    maxItems === undefined ? undefined : `up to ${maxItems} items`,
  ];
  return limits.flatMap((limit) => (limit === undefined ? [] : [`, ${limit}`])).join('');
}
