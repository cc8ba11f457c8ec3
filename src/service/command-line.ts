import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SettingError, timestamp } from './setting-values.ts';
import { errorReason } from './start-error.ts';
import { describeDatabaseError } from './store/database-error.ts';

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
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
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
