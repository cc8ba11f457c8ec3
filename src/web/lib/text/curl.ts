import type { WireRequest } from '#contract/wire.ts';

interface Target {
  readonly origin: string;
  /** A key is not put into a text that is made to be handed around. */
  readonly needsKey: boolean;
}

/** The call as a line for a shell. */
export function curlText({ method, url, body }: WireRequest, { origin, needsKey }: Target): string {
  const parts = [
    'curl',
    quoted(origin + url),
    ...(method === 'POST' ? ['-X', method] : []),
    ...header('accept: application/json'),
    ...(needsKey ? ['-H', '"authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined ? [] : [...header('content-type: application/json'), '--data-raw', quoted(body)]),
  ];
  return parts.join(' ');
}

function header(text: string): string[] {
  return ['-H', quoted(text)];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
