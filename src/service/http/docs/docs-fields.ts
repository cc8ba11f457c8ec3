import { type Html, html } from '#service/http/pages/html.ts';
import { nameIn, type Schema } from './openapi-schema.ts';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** Fields of a schema, those of its nameless parts by their dotted names. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = prefix + key;
    const field = { name, schema: part, required: schema.required?.includes(key) ?? false };
    const own: Field = { ...field, description: part.description };
    if (part.properties) return [...(part.description ? [own] : []), ...fieldsOf(part, `${name}.`)];
    const inner = part.items ?? part.additionalProperties;
    const mark = part.items ? '[]' : '{}';
    return inner?.properties ? [own, ...fieldsOf(inner, `${name}${mark}.`)] : [own];
  });
}

/** A list of fields; where most are optional the required ones are marked, otherwise the optional ones. */
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

/** What a value may be, in words. */
export function typeLabel(schema: Schema): Html {
  const name = nameIn(schema);
  const { default: fallback } = schema;
  const initial =
    fallback === undefined || Array.isArray(fallback) ? '' : `, default ${JSON.stringify(fallback)}`;
  const kind = name === undefined ? kindOf(schema) : typeLink(name);
  return html`${kind}${limitsOf(schema)}${initial}`;
}

function kindOf({ type, format, items, additionalProperties, pattern }: Schema): Html {
  if (items) return html`array of ${typeLabel(items)}`;
  if (additionalProperties) return html`${typeLabel(additionalProperties)} by address`;
  if (format === 'date-time') return html`date-time`;
  if (type === 'string' && pattern?.startsWith('^\\d')) return html`string of digits`;
  return html`${type}`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  const limits = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined,
    minLength !== undefined && maxLength !== undefined
      ? `${minLength} to ${maxLength} characters`
      : undefined,
    maxItems === undefined ? undefined : `at most ${maxItems}`,
  ];
  return limits.flatMap((limit) => (limit === undefined ? [] : [`, ${limit}`])).join('');
}
