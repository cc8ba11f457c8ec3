import type { FastifyRequest } from 'fastify';
import type { Config } from '#service/config.ts';

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/** Whether a Host header names a host, and so can stand in a link. */
export function isValidHost(text: string | undefined): text is string {
  return text !== undefined && HOST.test(text);
}

/** Addresses of this service, all without a slash at the end. */
export interface BaseUrls {
  /** For links that only the caller follows: PUBLIC_URL, or what the request's Host header names. */
  readonly ofRequest: (request: FastifyRequest) => string;
  /**
   * For links that others read, such as a page's canonical one: PUBLIC_URL, or a loopback address; undefined where the
   * Host header may be anybody's invention.
   */
  readonly canonical: (request: FastifyRequest) => string | undefined;
  /** The one without a request. */
  readonly own: string;
}

export function createBaseUrls({ publicUrl, host, port }: Config): BaseUrls {
  if (publicUrl !== undefined)
    return { ofRequest: () => publicUrl, canonical: () => publicUrl, own: publicUrl };
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    own,
    ofRequest: ({ headers }) => (isValidHost(headers.host) ? `http://${headers.host}` : own),
    canonical: ({ headers }) => (LOOPBACK.test(headers.host ?? '') ? `http://${headers.host}` : undefined),
  };
}
