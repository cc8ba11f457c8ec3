import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readPauseOf } from './read-pause.ts';

export interface PipeliningLimits {
  /** Requests of one connection that may wait for the responses before theirs. */
  readonly perConnection: number;
  /** The same of all connections together. */
  readonly total: number;
}

const defaultLimits: PipeliningLimits = { perConnection: 100, total: 2000 };

interface QueuedRequest {
  readonly response: ServerResponse;
  readonly dispatch: () => void;
}

/**
 * Dispatches the requests of one connection one at a time, the next when the response before it has been sent. Node
 * would dispatch all that are in its read buffer at once and hold their responses until the client reads them.
 */
export class Pipelining {
  readonly #limits: PipeliningLimits;
  readonly #silence: number;
  /** Requests that wait, by connection; a connection without a pending response is not in it. */
  readonly #queues = new Map<Socket, QueuedRequest[]>();
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  #waiting = 0;

  /** `silence`: the socket timeout of a request under way, in milliseconds. */
  constructor(silence: number, limits = defaultLimits) {
    this.#silence = silence;
    this.#limits = limits;
  }

  /** Calls `dispatch` when it is the request's turn; drops the connection when too many wait already. */
  enqueue(request: IncomingMessage, response: ServerResponse, dispatch: () => void): void {
    const { socket } = request;
    if (socket.destroyed) return;
    this.#latest.set(socket, { request, response });
    const queue = this.#queues.get(socket);
    if (!queue) {
      this.#queues.set(socket, []);
      this.#dispatch(socket, { response, dispatch });
    } else if (queue.length >= this.#limits.perConnection || this.#waiting >= this.#limits.total) {
      socket.destroy();
      this.#forget(socket);
    } else {
      if (queue.length === 0) readPauseOf(socket).hold();
      queue.push({ response, dispatch });
      this.#waiting += 1;
    }
  }

  /** Whether the request that a connection is sending has an answer, or part of one, already. */
  hasStartedResponse(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    return latest !== undefined && !latest.request.complete && latest.response.headersSent;
  }

  #dispatch(socket: Socket, { response, dispatch }: QueuedRequest): void {
    response.once('close', () => this.#proceed(socket));
    dispatch();
  }

  #proceed(socket: Socket): void {
    const queue = this.#queues.get(socket);
    if (socket.destroyed || queue === undefined || queue.length === 0) {
      this.#forget(socket);
      return;
    }
    const [next] = queue.splice(0, 1);
    this.#waiting -= 1;
    if (queue.length === 0) readPauseOf(socket).release();
    if (!next) return;
    socket.setTimeout(this.#silence);
    this.#dispatch(socket, next);
  }

  #forget(socket: Socket): void {
    this.#waiting -= this.#queues.get(socket)?.length ?? 0;
    this.#queues.delete(socket);
  }
}
