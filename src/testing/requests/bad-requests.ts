import { flatten } from '#contract/dotted-keys.ts';
import type { Operation } from '#contract/operations.ts';
import { pathParameters, type WireRequest } from '#contract/request-encoding.ts';
import { badAddresses, badFor } from './bad-values.ts';
import { inputFields } from './valid-inputs.ts';

const instant = '2026-02-01T00:00:00Z';
const prototypeNames = ['__proto__', 'constructor', 'prototype'];

/** Returns variants of a valid request with one invalid field, body or key. Each must be rejected with status 400. */
export function badRequests(operation: Operation, valid: Readonly<Record<string, unknown>>): WireRequest[] {
  const inPath = pathParameters(operation);
  const fields = inputFields(operation).filter((field) => !inPath.includes(field));
  const pathRequests = inPath.flatMap((name) =>
    [...badAddresses, '%E0%A4%A']
      .filter(Boolean)
      .map((text) => requestOf(operation, { ...valid, [name]: text }, inPath)),
  );
  return operation.method === 'POST'
    ? [...pathRequests, ...badBodies(operation, valid, fields)]
    : [...pathRequests, ...badQueries(operation, valid, fields, inPath)];
}

function badBodies(operation: Operation, valid: object, fields: readonly string[]): WireRequest[] {
  const values = fields.flatMap((field) => {
    const { both, json = [] } = badFor(operation, field);
    return [...both, ...json].map((value) => JSON.stringify({ ...valid, [field]: value }));
  });
  const broken = ['', '{', '[]', 'null', '"text"', '5', '{"limit":1,}'];
  const named = prototypeNames.map((name) => `{"${name}":{"limit":5}}`);
  return [...values, ...broken, ...named].map((body) => ({ method: 'POST', url: operation.path, body }));
}

function badQueries(
  operation: Operation,
  valid: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  inPath: readonly string[],
): WireRequest[] {
  const buildRequest = (input: object) => requestOf(operation, { ...valid, ...input }, inPath);
  const values = fields.flatMap((field) =>
    badFor(operation, field).both.map((value) => buildRequest({ [field]: value })),
  );
  const reversed = fields.includes('from')
    ? [instant, '2026-01-31T00:00:00Z'].map((to) => buildRequest({ from: instant, to }))
    : [];
  const texts = [
    ...fields.flatMap((field) => badFor(operation, field).query ?? []),
    ...prototypeNames.flatMap((name) => [`${name}=1`, `${name}.limit=1`]),
  ];
  const { url } = buildRequest({});
  const start = url.includes('?') ? `${url}&` : `${url}?`;
  return [
    ...values,
    ...reversed,
    ...texts.map((text): WireRequest => ({ method: 'GET', url: start + text })),
  ];
}

// Does not use the contract's `toRequest`, which does not need to support invalid input.
function requestOf(
  { method, path }: Operation,
  input: Readonly<Record<string, unknown>>,
  inPath: readonly string[],
): WireRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const query = flatten(rest).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return { method, url: [filled, query.join('&')].filter(Boolean).join('?') };
}
