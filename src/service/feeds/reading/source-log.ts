import { type ContradictionError, SourceError, type SourceProblem } from '#service/feeds/client/source.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Longer than the delays between attempts: a source without failures for this long works again. */
const QUIET_MS = 2 * 60_000;

const messages: Readonly<Record<SourceProblem | 'stopped', string>> = {
  unreachable: 'The source cannot be reached',
  refused: 'The source refuses requests',
  limited: 'The source limits requests',
  failing: 'The source reports errors',
  changed: 'The source does not have the expected format',
  stopped: 'The feed stopped; `npm run feed -- retry NAME` resumes it',
};

/** Logs one line when the source of a feed starts to fail, fails for another reason, and works again. */
export class SourceLog {
  readonly #log: Log;
  readonly #now: () => number;
  #problem: SourceProblem | 'stopped' | undefined;
  #since = 0;
  #failedAt = 0;

  /** `now` is in milliseconds. */
  constructor(log: Log, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Call after each failure, with the milliseconds to the next attempt. */
  failed(error: SourceError | ContradictionError, wait: number): void {
    const problem = error instanceof SourceError ? error.problem : 'stopped';
    this.#failedAt = this.#now();
    if (this.#problem === undefined) this.#since = this.#failedAt;
    if (this.#problem === problem) return;
    this.#problem = problem;
    const next = problem === 'stopped' ? {} : { nextAttemptSeconds: Math.ceil(wait / 1000) };
    this.#log.warn({ reason: error.message, ...next }, messages[problem]);
  }

  /** Call after each successful response. Others may still fail, unless no response arrived before. */
  responded(): void {
    if (this.#problem === undefined) return;
    const now = this.#now();
    if (this.#problem !== 'unreachable' && now - this.#failedAt < QUIET_MS) return;
    this.#problem = undefined;
    this.#log.info({ seconds: Math.round((now - this.#since) / 1000) }, 'The source works again');
  }
}
