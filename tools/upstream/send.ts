import type { ServerResponse } from 'node:http';
import type { FaultDecision, Faults } from './faults.ts';
import type { Reply } from './sources/source.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** Sends a reply, or a fault in its place. Returns the status, or the fault if no complete response is sent. */
export function send(
  response: ServerResponse,
  reply: Reply,
  { response: fault, random }: FaultDecision,
  faults: Faults,
): string {
  const text = JSON.stringify(reply.body);
  switch (fault) {
    case undefined:
      if (reply.status === 200 && (reply.rows ?? 0) > (faults.maxRows ?? Number.POSITIVE_INFINITY)) {
        return sendText(response, 504, '{"error":"Gateway timeout"}');
      }
      return sendText(response, reply.status, text, reply.headers);
    case 'rateLimit':
      return sendText(response, 429, '{"error":"Too many requests"}');
    case 'rateLimitWithRetryAfter': {
      const seconds = faults.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
      return sendText(response, 429, '{"error":"Too many requests"}', { 'retry-after': String(seconds) });
    }
    case 'serverError':
      return sendText(response, 500, '{"error":"Internal server error"}');
    case 'shortBody': {
      const bytes = Buffer.from(text);
      response.writeHead(reply.status, {
        'content-type': 'application/json',
        'content-length': bytes.length,
      });
      response.write(bytes.subarray(0, random.whole(1, bytes.length - 1)), () => response.destroy());
      return fault;
    }
    case 'cutJson':
      sendText(response, reply.status, text.slice(0, random.whole(1, text.length - 1)));
      return fault;
    case 'hang':
      return fault;
  }
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
  return String(status);
}
