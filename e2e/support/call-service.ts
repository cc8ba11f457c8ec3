import type { APIRequestContext } from '@playwright/test';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';

/** Calls an operation directly, to compare its response with the page. */
export async function callOperation<Op extends Operation>(
  request: APIRequestContext,
  operation: Op,
  input: RequestOf<Op>,
  origin = '',
): Promise<ResponseOf<Op>> {
  const { method, url, body } = toRequest(operation, input);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await request.fetch(origin + url, {
    method,
    headers,
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${operation.name} failed with status ${response.status()}`);
  return operation.response.parse(await response.json()) as ResponseOf<Op>;
}

/** Returns all jettons of the default screen. */
export async function fetchAllJettons(request: APIRequestContext, origin = '') {
  const filter = { sort: 'volume24h', order: 'desc', excludeScam: true, limit: 100 } as const;
  const jettons = [];
  let cursor: string | undefined;
  do {
    const page = await callOperation(request, operations.getJettons, { ...filter, cursor }, origin);
    jettons.push(...page.jettons);
    cursor = page.next || undefined;
  } while (cursor);
  return jettons;
}
