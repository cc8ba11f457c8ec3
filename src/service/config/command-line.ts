import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeDatabaseError } from '#service/store/database-error.ts';
import { SettingError, timestamp } from './setting-values.ts';
import { errorReason } from './start-error.ts';

/** The arguments of a command are invalid. The message is for the user. */
export class UsageError extends Error {}

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

/** Returns one line about an error, for the user of a command. Errors of the `expected` classes have messages for users. */
export function describeCommandError(
  error: unknown,
  expected: readonly (abstract new (...args: never[]) => Error)[],
): string {
  const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind);
  return isExpected ? error.message : (describeDatabaseError(error) ?? errorReason(error));
}
