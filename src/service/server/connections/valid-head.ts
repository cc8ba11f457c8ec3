import type { IncomingMessage } from 'node:http';
import { isValidHost } from '#service/server/base-url.ts';

/**
 * Returns true if a request has exactly one valid Host header (optional in HTTP/1.0) and, if any, a transfer encoding
 * that Node decodes.
 */
export function isValidHead(request: IncomingMessage): boolean {
  return hasValidHost(request) && hasValidTransferEncoding(request);
}

// Node keeps the first of several Host headers; a proxy in front of it may use the last.
function hasValidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0';
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  return hosts.length === 1 && isValidHost(host);
}

// Node accepts any list that ends with "chunked" and does not decode the other encodings.
function hasValidTransferEncoding({ headers }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  return encoding === undefined || encoding.trim().toLowerCase() === 'chunked';
}
