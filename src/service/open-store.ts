import type { Store, StoreLocation } from './store/database.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './store/embedded/embedded-store.ts';
import { openServerStore } from './store/server/server-store.ts';

/** Opens a store on a PostgreSQL server, or on PGlite in a folder, and applies pending migrations if it owns the data. */
export function openStore(location: StoreLocation, options?: EmbeddedStoreOptions): Promise<Store> {
  return 'databaseUrl' in location ? openServerStore(location) : openEmbeddedStore(location.dataDir, options);
}
