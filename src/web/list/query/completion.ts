import { verificationLabels } from '#contract/enums.ts';
import { allSupported, type UnsupportedRanges } from '#contract/measures.ts';
import { filterTextOf, isSupported, rangeIds, rangeLabel, textOf } from '#web/list/measure-texts.ts';
import { type Token, tokenize } from './tokenize.ts';
import { type Candidate, valueCandidates } from './value-candidates.ts';
import { keyNames, minimumFields, NEW, SCAM, statusKeywords } from './vocabulary.ts';

export interface Completion {
  /** Start and end of the text that a candidate replaces. */
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
}

interface Starter extends Candidate {
  readonly names: readonly string[];
}

function createStarters(unsupported: UnsupportedRanges): readonly Starter[] {
  return [
    ...rangeIds
      .filter((id) => isSupported(id, unsupported))
      .map((id) => {
        const { hint = rangeLabel(id), sign = '>=' } = filterTextOf(id);
        return starter(textOf(id).names, hint, sign);
      }),
    ...minimumFields(unsupported).map((sort) => {
      const { names, label } = textOf(sort);
      return starter(names, `${label}, and sort by it`, '>=');
    }),
    starter([NEW], 'Newest first', ''),
    ...[...statusKeywords].map(([status, word]) => starter([word], verificationLabels[status], '')),
    starter([SCAM], 'Scam shown', ''),
    starter([`-${SCAM}`], 'Scam hidden', ''),
    starter(keyNames.sort, 'Sort by', ':'),
    starter(keyNames.order, 'Order', ':'),
    starter(keyNames.minimum, 'Minimum of the sorted column', ':'),
    starter(keyNames.admin, 'Admin address', ':'),
    starter(keyNames.address, 'Only these jettons', ':'),
  ];
}

function starter(names: readonly string[], label: string, sign: string): Starter {
  return { names, insert: `${names[0]}${sign}`, label, isComplete: sign === '' };
}

/** Returns the completions at a caret: filter names, or values of the filter before the caret. */
export function completionAt(
  text: string,
  caret: number,
  unsupported: UnsupportedRanges = allSupported,
): Completion {
  const token = tokenize(text).find(({ start, end }) => start <= caret && caret <= end);
  if (!token) return { start: caret, end: caret, candidates: createStarters(unsupported) };
  const { start, end } = token;
  return { start, end, candidates: candidatesFor(token, text.slice(start, caret), unsupported) };
}

function candidatesFor(token: Token, typed: string, unsupported: UnsupportedRanges): readonly Candidate[] {
  if (token.kind === 'phrase') return [];
  if (token.kind === 'word') return matchingStarters(typed.toLowerCase(), unsupported);
  const prefix = token.text.slice(0, token.text.length - token.value.length);
  const value = typed.slice(prefix.length);
  if (typed.length < prefix.length) return [];
  const afterSeparator = Math.max(value.lastIndexOf('..') + 2, value.lastIndexOf(',') + 1);
  const start = value.includes('..') || value.includes(',') ? afterSeparator : 0;
  return valueCandidates(
    token.name.toLowerCase(),
    prefix + value.slice(0, start),
    value.slice(start),
    unsupported,
  );
}

/** Returns starters whose name starts with the text, then those with a matching word in the label. */
function matchingStarters(typed: string, unsupported: UnsupportedRanges): Starter[] {
  const starters = createStarters(unsupported);
  const byName = starters.filter(({ names }) => names.some((name) => name.startsWith(typed)));
  const byLabel = starters.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${typed}`));
  return [...new Set([...byName, ...byLabel])];
}

/** Returns the text with the candidate inserted, and the new caret position. */
export function applyCompletion(text: string, { start, end }: Completion, { insert, isComplete }: Candidate) {
  const rest = text.slice(end);
  const gap = isComplete && !/^\s/.test(rest) ? ' ' : '';
  return { text: text.slice(0, start) + insert + gap + rest, caret: start + insert.length + gap.length };
}
