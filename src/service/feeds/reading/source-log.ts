import type { FeedProblem } from '#contract/status.ts';
import { type ContradictionError, SourceError } from '#service/feeds/client/source.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Longer than the delays between attempts: a source without failures for this long works again. */
const QUIET_MS = 2 * 60_000;

const messages: Readonly<Record<FeedProblem, string>> = {
  unreachable: 'The source cannot be reached',
  refused: 'The source refuses requests',
  limited: 'The source limits requests',
  failing: 'The source reports errors',
  changed: 'The source does not have the expected format',
  stopped: 'The feed stopped; `npm run feed -- retry NAME` resumes it',
};

/**
 * Whether the source of a feed works. Logs one line when it starts to fail, fails for another reason, and works again.
 */
export class SourceLog {
  readonly #log: Log;
  readonly #now: () => number;
  #problem: FeedProblem | undefined;
  /** At first, another process may have recorded failures. */
  #state: 'failing' | 'recovered' | 'working' = 'failing';
  #since = 0;
  #failedAt = 0;
  #isPartial = false;

  /** `now` is in milliseconds. */
  constructor(log: Log, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Call after each failure, with the milliseconds to the next attempt, and whether other parts may respond. */
  failed(error: SourceError | ContradictionError, wait: number, isPartial = false): void {
    const problem = error instanceof SourceError ? error.problem : 'stopped';
    this.#isPartial = isPartial;
    this.#failedAt = this.#now();
    this.#state = 'failing';
    if (this.#problem === undefined) this.#since = this.#failedAt;
    if (this.#problem === problem) return;
    this.#problem = problem;
    const next = problem === 'stopped' ? {} : { nextAttemptSeconds: Math.ceil(wait / 1000) };
    this.#log.warn({ reason: error.message, ...next }, messages[problem]);
  }

  /** Call after each successful response, or when a file could be read. Others may still fail, unless no response arrived before. */
  responded(): void {
    const now = this.#now();
    if (this.#problem !== undefined) {
      const isQuiet = now - this.#failedAt >= QUIET_MS;
      if (!isQuiet && (this.#isPartial || this.#problem !== 'unreachable')) return;
      this.#problem = undefined;
      this.#log.info({ seconds: Math.round((now - this.#since) / 1000) }, 'The source works again');
    }
    if (this.#state === 'failing') this.#state = 'recovered';
  }

  /** Calls `record` once after the source was found to work. If it throws, the next call tries again. */
  async recordRecovery(record: () => Promise<void>): Promise<void> {
    if (this.#state !== 'recovered') return;
    await record();
    this.#state = 'working';
  }
}
