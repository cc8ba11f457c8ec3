import { sanitizeText } from '#contract/text.ts';

const MAX_NAME_LENGTH = 60;

/** Returns the name of something saved, as stored: one line of visible characters. Undefined if nothing is left. */
export function cleanName(text: string): string | undefined {
  return [...sanitizeText(text)].slice(0, MAX_NAME_LENGTH).join('').trim() || undefined;
}
