import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ErrorStatus, errorBodyOf } from '#contract/errors.ts';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A service of the interface that is not ours: on a socket, and as strange as a test makes it. */
export class OtherService {
  /** Method and path of every request that reached it. */
  readonly asked: string[] = [];
  /** How it answers a path; others are not found. */
  readonly answering = new Map<string, Answering>();
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://service').pathname;
    this.asked.push(path);
    const answer = this.answering.get(path) ?? ((_, unknown) => sendError(unknown, 404));
    answer(request, response);
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

/** Lets one request a second through, whatever it asks for; others are refused with the time to wait. */
export function oneASecond(answer: Answering): Answering {
  let last = Number.NEGATIVE_INFINITY;
  return (request, response) => {
    const now = performance.now();
    if (now - last < 1000) return sendError(response, 429, { 'retry-after': '1' });
    last = now;
    answer(request, response);
  };
}
