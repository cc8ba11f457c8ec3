import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** How long a connection without a request stays open, because one may be on its way. In milliseconds. */
const IDLE_MS = 500;
/** How long a connection is read after its end: data that is not read would reset it, before its last response arrives. */
const LINGER_MS = 1000;
/** Limits the time of accepting connections before closing. */
const ACCEPT_MS = 500;
/** Node accepts a connection per iteration of the event loop. After as many without one, none is waiting. */
const ACCEPT_ITERATIONS = 8;

/**
 * Closes client connections so that no request is lost. After `announce`, every response says `Connection: close`; after
 * `close`, which must precede that of the server, connections end that have no request.
 */
export class GracefulClose {
  /** All connections with the response in progress, if any. */
  readonly #connections = new Map<Socket, FastifyReply | undefined>();
  readonly #refuse: (reply: FastifyReply) => void;
  /** Connections whose last response has been decided. */
  readonly #ending = new WeakSet<Socket>();
  #accepted = 0;
  #isAnnounced = false;
  #isClosing = false;

  /** `refuse` responds to a request without waiting for its handler. */
  constructor(refuse: (reply: FastifyReply) => void) {
    this.#refuse = refuse;
  }

  /** Call for each new connection. */
  add(socket: Socket): void {
    // Injected requests have no connection.
    if (this.#connections.has(socket) || !(socket instanceof Socket)) return;
    this.#connections.set(socket, undefined);
    this.#accepted += 1;
    socket.once('close', () => this.#connections.delete(socket));
    // Fastify uses another server for each address. Closing it would reset idle connections.
    if ('server' in socket) (socket.server as Server).closeIdleConnections = () => undefined;
  }

  /** Whether a request of the connection is still served: none after the response that says `Connection: close`. */
  isOpen(socket: Socket): boolean {
    return !this.#ending.has(socket);
  }

  /** Call when a request is dispatched. */
  begin(socket: Socket, reply: FastifyReply): void {
    this.add(socket);
    if (!this.#connections.has(socket)) return;
    this.#connections.set(socket, reply);
    if (this.#isAnnounced) this.#makeLast(socket, reply.raw);
    reply.raw.once('close', () => {
      if (!this.#connections.has(socket)) return;
      this.#connections.set(socket, undefined);
      if (this.#isClosing) this.#endIfIdle(socket);
    });
  }

  announce(): void {
    this.#isAnnounced = true;
    for (const [socket, reply] of this.#connections)
      if (reply && !reply.raw.headersSent) this.#makeLast(socket, reply.raw);
  }

  /** Ends requests whose responses have not begun: closing the connections would reset them. */
  refusePending(): void {
    for (const reply of this.#connections.values()) if (reply && !reply.raw.headersSent) this.#refuse(reply);
  }

  async close(): Promise<void> {
    this.announce();
    await this.#acceptWaiting();
    this.#isClosing = true;
    for (const [socket, reply] of this.#connections) if (!reply) this.#endIfIdle(socket);
  }

  /** Closing a server resets the connections that it has not accepted yet. */
  async #acceptWaiting(): Promise<void> {
    const end = performance.now() + ACCEPT_MS;
    let accepted: number;
    do {
      accepted = this.#accepted;
      for (let iteration = 0; iteration < ACCEPT_ITERATIONS; iteration += 1) await setImmediate();
    } while (accepted < this.#accepted && performance.now() < end);
  }

  #makeLast(socket: Socket, response: ServerResponse): void {
    this.#ending.add(socket);
    response.shouldKeepAlive = false;
    // Node calls it after the last response.
    socket.destroySoon = () => endGently(socket);
  }

  /** Ends the connection unless a request arrives in time, whose response will be the last one. */
  #endIfIdle(socket: Socket): void {
    const end = () => {
      if (this.#connections.get(socket) || this.#ending.has(socket)) return;
      this.#ending.add(socket);
      endGently(socket);
    };
    // A busy service has not read yet what arrived meanwhile.
    setTimeout(() => void setImmediate().then(end), IDLE_MS).unref();
  }
}

function endGently(socket: Socket): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
