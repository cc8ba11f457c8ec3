import type { WireRequest } from '#contract/request-encoding.ts';

interface Target {
  readonly origin: string;
  /** Whether to send the API key, as `$API_KEY`. The text never contains the key because users share it. */
  readonly needsKey: boolean;
}

/** Returns the request as a curl command for a POSIX shell. */
export function curlText({ method, url, body }: WireRequest, { origin, needsKey }: Target): string {
  const parts = [
    'curl',
    shellQuote(origin + url),
    ...(method === 'POST' ? ['-X', method] : []),
    ...header('accept: application/json'),
    ...(needsKey ? ['-H', '"authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined
      ? []
      : [...header('content-type: application/json'), '--data-raw', shellQuote(body)]),
  ];
  return parts.join(' ');
}

function header(text: string): string[] {
  return ['-H', shellQuote(text)];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
