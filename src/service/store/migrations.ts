import { fileURLToPath } from 'node:url';

/** Configuration of drizzle's migrator. The build copies the folder next to the bundle. Each schema has its own log. */
export function migrationConfig(schema: string) {
  return {
    migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    migrationsSchema: schema,
    migrationsTable: 'migration',
  };
}
