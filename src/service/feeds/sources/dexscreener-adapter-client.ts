import { type SourceClient, SourceError } from '#service/feeds/client/source.ts';

/** Form of a server's requests. `hasPathIds`: `/pair/ID` instead of `/pair?id=ID`. */
interface Dialect {
  readonly prefix: string;
  readonly hasPathIds: boolean;
}

const dialects: readonly Dialect[] = [
  { prefix: '', hasPathIds: false },
  { prefix: '', hasPathIds: true },
  { prefix: '/export/dexscreener/v1', hasPathIds: true },
];

const UNKNOWN_STATUSES = [400, 404];

type Query = readonly (readonly [name: string, value: string])[];

/**
 * Requests a DEX Screener adapter in its dialect: that of the specification or that of STON.fi, the
 * latter also with a base URL without `/export/dexscreener/v1`. A dialect is excluded as soon as another one works.
 */
export class AdapterClient {
  private readonly client: SourceClient;
  private candidates = dialects;

  constructor(client: SourceClient) {
    this.client = client;
  }

  async fetch(name: 'latest-block' | 'events', query: Query, signal: AbortSignal): Promise<unknown> {
    return await this.tryDialects(
      ({ prefix }) => ({ path: `${prefix}/${name}`, query }),
      ({ prefix }) => prefix,
      signal,
    );
  }

  /** Returns undefined if the id is unknown to the server. */
  async describe(name: 'asset' | 'pair', id: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.tryDialects(
        ({ prefix, hasPathIds }) =>
          hasPathIds
            ? { path: `${prefix}/${name}/${encodeURIComponent(id)}` }
            : { path: `${prefix}/${name}`, query: [['id', id]] },
        (dialect) => dialect,
        signal,
      );
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  /** Candidates for which `groupOf` returns the same value send the same request. */
  private async tryDialects(
    toRequest: (dialect: Dialect) => { path: string; query?: Query },
    groupOf: (dialect: Dialect) => unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    let failure: unknown;
    const groups = new Map(this.candidates.map((dialect) => [groupOf(dialect), dialect]));
    for (const [group, dialect] of groups) {
      const { path, query = [] } = toRequest(dialect);
      try {
        const response = await this.client.request(path, { query, signal });
        this.candidates = this.candidates.filter((candidate) => groupOf(candidate) === group);
        return response;
      } catch (error) {
        if (!isUnknown(error)) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }
}

/** Returns true if the server responded that a path, an id or blocks are unknown. */
export function isUnknown(error: unknown): boolean {
  return error instanceof SourceError && UNKNOWN_STATUSES.includes(error.status ?? 0);
}
