import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreCondition } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { formatMegabytes, freeBytes } from './data-folder.ts';
import { EmbeddedClient } from './embedded-client.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';

const MEGABYTE = 1e6;
/** Reserve for a checkpoint and running statements. The WAL grows in 16 MB files; PostgreSQL panics if it cannot grow. */
export const STOP_WRITES_BELOW_BYTES = 64 * MEGABYTE;
const RESUME_WRITES_FROM_BYTES = 96 * MEGABYTE;
/** PGlite loops forever on a full disk. Below this, a statement that does not finish is assumed to be in that loop. */
const STUCK_BELOW_BYTES = 40 * MEGABYTE;
const STUCK_AFTER_MS = 4_000;
/** Fast disks take hundreds of megabytes of WAL per second. */
const CHECK_INTERVAL_MS = 250;
const RESTART_DELAY_MS = 1_000;
const MAX_RESTART_DELAY_MS = 30_000;

const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** 128 MB in segments of 16 MB. A checkpoint leaves at most five, due to `max_wal_size`. */
const MAX_WAL_SEGMENTS = 8;

/**
 * Keeps an engine running on a data folder. Replaces PostgreSQL's background processes, which PGlite lacks: restarts
 * the engine after a failure and runs checkpoints before the WAL grows large. Stops writes before the disk is full.
 */
export class EngineSupervisor {
  readonly client: EmbeddedClient;
  readonly #folder: string;
  readonly #start: () => Promise<EmbeddedEngine>;
  #engine: EmbeddedEngine | undefined;
  #outageReason = 'the database engine is starting';
  #readOnlyReason: string | undefined;
  #checkpointing = false;
  readonly #closed = new AbortController();
  readonly #watchLoop: Promise<void>;

  private constructor(folder: string, start: () => Promise<EmbeddedEngine>, engine: EmbeddedEngine) {
    this.#folder = folder;
    this.#start = start;
    this.client = new EmbeddedClient(() => this.#runningEngine());
    this.#setEngine(engine);
    this.#watchLoop = this.#watch();
  }

  /** Rejects with an EngineStartError if the first start fails. */
  static async start(folder: string, start: () => Promise<EmbeddedEngine>): Promise<EngineSupervisor> {
    return new EngineSupervisor(folder, start, await start());
  }

  condition(): StoreCondition {
    const reason = this.#engine ? this.#engine.endReason : this.#outageReason;
    if (reason !== undefined) return { state: 'unavailable', reason };
    return this.#readOnlyReason === undefined
      ? { state: 'ok' }
      : { state: 'read-only', reason: this.#readOnlyReason };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#watchLoop;
    await this.#engine?.close();
  }

  #runningEngine(): EmbeddedEngine {
    if (this.#engine) return this.#engine;
    throw new StoreUnavailableError(this.#outageReason);
  }

  #setEngine(engine: EmbeddedEngine): void {
    this.#engine = engine;
    this.#readOnlyReason = undefined;
    void engine.ended.then((reason) => {
      this.#outageReason = reason;
      this.#engine = undefined;
    });
  }

  async #watch(): Promise<void> {
    let failedStarts = 0;
    while (await this.#pause(CHECK_INTERVAL_MS)) {
      const free = await freeBytes(this.#folder).catch(() => Number.POSITIVE_INFINITY);
      if (this.#engine) await this.#checkEngine(this.#engine, free);
      else if (free < STOP_WRITES_BELOW_BYTES) this.#outageReason = this.#diskFull(free);
      else {
        failedStarts = (await this.#restart()) ? 0 : failedStarts + 1;
        if (failedStarts > 0)
          await this.#pause(Math.min(2 ** failedStarts * RESTART_DELAY_MS, MAX_RESTART_DELAY_MS));
      }
    }
  }

  /** Resolves to false once the supervisor is closed. */
  async #pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.#closed;
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }

  async #restart(): Promise<boolean> {
    try {
      this.#setEngine(await this.#start());
      return true;
    } catch (error) {
      this.#outageReason = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  async #checkEngine(engine: EmbeddedEngine, free: number): Promise<void> {
    if (engine.busyMilliseconds > STUCK_AFTER_MS) {
      if (free < STUCK_BELOW_BYTES) engine.terminate(this.#diskFull(free));
      return;
    }
    if (this.#readOnlyReason === undefined && free < STOP_WRITES_BELOW_BYTES) this.#stopWrites(free);
    else if (this.#readOnlyReason !== undefined && free >= RESUME_WRITES_FROM_BYTES) this.#resumeWrites();
    else if ((await this.#walSegments()) > MAX_WAL_SEGMENTS) void this.#checkpoint();
  }

  // A checkpoint removes WAL that is no longer needed.
  #stopWrites(free: number): void {
    this.#readOnlyReason = `${this.#diskFull(free)}, writes are stopped`;
    void this.#checkpoint();
    void this.#run('SET default_transaction_read_only TO on');
  }

  #resumeWrites(): void {
    this.#readOnlyReason = undefined;
    void this.#run('SET default_transaction_read_only TO off');
  }

  async #checkpoint(): Promise<void> {
    if (this.#checkpointing) return;
    this.#checkpointing = true;
    await this.#run('CHECKPOINT');
    this.#checkpointing = false;
  }

  // Fails only if the engine has ended: the next one starts with a checkpoint, and writable.
  async #run(text: string): Promise<void> {
    await this.client.exec(text).catch(() => undefined);
  }

  async #walSegments(): Promise<number> {
    const names = await readdir(join(this.#folder, 'pg_wal')).catch(() => []);
    return names.filter((name) => WAL_SEGMENT.test(name)).length;
  }

  #diskFull(free: number): string {
    return `the disk of ${this.#folder} is full (${formatMegabytes(free)} free)`;
  }
}
