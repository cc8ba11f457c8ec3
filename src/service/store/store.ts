import type { Store } from './database.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/embedded-store.ts';
import { openServerStore } from './server/server-store.ts';

export { type Database, rows, type Store, StoreInUseError } from './database.ts';

export type StoreLocation = { readonly dataDir: string } | { readonly databaseUrl: string };

/** Opens the store with the current migrations applied: a PostgreSQL server, or PGlite in a folder. */
export function openStore(place: StoreLocation, options?: EmbeddedStoreOptions): Promise<Store> {
  return 'databaseUrl' in place
    ? openServerStore(place.databaseUrl)
    : openEmbeddedStore(place.dataDir, options);
}
