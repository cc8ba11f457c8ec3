import type { Store, StoreLocation } from './database.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/embedded-store.ts';
import { openServerStore } from './server/server-store.ts';

/** Opens a store on a PostgreSQL server, or on PGlite in a folder, and applies pending migrations if it owns the data. */
export function openStore(location: StoreLocation, options?: EmbeddedStoreOptions): Promise<Store> {
  return 'databaseUrl' in location ? openServerStore(location) : openEmbeddedStore(location.dataDir, options);
}
