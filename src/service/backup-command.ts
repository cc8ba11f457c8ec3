import { resolve } from 'node:path';
import { parseArguments, USAGE } from './backup-arguments.ts';
import { describeCommandError, UsageError } from './config/command-line.ts';
import { readConfig } from './config/config.ts';
import { SettingError } from './config/setting-values.ts';
import { createControlClient } from './feeds/commands/control-client.ts';
import { readControlFile } from './feeds/commands/control-file.ts';
import { OperatorError } from './feeds/commands/operator-error.ts';
import { StoreInUseError } from './store/database.ts';
import { BackupError, copyClosedDataFolder } from './store/embedded/copy-data-folder.ts';

const expectedErrors = [UsageError, SettingError, OperatorError, BackupError, StoreInUseError];

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

/** Copies the data folder or, if a service has it open, lets the service copy it. */
async function backUp(dataDir: string, target: string): Promise<void> {
  const service = readControlFile(dataDir);
  try {
    await copyClosedDataFolder(dataDir, target);
  } catch (error) {
    if (!(error instanceof StoreInUseError) || !service) throw error;
    await createControlClient(service).backUp(target);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`Backup failed: ${describeCommandError(error, expectedErrors)}\n`);
  process.exitCode = 1;
}
