/** Receives the outcomes of a repeated task. */
export interface TaskListener {
  /** A run succeeded. */
  succeeded(): void;
  /** A run failed; the next one retries. */
  failed(error: unknown): void;
}
