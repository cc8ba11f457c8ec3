import { queryOptions, useQuery } from '@tanstack/react-query';
import { additionalRanges } from '#contract/jetton-filter.ts';
import { decodeFilterFields } from '#web/api/decoding/decode-filter-fields.ts';
import { InvalidResponseError, ServiceError } from '#web/api/transport/errors.ts';
import { service } from '#web/api/transport/service.ts';
import { loadSettings, serviceKey } from '#web/api/transport/settings.ts';
import { allSupported, type UnsupportedRanges } from '#web/lib/screen/ranges.ts';

const STORAGE_KEY = 'jetscope.unsupported-filters';

let detected: Promise<UnsupportedRanges> | undefined;

/**
 * Returns the filters that the service lacks, according to its OpenAPI document; all of them if it has none. The document
 * is requested once per session.
 */
export function fetchUnsupportedRanges(): Promise<UnsupportedRanges> {
  detected ??= detect();
  return detected;
}

async function detect(): Promise<UnsupportedRanges> {
  const key = serviceKey(await loadSettings());
  const stored = loadStored(key);
  if (stored) return stored;
  try {
    const fields = decodeFilterFields(await service.fetchOpenApi());
    return store(key, new Set(additionalRanges.filter((field) => !fields.has(field))));
  } catch (error) {
    const lacksDocument = error instanceof ServiceError && error.status >= 400 && error.status < 429;
    if (lacksDocument) return store(key, new Set(additionalRanges));
    // The page may not be allowed to read the document. Otherwise, the next page load tries again.
    if (error instanceof InvalidResponseError || error instanceof ServiceError)
      return new Set(additionalRanges);
    detected = undefined;
    throw error;
  }
}

/** Query for the filters that the service lacks. */
export function filterSupport() {
  return queryOptions({
    queryKey: ['filter support'],
    queryFn: fetchUnsupportedRanges,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/**
 * Returns the filters that the service lacks; none until that is known. If `isNeeded` is false, this does not cause a
 * request.
 */
export function useUnsupportedRanges(isNeeded = true): UnsupportedRanges {
  return useQuery({ ...filterSupport(), enabled: isNeeded }).data ?? allSupported;
}

function loadStored(key: string): UnsupportedRanges | undefined {
  try {
    const [storedKey, ...names] = (sessionStorage.getItem(STORAGE_KEY) ?? '').split('\n');
    return storedKey === key ? new Set(additionalRanges.filter((name) => names.includes(name))) : undefined;
  } catch {
    // Storage is unavailable: each page load requests the document again.
    return undefined;
  }
}

function store(key: string, unsupported: UnsupportedRanges): UnsupportedRanges {
  try {
    sessionStorage.setItem(STORAGE_KEY, [key, ...unsupported].join('\n'));
  } catch {
    // See loadStored.
  }
  return unsupported;
}
