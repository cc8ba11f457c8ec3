const WINDOW_MS = 1000;

/**
 * Lets each caller through `rate` times in any second. Refused requests do not count. The moments of the last second
 * are kept for the callers seen last, so that memory is bounded whatever comes in.
 *
 * In place of @fastify/rate-limit, which counts in fixed windows: those let twice the rate through around an edge.
 */
export class RateLimiter {
  readonly #recent = new Map<string, number[]>();
  readonly #maxCallers: number;

  constructor(maxCallers = 10_000) {
    this.#maxCallers = maxCallers;
  }

  get callers(): number {
    return this.#recent.size;
  }

  /** Milliseconds to wait; 0 where the request may pass. */
  take(caller: string, rate: number, now: number): number {
    const moments = this.#momentsOf(caller);
    let [first] = moments;
    while (first !== undefined && first <= now - WINDOW_MS) {
      moments.shift();
      [first] = moments;
    }
    if (first !== undefined && moments.length >= rate) return Math.max(1, first + WINDOW_MS - now);
    moments.push(now);
    return 0;
  }

  // A Map keeps the order of insertion: whoever comes last is put last, and the first is the one to forget.
  #momentsOf(caller: string): number[] {
    const moments = this.#recent.get(caller) ?? [];
    this.#recent.delete(caller);
    this.#recent.set(caller, moments);
    if (this.#recent.size > this.#maxCallers) {
      for (const longestUnseen of this.#recent.keys()) {
        this.#recent.delete(longestUnseen);
        break;
      }
    }
    return moments;
  }
}

/** Whom an address stands for: an IPv4 address, or the /64 network that one IPv6 subscriber has. */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest].slice(0, 4).join(':');
}
