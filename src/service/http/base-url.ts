import type { FastifyRequest } from 'fastify';
import type { Config } from '#service/config.ts';

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Whether a Host header names a host, and so can stand in a link. */
export function isHost(text: string | undefined): text is string {
  return text !== undefined && HOST.test(text);
}

/** The address that the caller used, without a slash at the end: PUBLIC_URL, or what the request names. */
export function baseUrlOf(config: Config): (request: FastifyRequest) => string {
  const { publicUrl, host, port } = config;
  if (publicUrl !== undefined) return () => publicUrl;
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return ({ headers }) => (isHost(headers.host) ? `http://${headers.host}` : own);
}
