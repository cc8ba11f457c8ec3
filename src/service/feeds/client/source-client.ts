/** Requests JSON from one source. Throws SourceError. */
export interface SourceClient {
  /**
   * Requests `path` relative to the source's base URL, and parses the response losslessly: numbers that JavaScript
   * may not represent exactly are LosslessNumber (`lossless-json`), so that decimals keep their digits. Read them with
   * `Fields`. Throws the signal's reason if it is aborted.
   */
  request(
    path: string,
    options: {
      readonly query?: readonly (readonly [name: string, value: string])[];
      /** Sent as JSON with POST. */
      readonly body?: unknown;
      readonly signal: AbortSignal;
    },
  ): Promise<unknown>;
}
