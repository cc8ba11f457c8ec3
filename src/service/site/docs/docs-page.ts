import { errorBodyOf } from '#contract/errors.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import { IGNORED_PARAMETERS, INVALID_PARAMETERS } from '#service/server/headers.ts';
import { Html, html } from '#service/site/html.ts';
import { docsStyle } from './docs-style.ts';
import { curlOf, exampleRequest, formatJson } from './examples.ts';
import {
  type ApiDescription,
  errorCases,
  type OperationDescription,
  operationGroups,
  otherErrors,
  type Parameter,
} from './openapi.ts';
import { type Components, nameIn, type Schema } from './openapi-schema.ts';

/** Returns the HTML of the API documentation, with `{base_url}` as placeholder for the service's base URL. */
export function docsPage({ operations, components }: ApiDescription, limits: ServiceLimits): string {
  const names = Object.keys(components).toSorted();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Jetscope API</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="layout">
<header class="bar"><a class="brand" href="/">Jetscope</a><a href="#contents">Contents</a></header>
<nav id="contents" aria-label="Contents"><a class="brand" href="/">Jetscope</a>${contentsOf(operations, names)}</nav>
<main id="content">
${introduction()}
${conventions(limits)}
${errorSection()}
${operationGroups.map((group) => groupSection(group, { operations, components }))}
<h2 id="types">Types</h2>
${names.map((name) => typeSection(name, components[name] ?? {}))}
</main>
</div>
</body>
</html>
`.text;
}

function groupSection(group: string, { operations, components }: ApiDescription): Html {
  const members = operations.filter((operation) => operation.group === group);
  return html`
<h2 id="${anchorOf(group)}">${group}</h2>
${members.map((operation) => operationSection(operation, components))}`;
}

function anchorOf(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

function contentsOf(operations: readonly OperationDescription[], types: readonly string[]): Html {
  const link = (name: string, text = name) => html`<li><a href="#${name}">${breakableName(text)}</a></li>`;
  const groups = operationGroups.map((group) => {
    const links = operations.flatMap((operation) =>
      operation.group === group ? [link(operation.name)] : [],
    );
    return html`<b>${group}</b><ul>${links}</ul>`;
  });
  return html`<b>General</b><ul>${link('conventions', 'Conventions')}${link('errors', 'Errors')}</ul>${groups}<b>Types</b><ul>${types.map((name) => link(name))}</ul>`;
}

// Allow line breaks between the words of a camelCase name.
function breakableName(name: string): Html[] {
  return name.split(/(?=[A-Z])/).map((word) => html`<wbr>${word}`);
}

function typeSection(name: string, schema: Schema): Html {
  const values = schema.enum?.map((value) => html`<li><code>${value}</code></li>`);
  const isInput = name === 'JettonListFilter';
  const body = values
    ? html`<ul class="values">${values}</ul>`
    : fieldList(fieldsOf(schema), isInput ? 'required' : 'optional');
  return html`
<section class="type-section" aria-labelledby="${name}">
<h3 id="${name}"><a href="#${name}">${name}</a></h3>
<p>${schema.description}</p>
${body}
</section>`;
}

/** Deployment settings described on the page. */
interface ServiceLimits {
  readonly rateLimit: number;
  readonly hasKeys: boolean;
}

function introduction(): Html {
  return html`
<h1>Jetscope API</h1>
<p class="lead">Analytics for TON jettons and their markets: prices, liquidity, holders, trust scores and changes over time. The API is read-only and uses JSON over HTTP. Version 1.0.</p>
${codeBlock('First request', curlOf(exampleRequest('getJettons')))}
<p>To generate a client, use the <a href="/openapi.json">OpenAPI 3.1 description</a>. The <a href="/status">status</a> endpoint returns the data source, the clock and the number of records.</p>`;
}

function conventions({ rateLimit, hasKeys }: ServiceLimits): Html {
  return html`
<h2 id="conventions">Conventions</h2>
<dl class="conventions">
<div><dt>Addresses</dt><dd>Requests accept raw addresses (<code>0:</code> followed by 64 hexadecimal digits, case-insensitive) and user-friendly addresses (bounceable or non-bounceable, base64 or base64url, with a valid checksum). Responses contain lowercase raw addresses; <code>addressBook</code> maps each of them to its bounceable user-friendly form. The all-zero address represents ${defaultNativeCoin.symbol}, the native coin of TON.</dd></div>
<div><dt>Amounts</dt><dd>An amount is value × 10^(−decimals): <code>{ "value": "663878185", "decimals": 9 }</code> is 0.663878185. Counts are returned as strings, because 64-bit integers can lose precision as JSON numbers.</dd></div>
<div><dt>Timestamps</dt><dd>RFC 3339 in UTC, for example <code>2026-01-29T07:50:00.000Z</code>. Requests accept any offset; in a query, its <code>+</code> is <code>%2B</code>.</dd></div>
<div><dt>Unknown values</dt><dd>Fields with unknown values are omitted from responses. Unknown fields in requests are ignored, and named in the header <code>${IGNORED_PARAMETERS}</code>.</dd></div>
<div><dt>Query parameters</dt><dd>GET requests use dot notation for nested fields and repeat a parameter to send several values: <code>liquidity.usd.min.value=50000<wbr>&amp;verification=JVS_VERIFIED<wbr>&amp;verification=JVS_APPROVED</code>.</dd></div>
<div><dt>Pagination</dt><dd>To get the next page, repeat the request with <code>cursor</code> set to the value of <code>next</code>. Keep the filters, sort and order. The last page has no <code>next</code>.</dd></div>
<div><dt>Rate limit</dt><dd>${rateLimitText(rateLimit)}</dd></div>
<div><dt>Plans</dt><dd>${planText(hasKeys)}</dd></div>
<div><dt>Caching</dt><dd>Responses to GET requests have an <code>ETag</code>. Send it as <code>If-None-Match</code> to get an empty 304 response if nothing has changed.</dd></div>
</dl>`;
}

function rateLimitText(rateLimit: number): Html {
  if (rateLimit === 0) return html`Requests are not rate limited.`;
  return html`Up to ${rateLimit} requests per second for each API key, or for each IP address without a key. Requests over the limit return 429 with <code>Retry-After</code>.`;
}

function planText(hasKeys: boolean): Html {
  if (!hasKeys) return html`This service does not use API keys: every operation is available to all clients.`;
  return html`Operations marked “paid plans” require an API key with a paid plan: <code>Authorization: Bearer KEY</code>. Requests without a key have the free plan.`;
}

function errorSection(): Html {
  const rows = [...errorCases, ...otherErrors]
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, cause }) => {
      const { code, message } = errorBodyOf(status);
      return html`<tr><td>${status}</td><td>${code}</td><td><code>${message}</code></td><td>${cause}</td></tr>`;
    });
  return html`
<h2 id="errors">Errors</h2>
<p>All errors have the same JSON body. If parameters are invalid, the header <code>${INVALID_PARAMETERS}</code> names them.</p>
${codeBlock('Error body', formatJson(errorBodyOf(400)))}
<div class="table-scroll"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th><th scope="col">Cause</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

const MAX_EXPANDED_PARAMETERS = 12;

function operationSection(operation: OperationDescription, components: Components): Html {
  const { name, method, path, plan, summary } = operation;
  return html`
<section class="operation" aria-labelledby="${name}">
<div class="reference">
<h3 id="${name}"><a href="#${name}">${name}</a>${plan === 'paid' ? html` <span class="plan">paid plans</span>` : ''}</h3>
<p class="route"><span class="method">${method}</span> <code>${breakablePath(path)}</code></p>
<p>${summary}.</p>
${inputSection(operation, components)}
<h4>Response</h4>
${responseSection(operation.response, components)}
</div>
<div class="example">
<h4>Example request</h4>
${codeBlock('Example request', curlOf(exampleRequest(name)))}
<h4>Example response</h4>
${codeBlock('Example response', formatJson(operation.responseExample))}
</div>
</section>`;
}

function inputSection({ parameters, body }: OperationDescription, components: Components): Html {
  if (body)
    return html`<h4>Request body</h4>${namedType(body, components) ?? fieldList(fieldsOf(body), 'required')}`;
  return html`<h4>Parameters</h4>${parameterSection(parameters)}`;
}

function responseSection(response: Schema, components: Components): Html {
  return namedType(response, components) ?? fieldList(fieldsOf(response), 'optional');
}

function namedType(schema: Schema, components: Components): Html | undefined {
  const name = nameIn(schema);
  if (name === undefined) return undefined;
  return html`<p>${typeLink(name)} <span class="type-description">${components[name]?.description}</span></p>`;
}

function parameterSection(parameters: readonly Parameter[]): Html {
  const list = fieldList(parameters, 'required');
  if (parameters.length <= MAX_EXPANDED_PARAMETERS) return list;
  return html`<details><summary>${parameters.length} parameters: the fields of JettonListFilter</summary>${list}</details>`;
}

/** Renders a code block. It scrolls if it is long, so it must be focusable for keyboard users. */
function codeBlock(label: string, code: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
}

// Allow line breaks only after slashes.
function breakablePath(path: string): Html[] {
  return path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`/<wbr>${part}`));
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** Returns the fields of a schema. Fields of inline objects are listed with dotted names. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
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
function fieldList(fields: readonly Field[], mark: 'required' | 'optional'): Html {
  const rows = fields.map(({ name, schema, required, description }) => {
    const isMarked = required === (mark === 'required');
    return html`<div><dt><code>${name}</code> <span class="type">${typeLabel(schema)}${isMarked ? html` <em>${mark}</em>` : ''}</span></dt><dd>${description}</dd></div>`;
  });
  return html`<dl class="fields">${rows}</dl>`;
}

function typeLink(name: string): Html {
  return html`<a href="#${name}">${name}</a>`;
}

/** Renders the type of a schema with its limits and default value. */
function typeLabel(schema: Schema): Html {
  const name = nameIn(schema);
  const { default: defaultValue } = schema;
  const defaultText =
    defaultValue === undefined || Array.isArray(defaultValue)
      ? ''
      : `, default ${JSON.stringify(defaultValue)}`;
  const type = name === undefined ? typeOf(schema) : typeLink(name);
  return html`${type}${limitsOf(schema)}${defaultText}`;
}

function typeOf({ type, format, items, additionalProperties, pattern, enum: values }: Schema): Html {
  if (values)
    return html`${values.flatMap((value, index) => [index === 0 ? '' : ' | ', html`<code>${value}</code>`])}`;
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
