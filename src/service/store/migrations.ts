import { fileURLToPath } from 'node:url';

/** For drizzle's migrator; the build copies the folder beside the bundle. Each schema carries its own record. */
export function migrationConfig(schema: string) {
  return {
    migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    migrationsSchema: schema,
    migrationsTable: 'migration',
  };
}
