import { queryOptions, useQuery } from '@tanstack/react-query';
import { additionalFilters, allSupported, type UnsupportedFilters } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { service } from '#web/api/client/api-client.ts';
import { isMissingEndpoint, ServiceError, UnreachableEndpointError } from '#web/api/client/errors.ts';
import { asFields, asString } from '#web/api/client/fields.ts';
import { loadSessionList, loadSettings, serviceKey, storeSessionList } from '#web/api/client/settings.ts';

const STORAGE_KEY = 'jetscope.unsupported-filters';

let detected: Promise<UnsupportedFilters> | undefined;

/** The result if the document could not be read, for example because of CORS. Temporary, because the reason is unknown. */
const assumed: UnsupportedFilters = new Set(additionalFilters);
const ASSUMED_STALE_TIME_MS = 30_000;

/**
 * Returns the filters that the service lacks, according to its OpenAPI document; all of them if it has none. The document
 * is requested once per session. Rejects if the service is unavailable or limits requests.
 */
export function fetchUnsupportedFilters(): Promise<UnsupportedFilters> {
  detected ??= detect().catch((error: unknown) => {
    detected = undefined;
    throw error;
  });
  return detected;
}

async function detect(): Promise<UnsupportedFilters> {
  const key = serviceKey(await loadSettings());
  const stored = loadSessionList(STORAGE_KEY, key);
  if (stored) return new Set(additionalFilters.filter((name) => stored.includes(name)));
  try {
    const fields = decodeFilterFields(await fetchDocument());
    return store(key, new Set(additionalFilters.filter((field) => !fields.has(field))));
  } catch (error) {
    if (isMissingEndpoint(error)) return store(key, new Set(additionalFilters));
    if (isTemporary(error)) throw error;
    detected = undefined;
    return assumed;
  }
}

/** A dropped connection does not show whether the service has the document, so this tries twice. */
async function fetchDocument(): Promise<unknown> {
  try {
    return await service.fetchOpenApi();
  } catch (error) {
    if (error instanceof UnreachableEndpointError) return service.fetchOpenApi();
    throw error;
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status === 429 || error.status >= 500;
  return !(error instanceof UnreachableEndpointError);
}

/** Query for the filters that the service lacks. */
export function filterSupport() {
  return queryOptions({
    queryKey: ['filter support'],
    meta: { isLarge: true },
    queryFn: fetchUnsupportedFilters,
    staleTime: ({ state }) => (state.data === assumed ? ASSUMED_STALE_TIME_MS : Number.POSITIVE_INFINITY),
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** Returns the filters that the service lacks, none while loading. Sends no request if `isNeeded` is false. */
export function useUnsupportedFilters(isNeeded = true): UnsupportedFilters {
  return useQuery({ ...filterSupport(), enabled: isNeeded }).data ?? allSupported;
}

function store(key: string, unsupported: UnsupportedFilters): UnsupportedFilters {
  storeSessionList(STORAGE_KEY, key, unsupported);
  return unsupported;
}

const SCHEMAS = '#/components/schemas/';

/** Returns the names of the list filter's fields in an OpenAPI document. Empty for any other document. */
function decodeFilterFields(document: unknown): ReadonlySet<string> {
  const { paths, components } = asFields(document);
  const { post } = asFields(asFields(paths)[operations.getJettons.path]);
  const { content } = asFields(asFields(post).requestBody);
  const schema = asFields(asFields(asFields(content)['application/json']).schema);
  const reference = asString(schema.$ref);
  const { schemas } = asFields(components);
  const resolved = reference?.startsWith(SCHEMAS)
    ? asFields(asFields(schemas)[reference.slice(SCHEMAS.length)])
    : schema;
  return new Set(Object.keys(asFields(resolved.properties)));
}
