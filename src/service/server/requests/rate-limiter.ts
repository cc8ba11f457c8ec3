import { LRUCache } from 'lru-cache';

const WINDOW_MS = 1000;

/**
 * Sliding-window rate limiter: allows each client `rate` requests in any second. Rejected requests do not count. Memory
 * is bounded by evicting the least recently seen clients.
 *
 * Used instead of @fastify/rate-limit because its fixed windows allow twice the rate around a window boundary.
 */
export class RateLimiter {
  /** Times of the requests that were allowed in the last second, by client. */
  readonly #recent: LRUCache<string, number[]>;

  constructor(maxClients = 10_000) {
    this.#recent = new LRUCache({ max: maxClients });
  }

  get clients(): number {
    return this.#recent.size;
  }

  /** Counts a request and returns 0 if it is allowed; otherwise returns the milliseconds to wait. `now`: milliseconds. */
  take(client: string, rate: number, now: number): number {
    const timestamps = this.#timestampsOf(client);
    let [first] = timestamps;
    while (first !== undefined && first <= now - WINDOW_MS) {
      timestamps.shift();
      [first] = timestamps;
    }
    if (first !== undefined && timestamps.length >= rate) return Math.max(1, first + WINDOW_MS - now);
    timestamps.push(now);
    return 0;
  }

  #timestampsOf(client: string): number[] {
    const timestamps = this.#recent.get(client) ?? [];
    this.#recent.set(client, timestamps);
    return timestamps;
  }
}

/** At the end, also of an IPv6 address that contains it. */
const IPV4 = /(\d+(?:\.\d+){3})(?::\d+)?$/;

/**
 * Returns the key of a client: its IPv4 address, or the /64 prefix of its IPv6 address, which belongs to one subscriber.
 * Some proxies add the port, which differs between connections. Clients that have disconnected have no address any more and
 * share a key.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'disconnected';
  const [, ipv4] = IPV4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [, ipv6 = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const [head = '', tail] = ipv6.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest].slice(0, 4).join(':');
}
