import { setTimeout } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';

/** Calls an operation directly, to compare its response with the page. Repeats it while the service is overloaded. */
export async function callOperation<Op extends Operation>(
  request: APIRequestContext,
  operation: Op,
  input: RequestOf<Op>,
  origin = '',
): Promise<ResponseOf<Op>> {
  const { method, url, body } = toRequest(operation, input);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const send = () =>
    request.fetch(origin + url, { method, headers, ...(body === undefined ? {} : { data: body }) });
  let response = await send();
  while (response.status() === 503) {
    await setTimeout(Number(response.headers()['retry-after'] ?? 1) * 1000);
    response = await send();
  }
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

/** Formats an amount with all digits, without trailing zeros, as the page does on hover. */
export function fullAmount(amount: Amount | undefined): string {
  if (!amount) return 'unknown';
  const [whole = '', fraction = ''] = decimalFromAmount(amount).split('.');
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed ? `${whole}.${trimmed}` : whole;
}
