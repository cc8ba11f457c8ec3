import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pick } from './requests.ts';

const CONNECTIONS = 5;
const ATTACK_MS = 10_000;
/** Differs from the address of the other clients, whose rate limit attackers would exhaust. */
const ATTACKER_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const attacks: readonly ((socket: Socket) => void)[] = [
  // Many pipelined requests whose responses are never read.
  (socket) => socket.pause().write('GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  (socket) => socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(900)),
  // A request that never ends.
  (socket) => socket.write('POST /v1/jettons HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{'),
  (socket) => socket.write(`GET /${'a'.repeat(100_000)}`),
  (socket) => socket.write('\x16\x03\x01 this is not HTTP\r\n\r\n'),
  (socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nTransfer-Encoding: nonsense\r\n\r\n'),
];

/** Attacks the service in waves until the signal. The outcomes of these connections are not counted. */
export async function runHostileClients(origin: string, signal: AbortSignal): Promise<void> {
  const { port, hostname } = new URL(origin);
  while (!signal.aborted) {
    const attack = pick(attacks);
    const sockets = Array.from({ length: CONNECTIONS }, () =>
      connect({ port: Number(port), host: hostname, localAddress: ATTACKER_ADDRESS }),
    );
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      attack(socket);
    }
    await delay(ATTACK_MS, undefined, { signal }).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  }
}
