import { latinLookAlike } from '#contract/confusables.ts';
import { foldText, sanitizeText } from '#contract/text.ts';

const ASCII = /^[\0-\x7f]*$/;
/** A dollar sign after a letter of its word, as in `U$DT`. One before the word marks a symbol. */
const DOLLAR_IN_WORD = /(?<=\p{L}\$*)\$/gu;

/**
 * Returns text in the form that `/v1/search` compares: folded, with the Latin letters that Greek, Cyrillic and other
 * letters look like, and with s for `$` within a word.
 */
export function searchKey(text: string): string {
  return foldText(ASCII.test(text) ? text : toLatin(text)).replace(DOLLAR_IN_WORD, 's');
}

function toLatin(text: string): string {
  let latin = '';
  for (const character of sanitizeText(text).normalize('NFKD'))
    latin += ASCII.test(character) ? character : letter(character);
  return latin;
}

// Some letters look like a Latin one in one case only.
function letter(character: string): string {
  const forms = [character, character.toLowerCase(), character.toUpperCase()];
  return forms.map(latinLookAlike).find((latin) => latin !== undefined) ?? character;
}

/** Returns the text without the dollar signs that some symbols start with, unless it has nothing else. */
export function withoutSign(text: string): string {
  return text.replace(/^\$+(?=[^$])/, '');
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a search key. */
export function wordsOf(key: string): string[] {
  return key.match(WORD) ?? [];
}

/** Shorter texts have no trigrams, and shorter words no tokens. */
export const TRIGRAM_LENGTH = 3;

/** Distinct trigrams (by code point) of folded texts. A text contains all trigrams of its substrings. */
export function trigrams(...folded: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of folded) {
    const points = Array.from(text);
    for (let end = TRIGRAM_LENGTH; end <= points.length; end += 1) {
      found.add(points.slice(end - TRIGRAM_LENGTH, end).join(''));
    }
  }
  return Array.from(found);
}

/** The shortest word, in characters, that is found despite a typing error. */
export const MIN_TYPO_LENGTH = 4;
/** Tokens contain at most this many characters of a word, or of a whole name. */
const MAX_WORD_LENGTH = 24;
/** Words of a name whose typing errors are found. */
const MAX_WORDS = 6;

/**
 * Tokens that two words have in common if they differ by at most one typing error (SymSpell): the word, and what is left
 * of it without each of its characters. Longer than trigrams, so that both can be in one index.
 */
export function typoTokens(word: string): [string, ...string[]] {
  const points = Array.from(word).slice(0, MAX_WORD_LENGTH);
  if (points.length < MIN_TYPO_LENGTH) return [token(points)];
  const rests = new Set(points.map((_, index) => token(points.toSpliced(index, 1))));
  return [token(points), ...rests];
}

function token(points: readonly string[]): string {
  return `~${points.join('')}`;
}

/** Token of a whole name or symbol, given its key. */
export function wholeToken(key: string): string {
  return `=${Array.from(withoutSign(key)).slice(0, MAX_WORD_LENGTH).join('')}`;
}

/** Returns what the index for searches contains of a name and a symbol. */
export function searchGrams(name: string, symbol: string): string[] {
  const keys = [searchKey(symbol), searchKey(name)];
  return [
    ...new Set([
      ...trigrams(foldText(name), foldText(symbol), ...keys),
      ...keys.filter((key) => key !== '').map(wholeToken),
      ...keys.flatMap((key) => wordTokens(wordsOf(key).slice(0, MAX_WORDS))),
    ]),
  ];
}

/** Tokens of the words, and one of all of them, which some write without blanks. */
function wordTokens(words: readonly string[]): string[] {
  const [joined] = typoTokens(words.join(''));
  const tokens = words.filter((word) => word.length >= TRIGRAM_LENGTH).flatMap(typoTokens);
  return words.length > 1 ? [...tokens, joined] : tokens;
}
