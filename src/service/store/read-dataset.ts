import type { Database } from './database.ts';
import { dataset } from './schema.ts';

export type Dataset = typeof dataset.$inferSelect;

/** What the store holds; undefined where nothing has been put into it yet. */
export async function readDataset(db: Database): Promise<Dataset | undefined> {
  const [row] = await db.select().from(dataset).limit(1);
  return row;
}
