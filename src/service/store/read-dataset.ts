import type { Database } from './database.ts';
import { dataset } from './schema.ts';

export type Dataset = typeof dataset.$inferSelect;

/** Returns the description of the store's data; undefined if the store is empty. */
export async function readDataset(db: Database): Promise<Dataset | undefined> {
  const [row] = await db.select().from(dataset).limit(1);
  return row;
}
