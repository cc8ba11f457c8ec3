import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readPauseOf } from './read-pause.ts';

export interface PipeliningLimits {
  /** Maximum queued requests of one connection. */
  readonly perConnection: number;
  /** Maximum queued requests of all connections. */
  readonly total: number;
}

const defaultLimits: PipeliningLimits = { perConnection: 100, total: 2000 };

interface QueuedRequest {
  readonly response: ServerResponse;
  readonly dispatch: () => void;
}

/**
 * Dispatches the pipelined requests of each connection one at a time: the next one after the previous response has been
 * sent. By default, Node dispatches every request in its read buffer at once and keeps the responses in memory until
 * the client reads them.
 */
export class Pipelining {
  readonly #limits: PipeliningLimits;
  readonly #inactivityTimeout: number;
  /** Queued requests by connection. A connection without a pending response has no entry. */
  readonly #queues = new Map<Socket, QueuedRequest[]>();
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  #queued = 0;

  /** `inactivityTimeout`: socket timeout of a request in progress, in milliseconds. */
  constructor(inactivityTimeout: number, limits = defaultLimits) {
    this.#inactivityTimeout = inactivityTimeout;
    this.#limits = limits;
  }

  /** Calls `dispatch` when it is the request's turn. Destroys the connection if too many requests are queued. */
  enqueue(request: IncomingMessage, response: ServerResponse, dispatch: () => void): void {
    const { socket } = request;
    if (socket.destroyed) return;
    this.#latest.set(socket, { request, response });
    const queue = this.#queues.get(socket);
    if (!queue) {
      this.#queues.set(socket, []);
      this.#dispatch(socket, { response, dispatch });
    } else if (queue.length >= this.#limits.perConnection || this.#queued >= this.#limits.total) {
      socket.destroy();
      this.#removeQueue(socket);
    } else {
      if (queue.length === 0) readPauseOf(socket).acquire();
      queue.push({ response, dispatch });
      this.#queued += 1;
    }
  }

  /** Returns true if a response to the request that the client is still sending has started. */
  hasStartedResponse(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    return latest !== undefined && !latest.request.complete && latest.response.headersSent;
  }

  #dispatch(socket: Socket, { response, dispatch }: QueuedRequest): void {
    response.once('close', () => this.#dispatchNext(socket));
    dispatch();
  }

  #dispatchNext(socket: Socket): void {
    const queue = this.#queues.get(socket);
    if (socket.destroyed || queue === undefined || queue.length === 0) {
      this.#removeQueue(socket);
      return;
    }
    const [next] = queue.splice(0, 1);
    this.#queued -= 1;
    if (queue.length === 0) readPauseOf(socket).release();
    if (!next) return;
    socket.setTimeout(this.#inactivityTimeout);
    this.#dispatch(socket, next);
  }

  #removeQueue(socket: Socket): void {
    this.#queued -= this.#queues.get(socket)?.length ?? 0;
    this.#queues.delete(socket);
  }
}
