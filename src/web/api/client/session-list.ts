/**
 * Returns the list that this session has stored under a key for a service (see `serviceKey`). Undefined if it has stored
 * none, or if storage is unavailable.
 */
export function loadSessionList(key: string, service: string): string[] | undefined {
  try {
    const [storedService, ...items] = (sessionStorage.getItem(key) ?? '').split('\n');
    return storedService === service ? items : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a list for this session and a service, replacing that of another service. Items must not contain line breaks. */
export function storeSessionList(key: string, service: string, items: Iterable<string>): void {
  try {
    sessionStorage.setItem(key, [service, ...items].join('\n'));
  } catch {
    // Without storage, each page load determines the list again.
  }
}
