import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pick } from './requests.ts';

const CONNECTIONS = 5;
const LASTS_MS = 10_000;
/** Another one than that of ordinary clients, whose limit attackers would use up. */
const ATTACKERS_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const attacks: readonly ((socket: Socket) => void)[] = [
  // Many requests at once, whose responses are never read.
  (socket) => socket.pause().write('GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  (socket) => socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  // A request that never ends.
  (socket) => socket.write('POST /v1/jettons HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{'),
  (socket) => socket.write(`GET /${'a'.repeat(100_000)}`),
  (socket) => socket.write('\x16\x03\x01 this is not HTTP\r\n\r\n'),
  (socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nTransfer-Encoding: nonsense\r\n\r\n'),
];

/** Attackers that come in waves, until the signal. None of their connections counts as a failure, whatever happens to it. */
export async function runHostileClients(origin: string, signal: AbortSignal): Promise<void> {
  const { port, hostname } = new URL(origin);
  while (!signal.aborted) {
    const attack = pick(attacks);
    const sockets = Array.from({ length: CONNECTIONS }, () =>
      connect({ port: Number(port), host: hostname, localAddress: ATTACKERS_ADDRESS }),
    );
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      attack(socket);
    }
    await delay(LASTS_MS, undefined, { signal }).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  }
}
