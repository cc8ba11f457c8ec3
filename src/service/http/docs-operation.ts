import { fieldList, fieldsOf, typeLink } from './docs-fields.ts';
import { formatJson } from './docs-json.ts';
import { type Html, html } from './html.ts';
import type { DescribedOperation } from './openapi.ts';
import type { Parameter } from './openapi-parameters.ts';
import { curlOf, sampleRequest } from './openapi-requests.ts';
import { nameIn, type Schema } from './openapi-schema.ts';

const MANY = 12;

export function operationSection(operation: DescribedOperation): Html {
  const { name, method, path, plan, summary } = operation;
  return html`
<section class="operation" aria-labelledby="${name}">
<div class="words">
<h3 id="${name}"><a href="#${name}">${name}</a>${plan === 'paid' ? html` <span class="plan">paid plans</span>` : ''}</h3>
<p class="route"><span class="method">${method}</span> <code>${breakable(path)}</code></p>
<p>${summary}.</p>
${inputPart(operation)}
<h4>Answer</h4>
${answerPart(operation.response)}
</div>
<div class="sample">
${codeBlock('Request', curlOf(sampleRequest(name)))}
<details><summary>Answer</summary>${codeBlock('Answer', formatJson(operation.responseSample))}</details>
</div>
</section>`;
}

function inputPart({ parameters, body }: DescribedOperation): Html {
  if (body) return html`<h4>Body</h4>${bodyPart(body)}`;
  return html`<h4>Parameters</h4>${parameterPart(parameters)}`;
}

function bodyPart(body: Schema): Html {
  const name = nameIn(body);
  if (name !== undefined) return html`<p>A ${typeLink(name)}.</p>`;
  return fieldList(fieldsOf(body), 'required');
}

function parameterPart(parameters: readonly Parameter[]): Html {
  const list = fieldList(parameters, 'required');
  if (parameters.length <= MANY) return list;
  return html`<details><summary>${parameters.length} parameters: the fields of JettonListFilter</summary>${list}</details>`;
}

function answerPart(response: Schema): Html {
  const name = nameIn(response);
  if (name !== undefined) return html`<p>A ${typeLink(name)}.</p>`;
  return fieldList(fieldsOf(response), 'optional');
}

/** Scrolls by itself where it is wide, and so must be reachable by keyboard. */
export function codeBlock(label: string, code: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
}

// A long path may break behind a slash, nowhere else.
function breakable(path: string): Html[] {
  return path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`/<wbr>${part}`));
}
