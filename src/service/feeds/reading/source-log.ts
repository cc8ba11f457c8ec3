import type { FeedProblem } from '#contract/status.ts';
import { type ContradictionError, SourceError } from '#service/feeds/client/source.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Lines about refused positions of one source per hour: a hostile source must not fill the log. */
const MAX_REFUSALS = 10;
const HOUR_MS = 3_600_000;
/** Reasons that are not logged again. */
const MAX_REASONS = 1_000;

/** Longer than the delays between attempts: a source without failures for this long works again. */
const QUIET_MS = 2 * 60_000;

type Reason = FeedProblem | 'implausible';

const messages: Readonly<Record<Reason, string>> = {
  unreachable: 'The source cannot be reached',
  refused: 'The source refuses requests',
  limited: 'The source limits requests',
  failing: 'The source reports errors',
  changed: 'The source does not have the expected format',
  implausible: 'The source reports an implausible position or time',
  stopped: 'The feed stopped; `npm run feed -- retry NAME` resumes it',
};

/**
 * Whether the source of a feed works. Logs one line when it starts to fail, fails for another reason, and works again, and
 * one for each position or time that is refused. After two minutes without a response, the last line states the reason.
 */
export class SourceLog {
  readonly #log: Log;
  readonly #now: () => number;
  #problem: Reason | undefined;
  /** Reasons that have been logged since the source last worked. */
  readonly #logged = new Set<Reason>();
  #lastLogged: Reason | undefined;
  #respondedAt = Number.NEGATIVE_INFINITY;
  /** Whether there was no response for so long that the reason has been logged again. */
  #isSilent = false;
  /** At first, another process may have recorded failures. */
  #state: 'failing' | 'recovered' | 'working' = 'failing';
  #since = 0;
  #failedAt = 0;
  #isPartial = false;
  readonly #refused = new Set<string>();
  #refusals = 0;
  #refusalsSince = Number.NEGATIVE_INFINITY;

  /** `now` is in milliseconds. */
  constructor(log: Log, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Call after each failure, with the milliseconds to the next attempt, and whether other parts may respond. */
  failed(error: SourceError | ContradictionError, wait: number, isPartial = false): void {
    const problem = reasonOf(error);
    this.#isPartial = isPartial;
    this.#failedAt = this.#now();
    this.#state = 'failing';
    if (this.#problem === undefined) this.#since = this.#failedAt;
    const isSame = this.#problem === problem;
    this.#problem = problem;
    // Of a source that fails in several ways in turn, each one is logged once; a stopped feed needs an operator.
    const isLogged = isSame || (problem !== 'stopped' && this.#logged.has(problem));
    // Without any response, the last line may state another way.
    const isSilent = this.#failedAt - Math.max(this.#respondedAt, this.#since) >= QUIET_MS;
    const isNewlySilent = isSilent && !this.#isSilent;
    this.#isSilent = isSilent;
    if (isNewlySilent ? this.#lastLogged === problem : isLogged) return;
    this.#logged.add(problem);
    this.#lastLogged = problem;
    const next = problem === 'stopped' ? {} : { nextAttemptSeconds: Math.ceil(wait / 1000) };
    this.#log.warn({ reason: error.message, ...next }, messages[problem]);
  }

  /** Call after each successful response, or when a file could be read. Others may still fail, unless no response arrived before. */
  responded(): void {
    const now = this.#now();
    this.#respondedAt = now;
    this.#isSilent = false;
    if (this.#problem !== undefined) {
      const isQuiet = now - this.#failedAt >= QUIET_MS;
      if (!isQuiet && (this.#isPartial || this.#problem !== 'unreachable')) return;
      this.#problem = undefined;
      this.#logged.clear();
      this.#lastLogged = undefined;
      this.#log.info({ seconds: Math.round((now - this.#since) / 1000) }, 'The source works again');
    }
    if (this.#state === 'failing') this.#state = 'recovered';
  }

  /** Call whenever a position or time is refused. The same reason is logged once. */
  implausible(reason: string): void {
    if (this.#refused.has(reason)) return;
    const now = this.#now();
    if (now - this.#refusalsSince >= HOUR_MS) {
      this.#refusalsSince = now;
      this.#refusals = 0;
    }
    if (this.#refusals === MAX_REFUSALS) return;
    this.#refusals += 1;
    const [oldest = reason] = this.#refused;
    if (this.#refused.size === MAX_REASONS) this.#refused.delete(oldest);
    this.#refused.add(reason);
    const isLast = this.#refusals === MAX_REFUSALS;
    const pause = isLast
      ? { othersLoggedAfterSeconds: Math.ceil((this.#refusalsSince + HOUR_MS - now) / 1000) }
      : {};
    this.#log.warn({ reason, ...pause }, messages.implausible);
  }

  /** Calls `record` once after the source was found to work. If it throws, the next call tries again. */
  async recordRecovery(record: () => Promise<void>): Promise<void> {
    if (this.#state !== 'recovered') return;
    await record();
    this.#state = 'working';
  }
}

function reasonOf(error: SourceError | ContradictionError): Reason {
  if (!(error instanceof SourceError)) return 'stopped';
  return error.isImplausible ? 'implausible' : error.problem;
}
