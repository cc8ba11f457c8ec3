import { parseJson } from '#service/feeds/client/parse-json.mjs';
import {
  type SourceClient,
  SourceError,
  type StoreLookup,
  type SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import { createDedustSource } from '#service/feeds/sources/dedust.ts';

export interface ScriptedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A client whose responses are JSON values returned by `respond`; undefined is status 404. Records its requests. */
export function scriptedClient(respond: (request: ScriptedRequest) => unknown) {
  const requests: ScriptedRequest[] = [];
  const client: SourceClient = {
    request: async (path, { query = [], body, signal }) => {
      signal.throwIfAborted();
      const request = { path, query: new URLSearchParams(query.map(([name, value]) => [name, value])), body };
      requests.push(request);
      const response = respond(request);
      if (response === undefined) throw new SourceError(`${path}: status 404`, { status: 404 });
      return parseJson(Buffer.from(typeof response === 'string' ? response : JSON.stringify(response)));
    },
  };
  return { client, requests };
}

/** Nothing is stored. */
export const nothingStored: StoreLookup = {
  findPool: async () => undefined,
  hasOwnPool: async () => false,
  hasJetton: async () => false,
};

/** Everything is stored. */
export const everythingStored: StoreLookup = {
  findPool: async () => undefined,
  hasOwnPool: async () => true,
  hasJetton: async () => true,
};

/** Creates a source that requests pools and trades from the same client, without limits. */
export function createUnpacedDedustSource(client: SourceClient, options: SwapSourceOptions) {
  return createDedustSource(client, { ...options, poolsClient: client, rate: 1e6 });
}
