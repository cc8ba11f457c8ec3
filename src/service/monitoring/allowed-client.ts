import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = ['127.0.0.0/8', '::1'];
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Returns a function that returns whether a request comes from loopback or one of the networks. */
export function allowClients(networks: readonly string[] = []): (request: FastifyRequest) => boolean {
  const allowed = new BlockList();
  for (const network of [...LOOPBACK, ...networks]) addNetwork(allowed, network);
  return (request) => {
    // A proxy that is not trusted: the client is unknown, and the address is that of the proxy.
    const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
    if (isForwarded && request.ip === request.socket.remoteAddress) return false;
    const family = isIP(request.ip);
    return family !== 0 && allowed.check(request.ip, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}
