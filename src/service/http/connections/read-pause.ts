import type { Socket } from 'node:net';

/** Stops reading from a socket for as long as anything holds it. */
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

  hold(): void {
    this.#holders += 1;
    this.#socket.pause();
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && !this.#socket.destroyed) this.#socket.resume();
  }
}

const holds = new WeakMap<Socket, ReadPause>();

/** The one hold of a socket. */
export function readPauseOf(socket: Socket): ReadPause {
  const hold = holds.get(socket) ?? new ReadPause(socket);
  holds.set(socket, hold);
  return hold;
}
