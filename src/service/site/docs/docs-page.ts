import { createHash } from 'node:crypto';
import { Html, html } from '#service/site/html.ts';
import { fieldList, fieldsOf } from './docs-fields.ts';
import { operationSection } from './docs-operation.ts';
import { docsStyle } from './docs-style.ts';
import { conventions, errorSection, introduction, type ServiceLimits } from './docs-text.ts';
import { type ApiDescription, type OperationDescription, operationGroups } from './openapi.ts';
import type { Schema } from './openapi-schema.ts';

/** Hash of the inline style sheet, for the page's Content-Security-Policy. */
export const docsStyleHash = `sha256-${createHash('sha256').update(docsStyle).digest('base64')}`;

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
  const link = (name: string, text = name) => html`<li><a href="#${name}">${breakable(text)}</a></li>`;
  const groups = operationGroups.map((group) => {
    const links = operations.flatMap((operation) =>
      operation.group === group ? [link(operation.name)] : [],
    );
    return html`<b>${group}</b><ul>${links}</ul>`;
  });
  return html`<b>General</b><ul>${link('conventions', 'Conventions')}${link('errors', 'Errors')}</ul>${groups}<b>Types</b><ul>${types.map((name) => link(name))}</ul>`;
}

// Allow line breaks between the words of a camelCase name.
function breakable(name: string): Html[] {
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
