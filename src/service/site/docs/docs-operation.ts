import { type Html, html } from '#service/site/html.ts';
import { fieldList, fieldsOf, typeLink } from './docs-fields.ts';
import { formatJson } from './docs-json.ts';
import { curlOf, exampleRequest } from './example-requests.ts';
import type { OperationDescription } from './openapi.ts';
import type { Parameter } from './openapi-parameters.ts';
import { type Components, nameIn, type Schema } from './openapi-schema.ts';

const MAX_EXPANDED_PARAMETERS = 12;

export function operationSection(operation: OperationDescription, components: Components): Html {
  const { name, method, path, plan, summary } = operation;
  return html`
<section class="operation" aria-labelledby="${name}">
<div class="reference">
<h3 id="${name}"><a href="#${name}">${name}</a>${plan === 'paid' ? html` <span class="plan">paid plans</span>` : ''}</h3>
<p class="route"><span class="method">${method}</span> <code>${breakable(path)}</code></p>
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
export function codeBlock(label: string, code: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
}

// Allow line breaks only after slashes.
function breakable(path: string): Html[] {
  return path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`/<wbr>${part}`));
}
