import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseOptions, requireFolder, runCommand } from './config/command-line.ts';
import { readConfig } from './config/config.ts';
import { SettingError } from './config/setting-values.ts';
import { createControlClient } from './feeds/commands/control-client.ts';
import { readControlFile } from './feeds/commands/control-file.ts';
import { StoreInUseError } from './store/database.ts';
import { copyClosedDataFolder } from './store/embedded/data-folder.ts';
import { OperatorError } from './store/store-errors.ts';

const USAGE = `Usage: npm run backup -- FOLDER

Copies the data of the embedded store to a new folder, also while the service runs.
To restore it, start the service with DATA_DIR=FOLDER, or with a copy of FOLDER.

DATA_DIR selects the store.
`;

async function main(): Promise<void> {
  const folder = parseArguments(process.argv.slice(2));
  if (folder === undefined) {
    process.stdout.write(USAGE);
    return;
  }
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined)
    throw new SettingError('DATABASE_URL is set: back up the server with pg_dump or pg_basebackup');
  await backUp(dataDir, resolve(folder));
  process.stdout.write(`Backed up ${dataDir} to ${folder}\n`);
}

/** Returns the folder to create, or undefined if help was requested. Throws UsageError. */
function parseArguments(args: readonly string[]): string | undefined {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h', default: false },
  });
  return values.help ? undefined : requireFolder(positionals);
}

/** Copies the data folder or, if a service has it open, lets the service copy it. */
async function backUp(dataDir: string, target: string): Promise<void> {
  const service = readControlFile(dataDir);
  try {
    await copyClosedDataFolder(dataDir, target);
  } catch (error) {
    if (!(error instanceof StoreInUseError) || !service) throw error;
    await createControlClient(service).backUp(target);
    if (!existsSync(target))
      throw new OperatorError(
        `The service has written ${target} in a file system that is not visible here, such as a private /tmp; choose another folder`,
      );
  }
}

await runCommand(main, 'Backup failed: ');
