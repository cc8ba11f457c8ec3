import type { ServerResponse } from 'node:http';
import { readPauseOf } from './read-pause.ts';

/** What is counted for a response that is read from a file as the client takes it. */
const STREAM_BYTES = 64 * 1024;
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

interface Unsent {
  readonly bytes: number;
  isWatched: boolean;
}

/**
 * Bounds the memory held for clients that read slowly or not at all: the total, by closing the connections that have
 * been slowest to read, and the time, by closing those that make no progress.
 */
export class UnsentResponses {
  readonly #maxBytes: number;
  readonly #patience: number;
  /** Oldest first. */
  readonly #responses = new Map<ServerResponse, Unsent>();
  #bytes = 0;

  /** `patience`: milliseconds without progress after which a connection is closed. */
  constructor(patience: number, maxBytes = MAX_UNSENT_BYTES) {
    this.#patience = patience;
    this.#maxBytes = maxBytes;
  }

  /** Bytes of responses that clients have yet to read, before compression. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be called when a response starts to be sent. */
  add(response: ServerResponse, payload: unknown): void {
    if (response.destroyed || this.#responses.has(response)) return;
    const bytes = sizeOf(payload);
    this.#responses.set(response, { bytes, isWatched: false });
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    for (const slowest of this.#responses.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(slowest);
      slowest.destroy();
    }
  }

  /** Puts a time limit on the responses that are not sent yet; to be called regularly. */
  check(): void {
    for (const [response, unsent] of this.#responses) {
      const { socket, req } = response;
      if (unsent.isWatched || !socket || socket.writableLength === 0) continue;
      unsent.isWatched = true;
      // Node's socket timeout notices bytes that the client reads, but also bytes that it sends: it could send some
      // forever. The rest of a request has a time limit of its own.
      if (req.complete) readPauseOf(socket).hold();
      else unsent.isWatched = false;
      socket.setTimeout(this.#patience);
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
