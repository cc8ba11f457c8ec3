import { setTimeout as delay } from 'node:timers/promises';
import { type Market, randomRequest } from '#tools/soak/requests.ts';

const TIMEOUT_MS = 30_000;

/** Results of the requests that were sent in one phase. */
export interface PhaseResult {
  readonly requests: number;
  readonly failures: readonly string[];
  /** The longest time that a request of the phase took, in milliseconds. */
  readonly longest: number;
}

/**
 * Clients that request the newest swap of a jetton again and again. Each sends back the position of the data that it has, or
 * none, and counts responses with an older state than it had.
 */
export class RepeatingClients {
  requests = 0;
  stepsBack = 0;
  readonly failures: string[] = [];
  readonly #url: string;
  readonly #sendsPosition: boolean;
  #isRunning = true;
  readonly #running: Promise<unknown>;

  constructor(origin: string, jetton: string, count: number, interval: number, sendsPosition: boolean) {
    this.#url = `${origin}/v1/jettons/${jetton}/transactions?limit=1`;
    this.#sendsPosition = sendsPosition;
    this.#running = Promise.all(Array.from({ length: count }, () => this.#run(interval)));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#running;
  }

  async #run(interval: number): Promise<void> {
    let [position, newest] = ['', ''];
    while (this.#isRunning) {
      const headers = this.#sendsPosition && position ? { 'jetscope-position': position } : {};
      const response = await fetch(this.#url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        (error: unknown) => String(error),
      );
      this.requests += 1;
      if (typeof response === 'string' || !response.ok)
        this.failures.push(typeof response === 'string' ? response : String(response.status));
      else {
        const { transactions }: { transactions: { time: string; timeLt: string }[] } = await response.json();
        const found = transactions.map(({ time, timeLt }) => `${time} ${timeLt.padStart(20, '0')}`)[0] ?? '';
        const reached = response.headers.get('jetscope-position') ?? '';
        if (reached < position || found < newest) this.stepsBack += 1;
        [position, newest] = [reached, found];
      }
      await delay(interval);
    }
  }
}

interface Outcome {
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failure: string | undefined;
}

/** Sends requests of all operations at a fixed rate, without waiting for earlier responses. */
export class LoadClient {
  readonly #origin: string;
  readonly #markets: readonly Market[];
  readonly #outcomes: Outcome[] = [];
  readonly #pending = new Set<Promise<void>>();
  #isRunning = true;
  readonly #sending: Promise<void>;

  constructor(origin: string, markets: readonly Market[], requestsPerSecond: number) {
    this.#origin = origin;
    this.#markets = markets;
    this.#sending = this.#send(1000 / requestsPerSecond);
  }

  /** Results of the requests that were sent from `start` to `end`, in milliseconds of `performance.now`. */
  async results(start: number, end: number): Promise<PhaseResult> {
    await Promise.all(this.#pending);
    const outcomes = this.#outcomes.filter(({ startedAt }) => startedAt >= start && startedAt < end);
    return {
      requests: outcomes.length,
      failures: outcomes.flatMap(({ failure }) => failure ?? []),
      longest: Math.max(0, ...outcomes.map(({ duration }) => duration)),
    };
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#sending;
    await Promise.all(this.#pending);
  }

  async #send(interval: number): Promise<void> {
    const started = performance.now();
    let count = 0;
    while (this.#isRunning) {
      await delay(Math.max(0, started + count * interval - performance.now()));
      const market = this.#markets[count % this.#markets.length];
      count += 1;
      if (!market) continue;
      const sent: Promise<void> = this.#request(market).finally(() => this.#pending.delete(sent));
      this.#pending.add(sent);
    }
  }

  async #request(market: Market): Promise<void> {
    const startedAt = performance.now();
    const { path, init } = randomRequest(market);
    let failure: string | undefined;
    try {
      const response = await fetch(this.#origin + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.arrayBuffer();
      // Status 404 is a correct response for a jetton without a price in the currency.
      if (response.status >= 500 || response.status === 429) failure = `${response.status} ${path}`;
    } catch (error) {
      failure = `${error instanceof Error ? error.message : String(error)} ${path}`;
    }
    this.#outcomes.push({ startedAt, duration: performance.now() - startedAt, failure });
  }
}
