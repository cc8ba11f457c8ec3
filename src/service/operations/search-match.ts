import { foldText } from '#contract/text.ts';
import { MIN_TYPO_LENGTH, searchKey, withoutSign, wordsOf } from '#service/store/search-text.ts';

/** How well a jetton matches a search, best first. */
export const matchKinds = ['symbol', 'name', 'prefix', 'part', 'similar'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Match {
  readonly kind: MatchKind;
  /** Typing errors in the search. */
  readonly typos: number;
}

/** The words of a search from this length on may have two typing errors. */
const TWO_TYPOS_LENGTH = 8;

/** Forms of a name and a symbol that are compared with a search. */
export interface Searchable {
  readonly symbols: readonly string[];
  readonly names: readonly string[];
  /** Words of both, and all words of each without blanks, as characters. */
  readonly words: readonly (readonly string[])[];
}

export function searchableOf({
  name,
  symbol,
}: {
  readonly name: string;
  readonly symbol: string;
}): Searchable {
  const words = [symbol, name].map((text) => wordsOf(searchKey(text)));
  return {
    symbols: formsOf(symbol),
    names: formsOf(name),
    words: [...words.flat(), ...words.map((ofText) => ofText.join(''))].map((word) => Array.from(word)),
  };
}

/** Forms of a search. */
export interface Phrase {
  readonly texts: readonly string[];
  readonly words: readonly (readonly string[])[];
}

export function phraseOf(search: string): Phrase {
  return {
    texts: formsOf(search).filter((text) => text !== ''),
    words: wordsOf(searchKey(search)).map((word) => Array.from(word)),
  };
}

/** Returns how a name and a symbol match a search; undefined if they do not. */
export function matchOf({ texts, words }: Phrase, target: Searchable): Match | undefined {
  const isAny = (forms: readonly string[], test: (form: string, text: string) => boolean) =>
    texts.some((text) => forms.some((form) => test(form, text)));
  const isExact = (form: string, text: string) => form === text;
  if (isAny(target.symbols, isExact)) return { kind: 'symbol', typos: 0 };
  if (isAny(target.names, isExact)) return { kind: 'name', typos: 0 };
  const forms = [...target.symbols, ...target.names];
  if (isAny(forms, (form, text) => form.startsWith(text))) return { kind: 'prefix', typos: 0 };
  if (isAny(forms, (form, text) => form.includes(text))) return { kind: 'part', typos: 0 };
  const typos = typosIn(words, target.words);
  return typos === undefined ? undefined : { kind: 'similar', typos };
}

/** A text as the API folds it, and with look-alike letters replaced, each without the dollar sign before a symbol. */
function formsOf(text: string): string[] {
  return [...new Set([foldText(text), searchKey(text)].map(withoutSign))];
}

type Words = readonly (readonly string[])[];

/** Returns the fewest typing errors with which the words of a search are words of a text, or all of them together are. */
function typosIn(search: Words, words: Words): number | undefined {
  if (search.length === 0) return undefined;
  let sum: number | undefined = 0;
  for (const word of search) {
    const typos = typosOf(word, words);
    if (typos === undefined) {
      sum = undefined;
      break;
    }
    sum += typos;
  }
  const joined = search.length > 1 ? typosOf(search.flat(), words) : undefined;
  if (sum === undefined || joined === undefined) return sum ?? joined;
  return Math.min(sum, joined);
}

function typosOf(word: readonly string[], words: Words): number | undefined {
  const limit = word.length >= TWO_TYPOS_LENGTH ? 2 : word.length >= MIN_TYPO_LENGTH ? 1 : 0;
  let fewest: number | undefined;
  for (const other of words) {
    const isBeginning =
      other.length >= word.length && word.every((character, index) => other[index] === character);
    const typos = isBeginning ? 0 : distance(word, other, limit);
    if (typos <= limit && typos < (fewest ?? Number.POSITIVE_INFINITY)) fewest = typos;
  }
  return fewest;
}

/**
 * Returns the optimal string alignment distance: characters that are missing, added, replaced or swapped with the next
 * one. More than `limit` may be any larger number.
 */
export function distance(a: readonly string[], b: readonly string[], limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // Distances of the beginnings of `a` that end two characters before, before, and at the current one to those of `b`.
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = [0, ...b.map((_, index) => index + 1)];
  for (const [i, left] of a.entries()) {
    const row = [i + 1];
    for (const [j, right] of b.entries()) {
      const isSwapped = i > 0 && j > 0 && left === b[j - 1] && a[i - 1] === right;
      row.push(
        Math.min(
          at(last, j) + Number(left !== right),
          at(last, j + 1) + 1,
          at(row, j) + 1,
          isSwapped ? at(beforeLast, j - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
