import type { IncomingMessage } from 'node:http';
import { isValidHost } from '#service/http/base-url.ts';

/** Whether a request names one host, where its version asks for one, and a transfer encoding that Node decodes. */
export function isValidHead(request: IncomingMessage): boolean {
  return hasValidHost(request) && hasValidTransferEncoding(request);
}

// Node keeps the first of several Host headers, where a proxy before it may go by the last.
function hasValidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0';
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  return hosts.length === 1 && isValidHost(host);
}

// Node accepts any list that ends with "chunked", and leaves the other encodings in the body.
function hasValidTransferEncoding({ headers }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  return encoding === undefined || encoding.trim().toLowerCase() === 'chunked';
}
