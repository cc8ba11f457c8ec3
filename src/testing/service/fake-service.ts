import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';

export type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that implements the interface with responses defined by a test. */
export class FakeService {
  /** Paths of the received requests. */
  readonly requestedPaths: string[] = [];
  /** Responders by path. Other paths return 404. */
  readonly responders = new Map<string, Responder>();
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://service').pathname;
    this.requestedPaths.push(path);
    const respond = this.responders.get(path) ?? ((_, missing) => sendError(missing, 404));
    respond(request, response);
  });

  get baseUrl(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendError(response: ServerResponse, status: ErrorStatus, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(errorBodyOf(status)));
}

/** Passes one request per second to `respond`; rejects others with status 429 and `retry-after`. */
export function limitToOnePerSecond(respond: Responder): Responder {
  let last = Number.NEGATIVE_INFINITY;
  return (request, response) => {
    const now = performance.now();
    if (now - last < 1000) return sendError(response, 429, { 'retry-after': '1' });
    last = now;
    respond(request, response);
  };
}
