import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GracefulClose } from './graceful-close.ts';

/** Time limits of client connections, in milliseconds. */
export interface TimeLimits {
  /** Time to send the headers of a request. */
  readonly headers: number;
  /** Time to send a whole request. */
  readonly request: number;
  /** Time without any traffic during a request. */
  readonly inactivity: number;
  /** Time without the client reading more of a pending response. */
  readonly stalledRead: number;
  /** Time without a request on a keep-alive connection. */
  readonly idle: number;
  /** Interval between checks of these limits. */
  readonly check: number;
}

// A connection whose client stops reading is closed after one to two times `stalledRead`: at its first expiry, Node's
// socket timeout only records how much the client has read.
// `idle` exceeds the 60 s for which load balancers keep connections, so that the load balancer closes them first.
export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 20_000,
  inactivity: 60_000,
  stalledRead: 10_000,
  idle: 72_000,
  check: 1000,
};

export function timeOptions(limits: TimeLimits): FastifyHttpOptions<Server> {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.inactivity,
    keepAliveTimeout: limits.idle,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
      // Node itself would reject a request without Host with an empty body instead of our error body.
      requireHostHeader: false,
    },
  };
}

/**
 * Bounds the memory that clients can occupy with pipelined requests and with responses that they do not read. Call it
 * before adding any other hook. It uses hooks instead of a custom server because Fastify opens a second server for
 * `localhost`.
 */
export function limitConnections(
  app: FastifyInstance,
  { inactivity, stalledRead, check }: TimeLimits,
  closing: GracefulClose,
): Pipelining {
  const pipelining = new Pipelining(inactivity, closing);
  const unsent = new UnsentResponses(stalledRead);
  app.addHook('onRequest', (request, reply, next) => pipelining.enqueue(request, reply, () => next()));
  app.addHook('onSend', (_request, reply, payload, next) => {
    unsent.add(reply.raw, payload);
    next(null, payload);
  });
  const timer = setInterval(() => unsent.check(), check).unref();
  app.addHook('preClose', async () => {
    for (const resume of resumes) resume();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return pipelining;
}

const MAX_QUEUED_PER_CONNECTION = 100;
const MAX_QUEUED = 2000;

interface QueuedRequest {
  readonly reply: FastifyReply;
  readonly dispatch: () => void;
}

/**
 * Dispatches the pipelined requests of each connection one at a time: the next one after the previous response has been
 * sent. By default, Node dispatches every request in its read buffer at once and keeps the responses in memory until
 * the client reads them.
 */
class Pipelining {
  readonly #inactivityTimeout: number;
  readonly #closing: GracefulClose;
  /** Queued requests by connection. A connection without a pending response has no entry. */
  readonly #queues = new Map<Socket, QueuedRequest[]>();
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  #queued = 0;

  /** `inactivityTimeout`: socket timeout of a request in progress, in milliseconds. */
  constructor(inactivityTimeout: number, closing: GracefulClose) {
    this.#inactivityTimeout = inactivityTimeout;
    this.#closing = closing;
  }

  /** Calls `dispatch` when it is the request's turn. Destroys the connection if too many requests are queued. */
  enqueue({ raw: request }: FastifyRequest, reply: FastifyReply, dispatch: () => void): void {
    const { socket } = request;
    if (socket.destroyed || !this.#closing.isOpen(socket)) return;
    this.#latest.set(socket, { request, response: reply.raw });
    const queue = this.#queues.get(socket);
    if (!queue) {
      this.#queues.set(socket, []);
      this.#dispatch(socket, { reply, dispatch });
    } else if (queue.length >= MAX_QUEUED_PER_CONNECTION || this.#queued >= MAX_QUEUED) {
      socket.destroy();
      this.#removeQueue(socket);
    } else {
      if (queue.length === 0) readPauseOf(socket).acquire();
      queue.push({ reply, dispatch });
      this.#queued += 1;
    }
  }

  /** Returns true if a response to the request that the client is still sending has started. */
  hasStartedResponse(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    return latest !== undefined && !latest.request.complete && latest.response.headersSent;
  }

  #dispatch(socket: Socket, { reply, dispatch }: QueuedRequest): void {
    this.#closing.begin(socket, reply);
    reply.raw.once('close', () => this.#dispatchNext(socket));
    dispatch();
  }

  #dispatchNext(socket: Socket): void {
    const queue = this.#queues.get(socket);
    if (socket.destroyed || queue === undefined || queue.length === 0) {
      this.#removeQueue(socket);
      return;
    }
    if (!this.#closing.isOpen(socket)) {
      this.#removeQueue(socket);
      readPauseOf(socket).release();
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

/** Size counted for a streamed response, such as a file. */
const STREAM_BYTES = 64 * 1024;
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

interface Unsent {
  readonly bytes: number;
  isWatched: boolean;
}

/**
 * Limits the memory of responses that clients read slowly or not at all. Over the total limit, the connections of the
 * oldest unsent responses are closed; connections without read progress are closed after a timeout.
 */
export class UnsentResponses {
  readonly #maxBytes: number;
  readonly #timeout: number;
  /** Oldest first. */
  readonly #responses = new Map<ServerResponse, Unsent>();
  #bytes = 0;

  /** `timeout`: milliseconds without read progress after which a connection is closed. */
  constructor(timeout: number, maxBytes = MAX_UNSENT_BYTES) {
    this.#timeout = timeout;
    this.#maxBytes = maxBytes;
  }

  /** Size of all responses that clients have not read completely, in bytes before compression. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Call when a response starts to be sent. */
  add(response: ServerResponse, payload: unknown): void {
    if (response.destroyed || this.#responses.has(response)) return;
    const bytes = sizeOf(payload);
    this.#responses.set(response, { bytes, isWatched: false });
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    for (const oldest of this.#responses.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  /** Sets a timeout on the connections of unsent responses. Call it regularly. */
  check(): void {
    for (const [response, unsent] of this.#responses) {
      const { socket, req } = response;
      if (unsent.isWatched || !socket || socket.writableLength === 0) continue;
      unsent.isWatched = true;
      // Received bytes reset Node's socket timeout too, so a client could prevent it by sending more. Pause reading,
      // unless the request is incomplete: then the request timeout applies.
      if (req.complete) readPauseOf(socket).acquire();
      else unsent.isWatched = false;
      socket.setTimeout(this.#timeout);
    }
  }

  #remove(response: ServerResponse): void {
    const unsent = this.#responses.get(response);
    if (!unsent) return;
    this.#responses.delete(response);
    this.#bytes -= unsent.bytes;
    if (unsent.isWatched) readPauseOf(response.req.socket).release();
  }
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return payload === undefined || payload === null ? 0 : STREAM_BYTES;
}

/** Pauses reading from a socket until every caller of `acquire` has called `release`. */
class ReadPause {
  readonly #socket: Socket;
  #holders = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node's parser resumes the socket at the end of every message.
    socket.on('resume', () => {
      if (this.#holders > 0) socket.pause();
    });
  }

  acquire(): void {
    this.#holders += 1;
    this.#socket.pause();
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && !this.#socket.destroyed) this.#socket.resume();
  }
}

/** Ends the pauses of `pauseReading`. */
const resumes = new Set<() => void>();

/** Reads no further requests of a connection for some milliseconds, or until the service closes its connections. */
export function pauseReading(socket: Socket, milliseconds: number): void {
  const pause = readPauseOf(socket);
  const resume = () => {
    if (resumes.delete(resume)) pause.release();
  };
  pause.acquire();
  resumes.add(resume);
  setTimeout(resume, milliseconds).unref();
}

const pauses = new WeakMap<Socket, ReadPause>();

/** Returns the read pause of a socket, shared by all callers. */
function readPauseOf(socket: Socket): ReadPause {
  const pause = pauses.get(socket) ?? new ReadPause(socket);
  pauses.set(socket, pause);
  return pause;
}
