import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeStoreRecord, type StoreRecord } from './store-record.ts';

/** The embedded store is damaged. The message contains the finding and how to recover. */
export class StoreDamagedError extends Error {
  override readonly name = 'StoreDamagedError';

  constructor(dataDir: string, reason: string, record: StoreRecord | 'unreadable' | undefined) {
    super(
      `The embedded store in ${dataDir} cannot be opened: ${reason}. It contained ${describeStoreRecord(record)}. ` +
        'Nothing was changed. To recover, restore a backup of that folder, import the data again ' +
        '(npm run import renames the damaged store), or choose another DATA_DIR',
    );
  }
}

const REQUIRED_FILES = [
  'PG_VERSION',
  'base',
  'global/pg_control',
  'global',
  'pg_wal',
  'pg_xact',
  'postgresql.conf',
];
const CONTROL_FILE_BYTES = 8192;

/** Quick check of a data folder; undefined if it looks complete. PostgreSQL detects any other damage at startup. */
export function findDamage(folder: string): string | undefined {
  if (!existsSync(folder)) return `the folder ${folder} is missing`;
  if (readdirSync(folder).length === 0) return `the folder ${folder} is empty`;
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined) return `${missing} is missing`;
  if (statSync(join(folder, 'global/pg_control')).size !== CONTROL_FILE_BYTES)
    return 'global/pg_control has the wrong size';
  return undefined;
}
