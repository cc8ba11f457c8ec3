import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreCondition } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { freeBytes, inMegabytes } from './disk-space.ts';
import { EmbeddedClient } from './embedded-client.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';

const MEGABYTE = 1e6;
/** Room for a checkpoint and for statements under way: WAL grows by files of 16 MB, and PostgreSQL dies of a WAL that cannot. */
export const STOP_WRITES_BELOW = 64 * MEGABYTE;
const RESUME_WRITES_FROM = 96 * MEGABYTE;
/** With less than that a statement that does not end has met a full disk: PGlite then loops instead of answering. */
const STUCK_BELOW = 40 * MEGABYTE;
const STUCK_AFTER_MS = 4_000;
const CHECK_MS = 1_000;
const LONGEST_RESTART_DELAY_MS = 30_000;

const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** Of 16 MB: 128 MB. A checkpoint leaves at most five, by `max_wal_size`. */
const MAX_WAL_SEGMENTS = 8;

/**
 * Keeps an engine running on a folder. Does what PostgreSQL's own processes would do, of which PGlite has none: starts
 * it again after a failure and checkpoints before the WAL grows large; and stops writes before the disk is full.
 */
export class EngineSupervisor {
  readonly client: EmbeddedClient;
  readonly #folder: string;
  readonly #start: () => Promise<EmbeddedEngine>;
  #engine: EmbeddedEngine | undefined;
  #outage = 'the database engine is starting';
  #readOnly: string | undefined;
  #checkpointing = false;
  readonly #closed = new AbortController();
  readonly #watching: Promise<void>;

  private constructor(folder: string, start: () => Promise<EmbeddedEngine>, engine: EmbeddedEngine) {
    this.#folder = folder;
    this.#start = start;
    this.client = new EmbeddedClient(() => this.#running());
    this.#adopt(engine);
    this.#watching = this.#watch();
  }

  /** Rejects with an EngineStartError where the first start fails. */
  static async start(folder: string, start: () => Promise<EmbeddedEngine>): Promise<EngineSupervisor> {
    return new EngineSupervisor(folder, start, await start());
  }

  condition(): StoreCondition {
    const reason = this.#engine ? this.#engine.endReason : this.#outage;
    if (reason !== undefined) return { state: 'unavailable', reason };
    return this.#readOnly === undefined ? { state: 'ok' } : { state: 'read-only', reason: this.#readOnly };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#watching;
    await this.#engine?.close();
  }

  #running(): EmbeddedEngine {
    if (this.#engine) return this.#engine;
    throw new StoreUnavailableError(this.#outage);
  }

  #adopt(engine: EmbeddedEngine): void {
    this.#engine = engine;
    this.#readOnly = undefined;
    void engine.ended.then((reason) => {
      this.#outage = reason;
      this.#engine = undefined;
    });
  }

  async #watch(): Promise<void> {
    let failedStarts = 0;
    while (await this.#pause(CHECK_MS)) {
      const free = await freeBytes(this.#folder).catch(() => Number.POSITIVE_INFINITY);
      if (this.#engine) await this.#look(this.#engine, free);
      else if (free < STOP_WRITES_BELOW) this.#outage = this.#diskFull(free);
      else {
        failedStarts = (await this.#restart()) ? 0 : failedStarts + 1;
        await this.#pause(Math.min(2 ** failedStarts * CHECK_MS, LONGEST_RESTART_DELAY_MS) - CHECK_MS);
      }
    }
  }

  /** False at the end. */
  async #pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.#closed;
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }

  async #restart(): Promise<boolean> {
    try {
      this.#adopt(await this.#start());
      return true;
    } catch (error) {
      this.#outage = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  async #look(engine: EmbeddedEngine, free: number): Promise<void> {
    if (engine.busyMilliseconds > STUCK_AFTER_MS) {
      if (free < STUCK_BELOW) engine.terminate(this.#diskFull(free));
      return;
    }
    if (this.#readOnly === undefined && free < STOP_WRITES_BELOW) this.#stopWrites(free);
    else if (this.#readOnly !== undefined && free >= RESUME_WRITES_FROM) this.#resumeWrites();
    else if ((await this.#walSegments()) > MAX_WAL_SEGMENTS) void this.#checkpoint();
  }

  // A checkpoint frees the WAL that is no longer needed.
  #stopWrites(free: number): void {
    this.#readOnly = `${this.#diskFull(free)}, writes are stopped`;
    void this.#checkpoint();
    void this.#run('SET default_transaction_read_only TO on');
  }

  #resumeWrites(): void {
    this.#readOnly = undefined;
    void this.#run('SET default_transaction_read_only TO off');
  }

  async #checkpoint(): Promise<void> {
    if (this.#checkpointing) return;
    this.#checkpointing = true;
    await this.#run('CHECKPOINT');
    this.#checkpointing = false;
  }

  // Where this fails the engine has ended: the next one starts with a checkpoint, and writable.
  async #run(text: string): Promise<void> {
    await this.client.exec(text).catch(() => undefined);
  }

  async #walSegments(): Promise<number> {
    const names = await readdir(join(this.#folder, 'pg_wal')).catch(() => []);
    return names.filter((name) => WAL_SEGMENT.test(name)).length;
  }

  #diskFull(free: number): string {
    return `the disk of ${this.#folder} is full (${inMegabytes(free)} free)`;
  }
}
