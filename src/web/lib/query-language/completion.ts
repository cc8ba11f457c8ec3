import { verificationLabels } from '#contract/format/verification-labels.ts';
import { rangeFields, rangeIds } from '#web/lib/screen/ranges.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import { type Token, tokenize } from './tokenize.ts';
import { type Candidate, valueCandidates } from './value-candidates.ts';
import { keyNames, minimumNames, rangeNames, SCAM, statusKeywords } from './vocabulary.ts';

export interface Completion {
  /** What a candidate takes the place of. */
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
}

interface Starter extends Candidate {
  readonly names: readonly string[];
}

const starters: readonly Starter[] = [
  ...rangeIds.map((id) => starter(rangeNames[id], rangeFields[id].label, '>=')),
  ...[...minimumNames].map(([sort, names]) =>
    starter(names, `${sortNames[sort].label}, and sort by it`, '>='),
  ),
  ...[...statusKeywords].map(([status, word]) => starter([word], verificationLabels[status], '')),
  starter([SCAM], 'Scam shown', ''),
  starter([`-${SCAM}`], 'Scam hidden', ''),
  starter(keyNames.sort, 'Sort by', ':'),
  starter(keyNames.order, 'Order', ':'),
  starter(keyNames.floor, 'Minimum of the column that sorts', ':'),
  starter(keyNames.admin, 'Address of the admin', ':'),
  starter(keyNames.address, 'Only these jettons', ':'),
];

function starter(names: readonly string[], label: string, sign: string): Starter {
  return { names, insert: `${names[0]}${sign}`, label, complete: sign === '' };
}

/** What can be typed at a caret: names, or values of the name before it. */
export function completionAt(text: string, caret: number): Completion {
  const piece = tokenize(text).find(({ start, end }) => start <= caret && caret <= end);
  if (!piece) return { start: caret, end: caret, candidates: starters };
  const { start, end } = piece;
  return { start, end, candidates: candidatesFor(piece, text.slice(start, caret)) };
}

function candidatesFor(piece: Token, typed: string): readonly Candidate[] {
  if (piece.kind === 'phrase') return [];
  if (piece.kind === 'word') return startersLike(typed.toLowerCase());
  const before = piece.text.slice(0, piece.text.length - piece.value.length);
  const begun = typed.slice(before.length);
  if (typed.length < before.length) return [];
  const part = Math.max(begun.lastIndexOf('..') + 2, begun.lastIndexOf(',') + 1);
  const at = begun.includes('..') || begun.includes(',') ? part : 0;
  return valueCandidates(piece.name.toLowerCase(), before + begun.slice(0, at), begun.slice(at));
}

/** By any of their names first, then by a word of the label. */
function startersLike(typed: string): Starter[] {
  const byName = starters.filter(({ names }) => names.some((name) => name.startsWith(typed)));
  const byLabel = starters.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${typed}`));
  return [...new Set([...byName, ...byLabel])];
}

/** The text with a candidate in it, and where the caret goes. */
export function applyCompletion(text: string, { start, end }: Completion, { insert, complete }: Candidate) {
  const rest = text.slice(end);
  const gap = complete && !/^\s/.test(rest) ? ' ' : '';
  return { text: text.slice(0, start) + insert + gap + rest, caret: start + insert.length + gap.length };
}
