import type { Store, StoreLocation } from './store/database.ts';
import { hasStore } from './store/embedded/data-folder.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './store/embedded/embedded-store.ts';
import { openServerStore } from './store/server/server-store.ts';
import { OperatorError } from './store/store-errors.ts';

/** Opens a store on a PostgreSQL server, or on PGlite in a folder, and applies pending migrations if it owns the data. */
export function openStore(location: StoreLocation, options?: EmbeddedStoreOptions): Promise<Store> {
  return 'databaseUrl' in location ? openServerStore(location) : openEmbeddedStore(location.dataDir, options);
}

/** Opens a store for a command that adds no data. Throws OperatorError instead of creating a store in a mistyped `DATA_DIR`. */
export async function openExistingStore(location: StoreLocation): Promise<Store> {
  if ('dataDir' in location && !hasStore(location.dataDir))
    throw new OperatorError(`DATA_DIR: there is no store in ${location.dataDir}`);
  return await openStore(location);
}
