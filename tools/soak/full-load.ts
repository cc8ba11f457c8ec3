import { Agent, request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Market, pick, randomRequest, type SoakRequest } from './requests.ts';

const TIMEOUT_MS = 60_000;
/** After a refused connection: the service is being started. */
const RECONNECT_MS = 1_000;

/** Outcomes of all requests in an interval. */
interface LoadOutcomes {
  succeeded: number;
  /** Responses with status 429 or 503. */
  rejected: number;
  /** Requests without a connection, while the service does not run; and those that a kill has reset. */
  notConnected: number;
  /** Descriptions of requests that were sent and got no complete response. */
  readonly resets: string[];
  /** Descriptions of all other failures. */
  readonly unexpected: string[];
}

function noOutcomes(): LoadOutcomes {
  return { succeeded: 0, rejected: 0, notConnected: 0, resets: [], unexpected: [] };
}

/** Keep-alive connections that send one random request after the other, without pauses unless a response demands one. */
export class FullLoad {
  /** Whether requests without a response are expected: the service was killed. */
  excusesResets = false;
  #outcomes = noOutcomes();
  #isRunning = true;
  readonly #running: Promise<unknown>;

  constructor(origin: string, markets: readonly Market[], connections: number) {
    this.#running = Promise.all(Array.from({ length: connections }, () => this.#run(origin, markets)));
  }

  /** Returns the outcomes since the last call. */
  takeOutcomes(): LoadOutcomes {
    const outcomes = this.#outcomes;
    this.#outcomes = noOutcomes();
    return outcomes;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#running;
  }

  async #run(origin: string, markets: readonly Market[]): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (this.#isRunning) {
      const wait = await this.#request(agent, origin, randomRequest(pick(markets)));
      if (wait > 0) await delay(wait);
    }
    agent.destroy();
  }

  /** Returns the milliseconds to wait before the next request. */
  async #request(agent: Agent, origin: string, { path, init }: SoakRequest): Promise<number> {
    try {
      const { status, retryAfter } = await responseTo(agent, origin + path, init);
      if (status === 429 || status === 503) this.#outcomes.rejected += 1;
      // Status 404 is a correct response for a jetton without a price in the currency.
      else if (status < 400 || status === 404) this.#outcomes.succeeded += 1;
      else this.#outcomes.unexpected.push(`${path.slice(0, 60)}: status ${status}`);
      return 1000 * retryAfter;
    } catch (error) {
      const code = String(error instanceof Error && 'code' in error ? error.code : error);
      if (code === 'ECONNREFUSED' || this.excusesResets) this.#outcomes.notConnected += 1;
      else this.#outcomes.resets.push(`${path.slice(0, 60)}: ${code}`);
      return RECONNECT_MS;
    }
  }
}

/** Reads the whole response. Rejects if it is not complete. */
function responseTo(agent: Agent, url: string, init: RequestInit | undefined) {
  return new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
    const options = {
      agent,
      method: init?.method ?? 'GET',
      headers: { ...(init?.headers as Record<string, string>) },
      timeout: TIMEOUT_MS,
    };
    const sent = send(url, options, (response) => {
      const { statusCode = 0, headers } = response;
      const retryAfter = Number(headers['retry-after'] ?? 0);
      response.on('error', reject).on('end', () => resolve({ status: statusCode, retryAfter }));
      response.resume();
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })));
    sent.on('error', reject).end(init?.body);
  });
}
