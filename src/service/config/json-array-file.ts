import { readFileSync } from 'node:fs';
import { SettingError } from './setting-values.ts';

/** Reads a file with a JSON array. Throws SettingError; its messages start with `subject`, the name of the file. */
export function readJsonArrayFile(file: string, subject = file): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(readText(file, subject));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message of JSON.parse quotes the surrounding text, which can contain a key.
    throw new SettingError(`${subject} is not valid JSON`);
  }
  if (Array.isArray(value)) return value;
  throw new SettingError(`${subject} must contain a JSON array`);
}

function readText(file: string, subject: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SettingError(`${subject} cannot be read${code}`);
  }
}
