export type Comparison = '>=' | '<=' | '=' | ':';

/** A piece of a typed query, by its spelling alone. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'pair';
      readonly name: string;
      readonly comparison: Comparison;
      readonly value: string;
      readonly text: string;
    }
);

const SPACE = /\s+/y;
const PHRASE = /"((?:[^"\\]|\\.)*)\\?("|$)/sy;
/** Spaces may stand around signs of comparison, as in a formula, but not around a colon. */
const COMPARED = /([^\s"<>=:≥≤]+)(?:\s*:?(>=|<=|[<>=≥≤])\s*)([^\s"<>=≥≤]*)/y;
const WORD = /[^\s"]+/y;

/** `>` and `≥` are the same, and so are `<` and `≤`: the service's ranges include both ends. */
const COMPARISONS: Readonly<Record<string, Comparison>> = { '>': '>=', '≥': '>=', '<': '<=', '≤': '<=' };

export function tokenize(text: string): Token[] {
  const pieces: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    at += space?.[0].length ?? 0;
    if (at === text.length) break;
    const piece = phraseAt(text, at) ?? comparedAt(text, at) ?? wordAt(text, at);
    pieces.push(piece);
    at = piece.end;
  }
  return pieces;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function phraseAt(text: string, start: number): Token | undefined {
  const match = matchAt(PHRASE, text, start);
  if (!match) return undefined;
  const [whole, inside = ''] = match;
  return { kind: 'phrase', start, end: start + whole.length, text: inside.replace(/\\(.)/gs, '$1') };
}

function comparedAt(text: string, start: number): Token | undefined {
  const match = matchAt(COMPARED, text, start);
  if (!match) return undefined;
  const [whole, name = '', sign = '', value = ''] = match;
  const comparison = COMPARISONS[sign] ?? (sign === '>=' || sign === '<=' ? sign : '=');
  return { kind: 'pair', start, end: start + whole.length, name, comparison, value, text: whole };
}

function wordAt(text: string, start: number): Token {
  const [word = text.slice(start)] = matchAt(WORD, text, start) ?? [];
  const end = start + word.length;
  const colon = word.indexOf(':');
  if (colon <= 0) return { kind: 'word', start, end, text: word };
  const [name, value] = [word.slice(0, colon), word.slice(colon + 1)];
  return { kind: 'pair', start, end, name, comparison: ':', value, text: word };
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
