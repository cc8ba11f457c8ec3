import { type Html, html } from '#service/http/pages/html.ts';
import { fieldList, fieldsOf, typeLink } from './docs-fields.ts';
import { formatJson } from './docs-json.ts';
import { curlOf, exampleRequest } from './example-requests.ts';
import type { OperationDescription } from './openapi.ts';
import type { Parameter } from './openapi-parameters.ts';
import { type Components, nameIn, type Schema } from './openapi-schema.ts';

const MANY = 12;

export function operationSection(operation: OperationDescription, components: Components): Html {
  const { name, method, path, plan, summary } = operation;
  return html`
<section class="operation" aria-labelledby="${name}">
<div class="words">
<h3 id="${name}"><a href="#${name}">${name}</a>${plan === 'paid' ? html` <span class="plan">paid plans</span>` : ''}</h3>
<p class="route"><span class="method">${method}</span> <code>${breakable(path)}</code></p>
<p>${summary}.</p>
${inputPart(operation, components)}
<h4>Answer</h4>
${answerPart(operation.response, components)}
</div>
<div class="sample">
<h4>Example</h4>
${codeBlock('Example of a request', curlOf(exampleRequest(name)))}
<h4>Its answer</h4>
${codeBlock('Example of an answer', formatJson(operation.responseExample))}
</div>
</section>`;
}

function inputPart({ parameters, body }: OperationDescription, components: Components): Html {
  if (body) return html`<h4>Body</h4>${namedPart(body, components) ?? fieldList(fieldsOf(body), 'required')}`;
  return html`<h4>Parameters</h4>${parameterPart(parameters)}`;
}

function answerPart(response: Schema, components: Components): Html {
  return namedPart(response, components) ?? fieldList(fieldsOf(response), 'optional');
}

function namedPart(schema: Schema, components: Components): Html | undefined {
  const name = nameIn(schema);
  if (name === undefined) return undefined;
  return html`<p>${typeLink(name)} <span class="meaning">${components[name]?.description}</span></p>`;
}

function parameterPart(parameters: readonly Parameter[]): Html {
  const list = fieldList(parameters, 'required');
  if (parameters.length <= MANY) return list;
  return html`<details><summary>${parameters.length} parameters: the fields of JettonListFilter</summary>${list}</details>`;
}

/** Scrolls by itself where it is wide, and so must be reachable by keyboard. */
export function codeBlock(label: string, code: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
}

// A long path may break behind a slash, nowhere else.
function breakable(path: string): Html[] {
  return path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`/<wbr>${part}`));
}
