import type { ServerResponse } from 'node:http';
import { readPauseOf } from './read-pause.ts';

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
