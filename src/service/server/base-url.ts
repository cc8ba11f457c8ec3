import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#service/config/config.ts';
import type { Caller } from '#service/config/context.ts';

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/** Returns true if a Host header is a host name or IP address, with an optional port, that a URL can contain. */
function isValidHost(text: string | undefined): text is string {
  return text !== undefined && HOST.test(text) && URL.canParse(`http://${text}`);
}

/** Returns true if a Host header names a loopback address. */
export function isLoopbackHost(host: string | undefined): boolean {
  return isValidHost(host) && LOOPBACK.test(host);
}

/** Base URLs of this service, without a trailing slash. */
export interface BaseUrls {
  /** For links that only the client itself follows: PUBLIC_URL, otherwise the request's Host header. */
  readonly forRequest: (request: FastifyRequest) => string;
  /**
   * For links that others see, such as a page's canonical URL: PUBLIC_URL, otherwise the Host header if it is a
   * loopback address. Any other Host header is untrusted: undefined.
   */
  readonly canonical: (request: FastifyRequest) => string | undefined;
  /** For the links in responses of operations. */
  readonly caller: (request: FastifyRequest) => Caller;
  /** Independent of any request: PUBLIC_URL, otherwise the configured host and port. */
  readonly fallback: string;
}

export function createBaseUrls(config: Config): BaseUrls {
  const urls = createUrls(config);
  const proxiesImages = config.imageProxy === 'on';
  return { ...urls, caller: (request) => ({ baseUrl: urls.forRequest(request), proxiesImages }) };
}

function createUrls({ publicUrl, host, port }: Config): Omit<BaseUrls, 'caller'> {
  if (publicUrl !== undefined)
    return { forRequest: () => publicUrl, canonical: () => publicUrl, fallback: publicUrl };
  const fallback = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    fallback,
    forRequest: ({ headers }) => (isValidHost(headers.host) ? `http://${headers.host}` : fallback),
    canonical: ({ headers }) => (isLoopbackHost(headers.host) ? `http://${headers.host}` : undefined),
  };
}

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
