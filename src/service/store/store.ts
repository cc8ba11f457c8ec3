import type { Store } from './database.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/embedded-store.ts';
import { openServerStore, type ServerLocation } from './server/server-store.ts';

export { type Database, rows, type Store, StoreInUseError } from './database.ts';

export type StoreLocation = { readonly dataDir: string } | ServerLocation;

/** Opens a store on a PostgreSQL server, or on PGlite in a folder, and applies pending migrations if it owns the data. */
export function openStore(location: StoreLocation, options?: EmbeddedStoreOptions): Promise<Store> {
  return 'databaseUrl' in location ? openServerStore(location) : openEmbeddedStore(location.dataDir, options);
}
