import { type ParseArgsConfig, parseArgs } from 'node:util';
import { errorLine, firstLine, OperatorError, StoreUnavailableError } from '#service/store/store-errors.ts';
import { SettingError, timestamp } from './setting-values.ts';

/** The arguments of a command are invalid. */
export class UsageError extends OperatorError {}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type ParsedArgs<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>;

/** Like `parseArgs` of Node.js, with positional arguments. Throws UsageError. */
export function parseOptions<const Options extends OptionsConfig>(
  args: readonly string[],
  options: Options,
): ParsedArgs<Options> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw toUsageError(error);
  }
}

/** Rewords the errors of `parseArgs`, whose messages quote the option first, as in '-n, --name <value>'. */
function toUsageError(error: unknown): unknown {
  if (!(error instanceof TypeError && 'code' in error)) return error;
  const [, option = ''] = /'(?:-\w, )?(.+?)(?: <value>)?'/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return unknownArgument(option);
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return error;
  const problem = error.message.includes('does not take') ? 'Unexpected' : 'Missing';
  return new UsageError(`${problem} value of option ${option}; see --help`);
}

export function unknownArgument(argument: string): UsageError {
  return new UsageError(`Unknown argument "${argument}"; see --help`);
}

/** The only positional argument, FOLDER. Throws UsageError. */
export function requireFolder(positionals: readonly string[]): string {
  const [folder, ...others] = positionals;
  if (folder === undefined) throw new UsageError('Missing argument FOLDER; see --help');
  if (others.length > 0)
    throw new UsageError(`Expected one FOLDER, got ${positionals.length}: ${positionals.join(', ')}`);
  return folder;
}

/** Throws UsageError. */
export function parseTimeOption(option: string, text: string): Date {
  try {
    return timestamp(text);
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`${option}: ${error.message}`) : error;
  }
}

/** Runs a command. If it fails, prints one line about the error after `prefix`, and sets the exit code. */
export async function runCommand(command: () => Promise<void>, prefix = ''): Promise<void> {
  try {
    await command();
  } catch (error) {
    const reason =
      error instanceof OperatorError ? error.message : (describeDatabaseError(error) ?? errorReason(error));
    process.stderr.write(`${prefix}${reason}\n`);
    process.exitCode = 1;
  }
}

/** The service cannot start. */
export class StartError extends OperatorError {}

/** Awaits `work`. If it fails, throws a StartError that names the setting it depends on. */
export async function withSettingName<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new StartError(`${setting}: ${errorReason(error)}`, { cause: error });
  }
}

/** Returns a one-line reason without SQL: Drizzle's messages contain the whole statement, so their cause is used. */
export function errorReason(error: unknown): string {
  const isWrapper =
    error instanceof Error && error.cause instanceof Error && !(error instanceof StoreUnavailableError);
  return errorLine(isWrapper ? error.cause : error);
}

/** Fields that both drivers set on errors reported by the database. */
interface DatabaseError extends Error {
  readonly severity: string;
  /** For example `COPY fx, line 2, column rate: "…"`. */
  readonly where?: string | undefined;
}

/** Returns one line about an error that the database reported, which drizzle may wrap; undefined for other errors. */
export function describeDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!isDatabaseError(error)) return describeDatabaseError(error.cause);
  const where = error.where ? ` (${firstLine(error.where)})` : '';
  return `Database error: ${firstLine(error.message)}${where}`;
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'severity' in error && typeof error.severity === 'string';
}
