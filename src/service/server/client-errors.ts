import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';
import { JSON_TYPE } from './errors.ts';

const statuses: Readonly<Record<string, ErrorStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const LINGER_MS = 1000;

/**
 * Responds to malformed HTTP, oversized headers and request timeouts, then closes the connection. If a response to the
 * incomplete request has already started, only closes the connection: the client would match a second response to
 * another request.
 */
export function handleClientError(
  error: { readonly code?: string },
  socket: Socket,
  hasResponse: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (!hasResponse) socket.write(rawResponse(statuses[error.code ?? ''] ?? 400));
  socket.end();
  // Destroying the socket immediately would reset the connection before a client that is still sending reads the response.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function rawResponse(status: ErrorStatus): string {
  const body = JSON.stringify(errorBodyOf(status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
