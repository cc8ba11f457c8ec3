import type { Socket } from 'node:net';

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

const pauses = new WeakMap<Socket, ReadPause>();

/** Returns the read pause of a socket, shared by all callers. */
export function readPauseOf(socket: Socket): ReadPause {
  const pause = pauses.get(socket) ?? new ReadPause(socket);
  pauses.set(socket, pause);
  return pause;
}
